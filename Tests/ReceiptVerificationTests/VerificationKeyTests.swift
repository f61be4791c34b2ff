// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Keys of signers") struct VerificationKeyTests {
  private func isReadable(_ certificate: [UInt8]) -> Bool {
    VerificationKey(der: certificate[...], .sha256) != nil
  }

  /// A certificate that holds the key.
  private func certificate(of key: SigningKey) throws -> [UInt8] {
    var recipe = try Scene().leaf
    recipe.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
    return try recipe.signed(by: key)
  }

  @Test("A certificate gives its key only when all of it can be read, to its last byte")
  func wholeCertificates() throws {
    let leaf = try CertificateChain.genuine().leaf
    #expect(isReadable(leaf))
    #expect(!isReadable(leaf + [0]))
    #expect(!isReadable(leaf.dropLast()))
    #expect(!isReadable([]))
    var scene = try Scene()
    scene.leaf.subject = DistinguishedName(encoded: [0x30, 0x02, 0x05, 0x00])
    #expect(!isReadable(try scene.chain().leaf))
  }

  @Test("A key judges each signature by itself, whatever it has judged before")
  func order() throws {
    let key = try Keys.stranger.get()
    let certificate = try certificate(of: key)
    let messages = (0..<3).map { [UInt8($0)] }
    for algorithm in [DigestAlgorithm.sha1, .sha256] {
      let verifier = try #require(VerificationKey(der: certificate[...], algorithm))
      let digests = try messages.map { try #require(algorithm.digest(of: $0)) }
      let signatures = try messages.map {
        try key.sign($0, digest: algorithm == .sha1 ? .sha1 : .sha256)
      }
      for first in messages.indices {
        for second in messages.indices {
          let matches = try verifier.matches(signatures[first][...], ofDigest: digests[second])
          #expect(matches == (first == second))
        }
      }
    }
  }

  @Test("A key for one digest takes no signature over another")
  func otherDigest() throws {
    let key = try Keys.stranger.get()
    let certificate = try certificate(of: key)
    let message: [UInt8] = [1, 2, 3]
    for (algorithm, other, signedWith) in [
      (DigestAlgorithm.sha1, DigestAlgorithm.sha256, ReceiptForge.DigestAlgorithm.sha256),
      (.sha256, .sha1, .sha1),
    ] {
      let verifier = try #require(VerificationKey(der: certificate[...], algorithm))
      let signature = try key.sign(message, digest: signedWith)
      for digest in [algorithm, other] {
        #expect(
          try !verifier.matches(signature[...], ofDigest: try #require(digest.digest(of: message))))
      }
    }
  }
}
