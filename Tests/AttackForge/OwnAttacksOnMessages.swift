// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The message around the receipt, beyond the catalogue: order, copies, decoys and what nobody signs.
  static let variedMessages: [Attack] = onOrder + onRoot + onDecoys + onShell

  private static func arranged(
    _ id: String, _ sentence: String, _ required: Requirement,
    _ arrange: @escaping @Sendable (CertificateChain) -> [[UInt8]]
  ) -> Attack {
    Attack("X.order." + id, sentence, required) { $0.arrange = arrange }
  }

  private static let onOrder: [Attack] = [
    arranged("leaf-last", "the leaf last", .verified) { [$0.root, $0.intermediate, $0.leaf] },
    arranged("root-first", "the root first", .verified) { [$0.root, $0.leaf, $0.intermediate] },
    arranged("intermediate-first", "the intermediate first", .verified) {
      [$0.intermediate, $0.leaf, $0.root]
    },
    arranged("no-root", "no root embedded", .verified) { [$0.leaf, $0.intermediate] },
    arranged("leaf-only", "the leaf alone", .code("chain.incomplete")) { [$0.leaf] },
    arranged("intermediate-twice", "the intermediate twice", .verified) {
      [$0.leaf, $0.intermediate, $0.intermediate, $0.root]
    },
    arranged("leaf-twice", "the leaf twice", .code("signer.certificate-ambiguous")) {
      [$0.leaf, $0.leaf, $0.intermediate, $0.root]
    },
    arranged("root-twice", "the root twice", .verified) { [$0.leaf, $0.intermediate, $0.root, $0.root] },
  ]

  private static let onRoot: [Attack] = [
    arranged("root-flipped", "a bit of the embedded root flipped, which nobody signs", .verified) {
      [$0.leaf, $0.intermediate, $0.root.withLastBitFlipped]
    },
    Attack("X.root.embedded-other", "another root of the same name embedded", .verified) { scene in
      var root = scene.root
      root.subjectPublicKeyInfo = try Keys.attacker.get().rootKey.subjectPublicKeyInfo()
      let certificate = try root.signed(by: try Keys.attacker.get().rootKey)
      scene.arrange = { [$0.leaf, $0.intermediate, certificate] }
    },
    Attack("X.root.embedded-leaf", "the embedded root replaced by a developer's leaf", .verified) { scene in
      var developer = scene.leaf
      developer.makeDeveloper(isMarkerCritical: false)
      let certificate = try developer.signed(by: scene.intermediateKey)
      scene.arrange = { [$0.leaf, $0.intermediate, certificate] }
    },
  ]

  private static let onDecoys: [Attack] = [
    Attack("X.decoy.last", "a decoy intermediate of the same name behind the genuine one", .anyOf(["chain"]))
    { scene in
      let decoy = try scene.decoyIntermediate()
      scene.arrange = { [$0.leaf, decoy, $0.root] }
    },
    Attack("X.decoy.expired", "the genuine intermediate beside an expired one of the same key", .verified) {
      scene in
      var older = scene.intermediate
      older.serialNumber = [0x01, 0x02]
      older.setValidity("100101000000Z", "200101000000Z")
      let certificate = try older.signed(by: scene.rootKey)
      scene.arrange = { [$0.leaf, certificate, $0.intermediate, $0.root] }
    },
    Attack(
      "X.decoy.markless", "only an intermediate of the right key without the marker, signed by the root",
      .code("chain.purpose")
    ) { scene in
      var plain = scene.intermediate
      plain.removeExtension(AppleObjectIdentifier.developerRelationsMarker)
      let certificate = try plain.signed(by: scene.rootKey)
      scene.arrange = { [$0.leaf, certificate, $0.root] }
    },
    Attack("X.decoy.leaf", "an attacker's leaf with the genuine serial number and another issuer", .verified)
    { scene in
      let attacker = try Keys.attacker.get()
      var leaf = try attacker.leafRecipe()
      leaf.issuer = DistinguishedName([.commonName("Somebody Else")])
      let certificate = try leaf.signed(by: attacker.intermediateKey)
      scene.arrange = { [certificate, $0.leaf, $0.intermediate, $0.root] }
    },
    Attack(
      "X.decoy.cross", "the leaf's issuer is a self-signed copy of the intermediate", .code("chain.untrusted")
    ) { scene in
      var copy = scene.intermediate
      copy.issuer = copy.subject
      let certificate = try copy.signed(by: scene.intermediateKey)
      scene.arrange = { [$0.leaf, certificate, $0.root] }
    },
    Attack(
      "X.issuer.leaf-key", "a leaf that names the genuine intermediate, signed by itself",
      "chain.certificate-signature"
    ) { scene in
      let attacker = try Keys.attacker.get()
      try scene.setKeys(leaf: attacker.leafKey)
      scene.leafIssuerKey = attacker.leafKey
    },
    Attack(
      "X.issuer.intermediate-key", "an intermediate that names the genuine root, signed by itself",
      "chain.certificate-signature"
    ) { scene in
      let key = try Keys.attacker.get().intermediateKey
      try scene.setKeys(intermediate: key)
      let certificate = try scene.intermediate.signed(by: key)
      scene.arrange = { [$0.leaf, certificate, $0.root] }
    },
    Attack("X.chain.self-issued-4", "an intermediate that was issued by one of its own name", "chain.length")
    {
      try $0.lengthenChain(by: [try Keys.stranger.get()])
    },
    Attack("X.chain.self-issued-6", "three more intermediates of one name", .anyOf(["chain"])) { scene in
      try scene.lengthenChain(by: [
        try Keys.stranger.get(), try Keys.localTesting.get(), try Keys.attacker.get().leafKey,
      ])
    },
    Attack("X.serial.prefix", "a serial number cut by its last octet", "signer.certificate-missing") {
      scene in
      scene.signerIdentifier = (scene.leaf.issuer, scene.leaf.serialNumber.dropLast())
    },
    Attack(
      "X.serial.issuer-swapped", "issuer of one embedded certificate, serial number of another",
      "signer.certificate-missing"
    ) { scene in
      scene.signerIdentifier = (scene.leaf.issuer, scene.intermediate.serialNumber)
    },
  ]

  private static let onShell: [Attack] = [
    Attack("X.shell.xcode", "the shell in Xcode's basic encoding", .verified) { $0.receipt.style = .xcode },
    Attack("X.shell.pieces", "the content in three pieces", .verified) { scene in
      scene.editMade { message, made in
        let third = made.content.count / 3
        let pieces = [0..<third, third..<2 * third, 2 * third..<made.content.count].map {
          Array(made.content[$0])
        }
        message.content = [DERWriter.encode { $0.octetString(pieces: pieces) }]
      }
    },
    Attack(
      "X.shell.signature-indefinite", "the signature in pieces of indefinite length",
      .code("encoding.indefinite-length")
    ) { scene in
      scene.edit { message in
        let signature = message.signerInfos[0].signature
        message.signerInfos[0].encodedSignature = DERWriter.encode { $0.octetString(pieces: [signature]) }
      }
    },
    Attack(
      "X.shell.certificate-indefinite", "a certificate of indefinite length",
      .code("encoding.indefinite-length")
    ) {
      scene in
      scene.arrange = { chain in
        let contents = chain.leaf[DERElement(chain.leaf, at: 0).contents]
        return [[0x30, 0x80] + contents + [0, 0], chain.intermediate, chain.root]
      }
    },
    Attack(
      "X.shell.signed-attributes-empty-set", "signed attributes that are no SET",
      .code("structure.unexpected-element")
    ) { scene in
      scene.edit { $0.signerInfos[0].signedAttributes = [0x31, 0x00] }
    },
    Attack("X.shell.null-parameters", "the digest algorithms without NULL", .verified) { scene in
      scene.edit { message in
        message.digestAlgorithms[0].parameters = nil
        message.signerInfos[0].digestAlgorithm.parameters = nil
      }
    },
    Attack("X.shell.signature-without-null", "the signature algorithm without NULL", .verified) { scene in
      scene.edit { $0.signerInfos[0].signatureAlgorithm.parameters = nil }
    },
    Attack("X.shell.named-digest", "sha256WithRSAEncryption in the place of rsaEncryption", .verified) {
      scene in
      scene.signatureAlgorithm = .sha256WithRSA
    },
    Attack("X.shell.named-sha1", "sha1WithRSAEncryption in the old era", .verified, given: Scene.sha1) {
      scene in
      scene.signatureAlgorithm = .sha1WithRSA
    },
    Attack(
      "X.shell.sha256-named-sha1", "sha256WithRSAEncryption over a SHA-1 digest", "unsupported.signature",
      given: Scene.sha1
    ) { $0.signatureAlgorithm = .sha256WithRSA },
    Attack(
      "X.shell.key-identifier", "version 1 with the signer named by key identifier",
      "structure.signer-identifier"
    ) {
      scene in
      scene.editMade { message, made in
        let identifier = try TestAuthority.keyIdentifier(made.signer.key)
        message.signerInfos[0].signerIdentifier = DERWriter.encode { $0.element(0x80, content: identifier) }
      }
    },
    Attack("X.shell.oid-unfinished", "a content type that ends inside a number", "encoding.object-identifier")
    { scene in
      scene.editBytes { bytes in
        guard let index = bytes.firstIndex(of: [0x01, 0x07, 0x02]) else {
          throw NotInReceipt(text: "signedData")
        }
        bytes[index + 2] |= 0x80
      }
    },
    Attack("X.shell.unused-bits", "a certificate's signature with unused bits", "encoding.bit-string") {
      scene in
      scene.arrange = { chain in
        var leaf = chain.leaf
        // The count of unused bits stands before the 256 octets of the signature.
        leaf[leaf.count - 257] = 1
        return [leaf, chain.intermediate, chain.root]
      }
    },
    Attack(
      "X.shell.end-in-attributes", "a malformed end inside signed attributes", "encoding.end-of-contents"
    ) { scene in
      scene.edit { $0.signerInfos[0].signedAttributes = [0xA0, 0x80, 0x00, 0x01, 0x00] }
    },
    Attack("X.shell.nine-signers", "nine SignerInfos", "limit.signer-infos") { scene in
      scene.edit { message in
        message.signerInfos = Array(repeating: message.signerInfos[0], count: 9)
      }
    },
    Attack("X.shell.junk-in-signer", "an element behind the signature", "structure.extra-element") { scene in
      scene.edit { $0.signerInfos[0].trailingElements = [[0x05, 0x00]] }
    },
    Attack("X.shell.ber-payload", "the payload's length in more octets than it needs", "encoding.length") {
      scene in
      let payload = scene.receipt.payload()
      let contents = Array(payload[DERElement(payload, at: 0).contents])
      scene.content = DERWriter.encode { $0.element(0x31, length: .long(octets: 4), content: contents) }
    },
    Attack("X.shell.unsorted", "a SET that is not sorted", .verified) { scene in
      let payload = scene.receipt.payload()
      let elements = DERElement(payload, at: 0).children(payload).reversed()
      scene.content = DERWriter.encode { writer in
        writer.setOf(elements.map { Array(payload[$0.whole]) }, sorted: false)
      }
    },
  ]
}

extension Scene {
  /// Puts more authorities between intermediate and leaf, all of the intermediate's name.
  mutating func lengthenChain(by keys: [SigningKey]) throws {
    intermediate.set(.basicConstraints(isAuthority: true))
    var issuerKey = intermediateKey
    var certificates: [[UInt8]] = []
    for (number, key) in keys.enumerated() {
      var next = intermediate
      next.issuer = intermediate.subject
      next.serialNumber = [0x10, UInt8(number)]
      next.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
      next.set(.subjectKeyIdentifier(try TestAuthority.keyIdentifier(key)))
      next.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(issuerKey)))
      certificates.append(try next.signed(by: issuerKey))
      issuerKey = key
    }
    leaf.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(issuerKey)))
    leafIssuerKey = issuerKey
    arrange = { [$0.leaf, $0.intermediate] + certificates }
  }

  /// An intermediate of somebody else's that looks like the genuine one.
  func decoyIntermediate() throws -> [UInt8] {
    let attacker = try Keys.attacker.get()
    var decoy = intermediate
    decoy.subjectPublicKeyInfo = try attacker.intermediateKey.subjectPublicKeyInfo()
    return try decoy.signed(by: attacker.rootKey)
  }
}
