// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import ReceiptVerification
import Testing

/// Receipts changed at random: a verifier that knows their chains answers as a new one does, and never calls anything
/// genuine of which the payload is not.
@Suite("Sweep of mutations") struct MutationSweep {
  /// A generator that gives the same numbers again, so that a failure can be found again.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      // SplitMix64 by its published constants.
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout Generator) {
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 1...24, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 4: bytes[index] = bytes[index] &+ 1
      default:
        let other = Int.random(in: 0..<bytes.count, using: &generator)
        bytes.swapAt(index, other)
      }
      if bytes.isEmpty { bytes = [0] }
    }
  }

  @Test("A known chain changes no answer", arguments: [UInt64(1), 2, 3, 4])
  func hitIsMiss(_ seed: UInt64) throws {
    var generator = Generator(state: seed)
    let seeds = [try Fixture.sha256.get(), try Fixture.sha1.get()]
    let genuine = Set(try seeds.map { try $0.verified().payloadDigest })
    let knowing = try ReceiptVerifier(seeds[0].setup)
    for submission in seeds { #expect(knowing.verdict(submission).isVerified) }
    for _ in 0..<10_000 {
      var submission = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
      mutate(&submission.bytes, &generator)
      let verdict = knowing.verdict(submission)
      #expect(verdict == (try submission.verdict()))
      #expect(verdict.code?.hasPrefix("internal") != true)
      if case .verified(let digest, let trust) = verdict {
        #expect(genuine.contains(digest))
        #expect(trust == .custom)
      }
    }
    #expect(knowing.cachedChainCount == 2)
  }
}
