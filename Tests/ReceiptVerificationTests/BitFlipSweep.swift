// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Dispatch
import PKCS7Decoding
import ReceiptVerification
import Synchronization
import Testing

@Suite("Sweep of bits") struct BitFlipSweep {
  /// Calls `body` for every number, on all processors.
  private func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }

  private struct Survivor: Hashable, Sendable {
    let byte: Int
    let bit: Int
  }

  /// The flips of one bit after which a receipt still verifies, having checked that its payload is then the same and that
  /// all else is refused for a reason of the receipt.
  private func survivors(_ submission: Submission) throws -> Set<Survivor> {
    let verifier = try ReceiptVerifier(submission.setup)
    let genuine = verifier.verdict(submission)
    #expect(genuine.isVerified)
    let found = Mutex<Set<Survivor>>([])
    let undecided = Mutex(0)
    forEach(submission.bytes.count) { byte in
      var flipped = submission
      for bit in 0..<8 {
        flipped.bytes[byte] = submission.bytes[byte] ^ (1 << UInt8(bit))
        let verdict = verifier.verdict(flipped)
        if verdict == genuine {
          found.withLock { _ = $0.insert(Survivor(byte: byte, bit: bit)) }
        } else if verdict.isVerified || verdict.code?.hasPrefix("internal") != false {
          undecided.withLock { $0 += 1 }
        }
      }
    }
    #expect(undecided.withLock { $0 } == 0)
    #expect(verifier.cachedChainCount == 1)
    print("\(8 * submission.bytes.count) bits flipped, \(found.withLock { $0.count }) of no consequence")
    return found.withLock { $0 }
  }

  private func rootRange(_ submission: Submission) throws -> Range<Int> {
    let certificates = DecodedReceipt(submission.bytes).signedData.certificates
    #expect(certificates.count == 3)
    return try #require(certificates.last?.range)
  }

  @Test("No bit of a SHA-256 receipt can be flipped but those of the embedded root, which nobody signs")
  func sha256Receipt() throws {
    let submission = try Fixture.sha256.get()
    let root = try rootRange(submission)
    let survivors = try survivors(submission)
    #expect(survivors.filter { !root.contains($0.byte) } == [])
    // Nearly all of the root's bits are free: so the sweep did reach the verifier.
    #expect(survivors.count > 4 * root.count)
  }

  @Test("In a SHA-1 receipt there is one bit more: it makes rsaEncryption sha1WithRSAEncryption")
  func sha1Receipt() throws {
    let submission = try Fixture.sha1.get()
    let root = try rootRange(submission)
    let outside = try survivors(submission).filter { !root.contains($0.byte) }
    #expect(outside.count == 1)
    let survivor = try #require(outside.first)
    var bytes = submission.bytes
    bytes[survivor.byte] ^= 1 << UInt8(survivor.bit)
    let before = DecodedReceipt(submission.bytes).signedData.signerInfos[0].signatureAlgorithm.name
    let after = DecodedReceipt(bytes).signedData.signerInfos[0].signatureAlgorithm.name
    #expect((before, after) == ("rsaEncryption", "sha1WithRSAEncryption"))
  }
}
