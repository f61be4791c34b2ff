// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("The cache of chains") struct ChainCacheTests {
  private func key() throws -> TrustedKey {
    let leaf = try CertificateChain.genuine().leaf
    return TrustedKey(key: try #require(VerificationKey(der: leaf[...], .sha256)), trust: .custom)
  }

  private func name(_ number: Int) -> ChainName {
    ChainName(leaf: [UInt8(number % 256)], intermediate: [UInt8(number / 256)], digest: .sha256)
  }

  @Test("It holds 64 chains and drops the one that was not used for longest")
  func leastRecentlyUsed() throws {
    let cache = ChainCache()
    let key = try key()
    for number in 0..<ChainCache.capacity { cache.store(key, valid: 0...9, for: name(number)) }
    #expect(cache.count == 64)
    #expect(cache.key(for: name(0), at: 5) != nil)
    cache.store(key, valid: 0...9, for: name(100))
    #expect(cache.count == 64)
    #expect(cache.key(for: name(0), at: 5) != nil)
    #expect(cache.key(for: name(1), at: 5) == nil)
    #expect(cache.key(for: name(2), at: 5) != nil)
    cache.store(key, valid: 0...9, for: name(100))
    #expect(cache.count == 64)
    for number in 200..<1_000 { cache.store(key, valid: 0...9, for: name(number)) }
    #expect(cache.count == 64)
  }

  @Test("A chain that is stored again takes no second place, and holds as it was stored last")
  func storedTwice() throws {
    let cache = ChainCache()
    cache.store(try key(), valid: 0...9, for: name(1))
    cache.store(try key(), valid: 0...9, for: name(2))
    cache.store(try key(), valid: 10...19, for: name(1))
    #expect(cache.count == 2)
    #expect(cache.key(for: name(1), at: 5) == nil)
    #expect(cache.key(for: name(1), at: 15) != nil)
    #expect(cache.key(for: name(2), at: 5) != nil)
  }

  @Test("It answers only for the seconds in which the whole chain is valid")
  func window() throws {
    let cache = ChainCache()
    cache.store(try key(), valid: 100...199, for: name(1))
    #expect(cache.key(for: name(1), at: 99) == nil)
    #expect(cache.key(for: name(1), at: 100) != nil)
    #expect(cache.key(for: name(1), at: 199) != nil)
    #expect(cache.key(for: name(1), at: 200) == nil)
    #expect(cache.key(for: name(2), at: 150) == nil)
  }

  @Test("Its names keep apart what differs in any part")
  func names() throws {
    let bytes: [UInt8] = [1, 2, 3, 4]
    let names = [
      ChainName(leaf: bytes[0..<2], intermediate: bytes[2..<4], digest: .sha256),
      ChainName(leaf: bytes[0..<1], intermediate: bytes[1..<4], digest: .sha256),
      ChainName(leaf: bytes[0..<3], intermediate: bytes[3..<4], digest: .sha256),
      ChainName(leaf: bytes[0..<2], intermediate: bytes[2..<4], digest: .sha1),
      ChainName(leaf: bytes[2..<4], intermediate: bytes[0..<2], digest: .sha256),
      ChainName(leaf: bytes[0..<2], intermediate: [3, 5], digest: .sha256),
      ChainName(leaf: [1, 3], intermediate: bytes[2..<4], digest: .sha256),
      ChainName(leaf: [], intermediate: bytes[0..<4], digest: .sha256),
    ]
    let cache = ChainCache()
    for (number, name) in names.enumerated() {
      #expect(names.indices.filter { names[$0] == name } == [number])
      #expect(cache.key(for: name, at: 5) == nil)
      cache.store(try key(), valid: 0...9, for: name)
      #expect(cache.count == number + 1)
    }
  }

  @Test("Copies of the root that were changed fill no place in it")
  func mutatedRoots() throws {
    let usual = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(usual.setup)
    #expect(verifier.verdict(usual).isVerified)
    let digest = try usual.verified().payloadDigest
    for byte in 1...200 {
      let submission = try Fixture.receipt { scene in
        scene.arrange = { chain in
          var root = chain.root
          root[root.count - byte] ^= 0x55
          return [chain.leaf, chain.intermediate, root]
        }
      }
      #expect(verifier.verdict(submission) == .verified(payloadDigest: digest, trust: .custom))
    }
    #expect(verifier.cachedChainCount == 1)
  }

  @Test("Another root that has ended does not keep a chain from being known")
  func endedRoot() throws {
    var scene = try Scene()
    scene.root.setValidity("060425214036Z", "100425214036Z")
    let ended = try scene.chain().root
    var submission = try Fixture.sha256.get()
    for roots in [[ended] + submission.setup.roots, submission.setup.roots + [ended]] {
      submission.setup.roots = roots
      let verifier = try ReceiptVerifier(submission.setup)
      #expect(verifier.verdict(submission).isVerified)
      #expect(verifier.cachedChainCount == 1)
      #expect(verifier.verdict(submission).isVerified)
    }
  }

  @Test("A chain that is known for one digest is judged anew for the other")
  func otherDigest() throws {
    func submission(_ certificates: ReceiptForge.DigestAlgorithm, _ digest: ReceiptForge.DigestAlgorithm)
      throws
      -> Submission
    {
      try Fixture.receipt { scene in
        scene.leaf.digest = certificates
        scene.digest = digest
        scene.setCreation("2024-12-01T12:00:00Z")
      }
    }
    // Certificates of the new era serve both digests, those of the old one SHA-1 alone.
    for (certificates, code) in [(.sha256, nil), (.sha1, "chain.algorithm")]
      as [(ReceiptForge.DigestAlgorithm, String?)]
    {
      let old = try submission(certificates, .sha1)
      let new = try submission(certificates, .sha256)
      let verifier = try ReceiptVerifier(old.setup)
      for _ in 1...2 {
        #expect(verifier.verdict(old).isVerified)
        #expect(verifier.verdict(new).code == code)
      }
    }
  }

  @Test("A known chain is not parsed again, and one that is not valid at an instant is")
  func parsing() throws {
    let usual = try Fixture.sha256.get()
    let early = try Fixture.receipt { $0.setCreation("2024-07-24T14:50:02Z") }
    let verifier = try ReceiptVerifier(usual.setup)
    for (submission, isParsed) in [(usual, true), (usual, false), (early, true), (usual, false)] {
      #expect(ParsedCertificates.areBegun { _ = verifier.verdict(submission) } == isParsed)
    }
    #expect(verifier.verdict(usual).isVerified)
    #expect(verifier.verdict(early).code == "chain.not-yet-valid")
  }

  @Test("Refused chains, and those with a choice of intermediates, are not kept")
  func onlySuccesses() throws {
    let usual = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(usual.setup)
    for attack in Catalogue.attacks where attack.id.hasPrefix("C0") || attack.id.hasPrefix("C1") {
      let submission = try attack.forgery()
      #expect(!verifier.verdict(submission).isVerified)
    }
    #expect(verifier.cachedChainCount == 0)
    let twice = try Fixture.receipt { $0.arrange = { [$0.leaf, $0.intermediate, $0.intermediate] } }
    #expect(verifier.verdict(twice).isVerified)
    #expect(verifier.cachedChainCount == 0)
  }

  @Test("A known chain of many centuries is no excuse for a date that a new one would not have")
  func plausibleDates() throws {
    func submission(_ creation: String) throws -> Submission {
      try Fixture.receipt { scene in
        let (from, to) = ("19600101000000Z", "99991231235959Z")
        scene.root.setValidity(from, to, tag: 0x18)
        scene.intermediate.setValidity(from, to, tag: 0x18)
        scene.leaf.setValidity(from, to, tag: 0x18)
        scene.isRootPinned = true
        scene.setCreation(creation)
        scene.now = "9000-01-01T00:00:00Z"
      }
    }
    let good = try submission("2050-01-01T00:00:00Z")
    let verifier = try ReceiptVerifier(good.setup)
    #expect(verifier.verdict(good).isVerified)
    #expect(verifier.cachedChainCount == 1)
    #expect(verifier.verdict(try submission("2150-01-01T00:00:00Z")).code == "chain.expired")
    #expect(verifier.verdict(try submission("1999-01-01T00:00:00Z")).code == "chain.not-yet-valid")
  }

  @Test("A verifier that knows many chains answers every attack as a new one does")
  func sameAnswers() throws {
    let submissions = try Catalogue.attacks.flatMap { [try $0.forgery(), try $0.twin()] }
    let expected = try submissions.map { try $0.verdict() }
    var verifiers: [SetupKey: ReceiptVerifier] = [:]
    for _ in 1...2 {
      for index in submissions.indices.shuffled() {
        let submission = submissions[index]
        let key = SetupKey(submission.setup)
        let verifier = try verifiers[key] ?? ReceiptVerifier(submission.setup)
        verifiers[key] = verifier
        #expect(verifier.verdict(submission) == expected[index])
      }
    }
    #expect(verifiers.count < submissions.count / 10)
  }
}

/// A setup with its bundle identifiers by their bytes: to `String`, K and the Kelvin sign are the same.
private struct SetupKey: Hashable {
  let setup: VerifierSetup
  let bundleIDs: [[UInt8]]?

  init(_ setup: VerifierSetup) {
    self.setup = setup
    bundleIDs = setup.bundleIDs?.map { Array($0.utf8) }
  }
}
