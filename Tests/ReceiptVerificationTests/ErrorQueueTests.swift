// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import COpenSSL
import ReceiptVerification
import Testing

@Suite("OpenSSL's queue of errors") struct ErrorQueueTests {
  @Test(
    "It is empty after every attack and every twin",
    arguments: Catalogue.attacks)
  func staysEmpty(_ attack: Attack) throws {
    for submission in [try attack.forgery(), try attack.twin()] {
      let verifier = try ReceiptVerifier(submission.setup)
      ERR_clear_error()
      _ = verifier.verdict(submission)
      #expect(ERR_peek_error() == 0)
    }
  }

  @Test("It is empty when OpenSSL is called, whatever was in it, and afterwards, whatever was left")
  func cleaning() {
    leaveError()
    let before = withCleanErrorQueue {
      defer { leaveError() }
      return ERR_peek_error()
    }
    #expect(before == 0)
    #expect(ERR_peek_error() == 0)
  }

  @Test("What a caller had left in it does not change the answer")
  func leftovers() throws {
    let submission = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(submission.setup)
    leaveError()
    #expect(verifier.verdict(submission).isVerified)
    #expect(ERR_peek_error() == 0)
  }
}

/// Leaves an error in the queue, as careless code would.
func leaveError() {
  let junk: [UInt8] = [0x30, 0x03, 0x02]
  unsafe junk.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    unsafe X509_free(d2i_X509(nil, &next, buffer.count))
  }
}
