// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import PKCS7Decoding
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Transaction receipts") struct TransactionReceiptTests {
  private let fixture: TransactionFixture

  init() throws {
    fixture = try TransactionFixture.shared.get()
  }

  @Test("One of either version is verified, with its trust and its warnings", arguments: [2, 3] as [UInt8])
  func genuine(_ version: UInt8) throws {
    let verified = try fixture.verifier().verify(transactionReceipt: try fixture.text(version: version))
    #expect(verified.trust == .custom)
    #expect(verified.checkedAt.description == "2015-11-18T12:00:00Z")
    #expect(verified.transactionReceipt?.signature?.version == version)
    #expect(verified.signer.digest == .sha1)
    #expect(!verified.isEnvironmentSigned)
    #expect(verified.isBundleIDCompared)
    #expect(verified.deviceBinding == .notChecked)
    #expect(verified.warnings.map(\.code) == [.sha1Chain, .environmentNotSigned])
    #expect(verified.payloadDigest == DigestAlgorithm.sha256.digest(of: TransactionFixture.recipe.signedText))
    let during = try Fixture.instant("2015-11-20T00:00:00Z")
    #expect(verified.entitlements(at: during).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
    #expect(!verified.entitlements(now: .now).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
  }

  @Test("An app receipt's environment is signed")
  func appReceipt() throws {
    let verified = try Fixture.sha256.get().verified()
    #expect(verified.isEnvironmentSigned)
    #expect(verified.transactionReceipt == nil)
  }

  // MARK: - The chain

  @Test("Version 3 needs root and intermediate, and Apple's intermediates help nobody else's receipts")
  func version3Chain() throws {
    let text = try fixture.text()
    let root = fixture.authority.rootCertificate
    #expect(try fixture.verifier(anchors: [root]).refusal(text) == "chain.incomplete signature.certificate")
    #expect(
      try fixture.verifier(anchors: [fixture.intermediate]).refusal(text)
        == "chain.untrusted signature.certificate")
    let apple = try ReceiptVerifier(bundleIDs: .any, environments: .any)
    #expect(try apple.refusal(text) == "chain.incomplete signature.certificate")
    // The right intermediate under the wrong root.
    let stranger = try Keys.attacker.get().rootCertificate
    #expect(
      try fixture.verifier(anchors: [stranger, fixture.intermediate]).refusal(text)?.hasPrefix("chain.")
        == true)
  }

  @Test("An issuer that is named twice is one, so that the chain is known the next time")
  func issuerTwice() throws {
    let (root, issuer) = (fixture.authority.rootCertificate, fixture.intermediate)
    for anchors in [[root, issuer], [root, issuer, issuer], [issuer, root, issuer]] {
      let verifier = try fixture.verifier(anchors: anchors)
      #expect(try verifier.refusal(fixture.text()) == nil)
      #expect(verifier.cachedChainCount == 1)
    }
  }

  @Test("An intermediate among the anchors begins no chain of an app receipt, and does not stand in for one")
  func intermediateIsNoRoot() throws {
    let receipt = try Fixture.sha256.get()
    let signer = try fixture.authority.signer(.sha256)
    for anchors in [[signer.certificates[1]], [fixture.intermediate]] {
      let verifier = try fixture.verifier(anchors: anchors, bundleIDs: .any, environments: .any)
      #expect(verifier.verdict(receipt.bytes, now: .now).code == "chain.untrusted")
    }
  }

  @Test("Version 2 needs the certificate of its issuer, and is not decided without one of the issuer's name")
  func version2Chain() throws {
    let text = try fixture.text(version: 2)
    #expect(try fixture.verifier(anchors: [fixture.intermediate]).refusal(text) == nil)
    #expect(
      try fixture.verifier(anchors: [fixture.authority.rootCertificate]).refusal(text)
        == "chain.untrusted signature.certificate")
    // The name of the issuer with another key.
    let impostor = try Keys.attacker.get().intermediateRecipe(.sha1)
      .signed(by: try Keys.attacker.get().rootKey)
    #expect(
      try fixture.verifier(anchors: [impostor]).refusal(text)
        == "chain.certificate-signature signature.certificate")
    #expect(try fixture.verifier(anchors: [impostor, fixture.intermediate]).refusal(text) == nil)
  }

  @Test("A name alone makes nothing undetermined but a matching signature of version 2")
  func undetermined() throws {
    let key = try Keys.rsa1024.get()
    var leaf = try fixture.authority.purchaseReceiptLeafRecipe(key: key)
    leaf.issuer = DistinguishedName([
      .country("US"), .organization("Apple Inc."), .organizationalUnit("Apple Certification Authority"),
      .commonName("Apple iTunes Store Certification Authority"),
    ])
    let signer = ReceiptSigner(
      key: key, certificates: [try leaf.signed(by: try Keys.stranger.get())], issuer: leaf.issuer,
      serialNumber: leaf.serialNumber, digest: .sha1)
    let recipe = TransactionFixture.recipe { $0.version = 2 }
    let verifier = try fixture.verifier()
    #expect(
      try verifier.refusal(try recipe.text(signedBy: signer))
        == "internal.issuer-not-configured signature.certificate")
    var signature = try recipe.signature(by: signer)
    signature[1] ^= 1
    #expect(try verifier.refusal(recipe.text(signature: signature)) == "signature.mismatch signature")
  }

  @Test("A leaf of version 2 must be made for its purpose, and hold on the day of the purchase")
  func version2Rules() throws {
    let key = try Keys.rsa1024.get()
    func refusal(_ key: SigningKey, _ change: (inout CertificateRecipe) -> Void) throws -> String? {
      var leaf = try fixture.authority.purchaseReceiptLeafRecipe(key: key)
      change(&leaf)
      let signer = ReceiptSigner(
        key: key, certificates: [try leaf.signed(by: fixture.authority.intermediateKey)], issuer: leaf.issuer,
        serialNumber: leaf.serialNumber, digest: .sha1)
      return try fixture.verifier().refusal(
        TransactionFixture.recipe { $0.version = 2 }.text(signedBy: signer))
    }
    #expect(try refusal(key) { _ in } == nil)
    let purpose = "chain.purpose signature.certificate"
    #expect(try refusal(key) { $0.removeExtension(AppleObjectIdentifier.purchaseReceiptMarker) } == purpose)
    #expect(try refusal(key) { $0.set(.basicConstraints(isAuthority: true)) } == purpose)
    #expect(try refusal(key) { $0.removeExtension("2.5.29.15") } == purpose)
    #expect(try refusal(key) { $0.set(.keyUsage([.digitalSignature, .keyCertSign])) } == purpose)
    #expect(try refusal(key) { $0.set(.marker("1.2.3.4", critical: true)) } == purpose)
    #expect(try refusal(key) { $0.version = [1] } == purpose)
    #expect(try refusal(key) { $0.digest = .md5 } == "chain.algorithm signature.certificate")
    // A signature of 1 024 bits has no place for another key's.
    #expect(try refusal(try Keys.stranger.get()) { _ in } == "signature.mismatch signature")
    let purchase = CertificateTime(2015, 11, 18, 12, 0, 0)
    let (before, after) = (CertificateTime(2015, 11, 18, 11, 59, 59), CertificateTime(2015, 11, 18, 12, 0, 1))
    let start = CertificateTime(2014, 1, 1)
    let end = CertificateTime(2017, 1, 1)
    #expect(try refusal(key) { $0.validity = .init(start, after) } == nil)
    #expect(try refusal(key) { $0.validity = .init(purchase, end) } == nil)
    let expired = "chain.expired signature.certificate"
    #expect(try refusal(key) { $0.validity = .init(start, purchase) } == expired)
    #expect(try refusal(key) { $0.validity = .init(start, before) } == expired)
    #expect(
      try refusal(key) { $0.validity = .init(after, end) } == "chain.not-yet-valid signature.certificate")
  }

  @Test("A leaf of app receipts has no place in version 2, nor one of version 2 in version 3")
  func versionsAreNotExchanged() throws {
    let purpose = "chain.purpose signature.certificate"
    let verifier = try fixture.verifier()
    var recipe = TransactionFixture.recipe
    recipe.version = 3
    #expect(
      try verifier.refusal(try recipe.text(signedBy: fixture.version2)) == "signature.mismatch signature")
    let key = try Keys.stranger.get()
    let signer = try fixture.authority.purchaseReceiptSigner(key: key)
    #expect(try verifier.refusal(try recipe.text(signedBy: signer)) == "chain.purpose signature.certificate")
    recipe.version = 2
    var leaf = try fixture.authority.leafRecipe(.sha1)
    leaf.subjectPublicKeyInfo = try Keys.rsa1024.get().subjectPublicKeyInfo()
    let other = ReceiptSigner(
      key: try Keys.rsa1024.get(), certificates: [try leaf.signed(by: fixture.authority.intermediateKey)],
      issuer: leaf.issuer, serialNumber: leaf.serialNumber, digest: .sha1)
    #expect(try verifier.refusal(try recipe.text(signedBy: other)) == purpose)
  }

  @Test("A denied key is denied", arguments: [2, 3] as [UInt8])
  func denied(_ version: UInt8) throws {
    let text = try fixture.text(version: version)
    let certificate = try #require(try TransactionReceipt(decoding: text).signature?.certificate)
    let digest = try #require(DigestAlgorithm.sha256.digest(of: certificate.publicKeyInfo))
    #expect(try fixture.verifier(denied: [digest]).refusal(text) == "chain.denied signature.certificate")
  }

  // MARK: - Dates

  @Test("It is judged at its purchase date", arguments: [2, 3] as [UInt8])
  func dates(_ version: UInt8) throws {
    func refusal(_ date: String, now: String = "2026-11-30T00:00:00Z") throws -> String? {
      let milliseconds = try Fixture.instant(date).millisecondsSince1970
      let text = try fixture.text(version: version) { $0.set("purchase-date-ms", String(milliseconds)) }
      return try fixture.verifier().refusal(text, now: now)
    }
    #expect(try refusal("2016-01-01T00:00:00Z") == nil)
    #expect(try refusal("2016-01-01T00:00:00Z", now: "2015-12-31T23:55:00Z") == nil)
    let future = "chain.future purchase-info.purchase-date"
    #expect(try refusal("2016-01-01T00:00:00Z", now: "2015-12-31T23:54:59Z") == future)
    #expect(try refusal("2012-01-01T00:00:00Z")?.hasPrefix("chain.not-yet-valid ") == true)
    #expect(try refusal("2024-01-01T00:00:00Z")?.hasPrefix("chain.expired ") == true)
    #expect(try refusal("2025-01-24T00:00:00Z") == "chain.algorithm signature")
  }

  @Test("Without a date or an app that can be read, nothing can be verified")
  func required() throws {
    let verifier = try fixture.verifier()
    func refusal(_ change: (inout TransactionReceiptRecipe) -> Void) throws -> String? {
      try verifier.refusal(try fixture.text(change))
    }
    #expect(
      try refusal { recipe in
        recipe.set("purchase-date-ms", nil)
        recipe.set("purchase-date", nil)
      } == "payload.missing-attribute purchase-info.purchase-date")
    #expect(
      try refusal { $0.set("purchase-date-ms", "soon") } == "payload.value purchase-info.purchase-date-ms")
    #expect(try refusal { $0.set("bid", nil) } == "payload.missing-attribute purchase-info.bid")
    #expect(try refusal { $0.set("bid", " com.example.app") } == "payload.value purchase-info.bid")
    #expect(
      try refusal { recipe in
        recipe.set("quantity", "many")
        recipe.set("bid", nil)
      } == "payload.missing-attribute purchase-info.bid")
    #expect(
      try refusal { recipe in
        recipe.set("quantity", "many")
        recipe.set("bid", " com.example.app")
      } == "payload.value purchase-info.bid")
    // Anything else that is malformed grants nothing, and is genuine all the same.
    let text = try fixture.text { $0.set("quantity", "many") }
    let verified = try verifier.verify(transactionReceipt: text)
    #expect(verified.receipt.problems.map(\.path) == ["purchase-info.quantity"])
    let during = try Fixture.instant("2015-11-20T00:00:00Z")
    #expect(!verified.entitlements(at: during).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
  }

  // MARK: - What is expected

  @Test("The caller's expectations are kept")
  func policy() throws {
    let text = try fixture.text()
    #expect(try fixture.verifier(bundleIDs: .any).refusal(text) == nil)
    #expect(
      try fixture.verifier(bundleIDs: ["com.example.other"]).refusal(text)
        == "policy.bundle-id purchase-info.bid")
    #expect(
      try fixture.verifier(environments: [.production]).refusal(text)
        == "environment.not-accepted environment")
    #expect(try fixture.verifier(appVersion: "1.2").refusal(text) == nil)
    #expect(try fixture.verifier(appVersion: "1.3").refusal(text) == "policy.app-version purchase-info.bvrs")
    #expect(
      try fixture.verifier(maximumAge: 60).refusal(text, now: "2015-11-18T12:01:01Z")
        == "policy.age purchase-info.purchase-date")
    #expect(try fixture.verifier(maximumAge: 60).refusal(text, now: "2015-11-18T12:01:00Z") == nil)
    let device = try #require(DeviceIdentifier("6c:40:08:b5:94:5e"))
    #expect(try fixture.verifier(devices: [device]).refusal(text) == "policy.device purchase-info")
  }

  @Test("It says whether its app was compared", arguments: [2, 3] as [UInt8])
  func comparedApp(_ version: UInt8) throws {
    let text = try fixture.text(version: version)
    for (bundleIDs, isCompared) in [(["com.example.app"], true), (.any, false)] as [(AcceptedBundleIDs, Bool)]
    {
      let verified = try fixture.verifier(bundleIDs: bundleIDs).verify(transactionReceipt: text)
      #expect(verified.isBundleIDCompared == isCompared)
    }
  }

  @Test("The environment is not signed, and an unknown one is refused")
  func environment() throws {
    let production = try fixture.text { $0.otherEntries = [] }
    #expect(try fixture.verifier(environments: [.production]).refusal(production) == nil)
    let unknown = try fixture.text { $0.otherEntries = [("environment", "Elsewhere")] }
    #expect(
      try fixture.verifier(environments: .any).refusal(unknown) == "environment.unknown environment")
  }
}
