// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import Dispatch
import ReceiptForge
import ReceiptVerification
import Synchronization
import Testing

@Suite("Sweep of prefixes") struct PrefixSweep {
  private func expectAllRefused(_ bytes: [UInt8], _ verifier: ReceiptVerifier, now: String) throws {
    let now = try Fixture.instant(now)
    #expect(verifier.verdict(bytes, now: now).isVerified)
    let others = Mutex<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: bytes.count) { count in
      let code = verifier.verdict(Array(bytes.prefix(count)), now: now).code ?? "verified"
      if code != "encoding.truncated" { others.withLock { _ = $0.insert(code) } }
    }
    #expect(others.withLock { $0 } == [])
    // And no byte may follow.
    for byte in UInt8.min...UInt8.max {
      #expect(verifier.verdict(bytes + [byte], now: now).code == "structure.trailing-bytes")
    }
  }

  @Test("No beginning of a receipt is one, and none says anything but that it is cut off")
  func ownReceipts() throws {
    let receipts = [
      try Fixture.sha256.get(), try Fixture.sha1.get(), try Fixture.receipt { try $0.signLocally() },
      try Fixture.receipt { $0.receipt.style = .xcode },
    ]
    for submission in receipts {
      try expectAllRefused(submission.bytes, try ReceiptVerifier(submission.setup), now: submission.now)
    }
  }

  @Test("The same of Apple's", arguments: Corpus.receipts)
  func applesReceipts(_ receipt: Corpus.Receipt) throws {
    var setup = VerifierSetup.apple(["production", "sandbox", "xcode"])
    setup.knowsXcode = true
    try expectAllRefused(receipt.bytes, try ReceiptVerifier(setup), now: "2026-11-30T00:00:00Z")
  }
}
