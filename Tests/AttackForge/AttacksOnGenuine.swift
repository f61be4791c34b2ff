// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// Attacks that begin with receipts of Apple's, from the corpus when there is one, and with our own otherwise.
  static let onGenuine: [Attack] = rewritten + recombined + cut + others

  /// A genuine receipt, ours when the corpus lacks it, taken apart, with its verifier.
  private static func genuine(
    _ digits: String, era: @escaping Step = { _ in }
  ) throws -> Submission {
    guard let bytes = Corpus.receipt(digits) else { return try Scene.build(era) }
    return Submission(bytes, .apple(), now: "2026-11-30T00:00:00Z")
  }

  /// An attack on the genuine receipt with these digits.
  private static func onReceipt(
    _ id: String, _ sentence: String, _ digits: String, _ required: Requirement,
    era: @escaping Step = { _ in },
    _ change: @escaping @Sendable (inout [UInt8], MessageParts) throws -> Void
  ) -> Attack {
    Attack(
      id, sentence, required,
      forgery: {
        var submission = try genuine(digits, era: era)
        let parts = MessageParts(submission.bytes)
        try change(&submission.bytes, parts)
        return submission
      }, twin: { try genuine(digits, era: era) })
  }

  private static let signature = Requirement.code("signature.mismatch")

  private static let rewritten: [Attack] = [
    onReceipt("J02", "the bundle id of a SHA-256 receipt rewritten", "ec2ede7f", signature) { bytes, _ in
      try bytes.spoil("com.")
    },
    onReceipt("J03", "a purchase's date in a SHA-1 receipt rewritten", "491d8bbe", signature, era: Scene.sha1)
    {
      bytes, parts in
      // Twenty characters behind the tag of a date; the creation date is left alone.
      let dates = parts.content.indices.dropLast(22).filter {
        parts.content[$0] == 0x16 && parts.content[$0 + 1] == 20
      }
      guard let start = bytes.firstIndex(of: parts.content), let last = dates.last else {
        throw NotInReceipt(text: "date")
      }
      bytes[start + last + 20] ^= 1
    },
    onReceipt(
      "J10", "a SHA-256 receipt from before 2025 said to be SHA-1", "ec2ede7f", signature,
      era: { scene in
        scene.setCreation("2024-09-01T00:00:00Z")
      }
    ) { bytes, parts in
      try bytes.relabel(parts, digest: .sha1)
    },
  ]

  private static let recombined: [Attack] = [
    onReceipt(
      "J04", "certificates and signature of one receipt around the content of another", "bebb16e2",
      .anyOf(["signature", "chain"])
    ) { bytes, parts in
      let other = try genuine("ec2ede7f", era: { $0.receipt.set(.utf8String(3, "8")) })
      bytes = parts.message(content: MessageParts(other.bytes).content).encoded
    },
    onReceipt(
      "J07", "the genuine certificates, signed by another that is embedded too", "bebb16e2",
      .code("chain.untrusted")
    ) { bytes, parts in
      let attacker = try Scene.attackersSigner()
      var message = parts.message(content: parts.content)
      message.certificates?.append(attacker.certificates[0])
      message.signerInfos = [try attacker.signerInfo(over: parts.content)]
      bytes = message.encoded
    },
    onReceipt("J08", "the genuine certificate named, another key used", "bebb16e2", signature) {
      bytes, parts in
      var message = parts.message(content: parts.content)
      message.signerInfos[0].signature = try Keys.stranger.get().sign(parts.content, digest: .sha256)
      bytes = message.encoded
    },
    onReceipt(
      "J15", "the genuine payload handed in as signed attributes around a forged one", "bebb16e2",
      .anyOf(["structure", "unsupported"])
    ) { bytes, parts in
      var forged = parts.content
      try forged.spoil(Corpus.receipt("bebb16e2") == nil ? "com.example.app.lifetime" : "2025-12-26T18:39:47")
      var message = parts.message(content: forged)
      message.signerInfos[0].signedAttributes = [0xA0] + parts.content.dropFirst()
      bytes = message.encoded
    },
  ]

  private static let cut: [Attack] = [
    onReceipt("J11", "the first half", "bebb16e2", .code("encoding.truncated")) { bytes, _ in
      bytes.removeLast(bytes.count / 2)
    },
    onReceipt("J12", "a line break behind", "bebb16e2", .code("structure.trailing-bytes")) { bytes, _ in
      bytes.append(0x0A)
    },
  ]

  private static func xcode(_ change: @escaping (inout Submission) -> Void) throws -> Submission {
    var submission: Submission
    if let bytes = Corpus.receipt("920ed85d") {
      submission = Submission(bytes, .apple(["production", "sandbox", "xcode"]), now: "2026-11-30T00:00:00Z")
      submission.setup.knowsXcode = true
    } else {
      submission = try Scene.build { try $0.signLocally() }
    }
    change(&submission)
    return submission
  }

  private static func forget(_ submission: inout Submission) {
    submission.setup.knowsXcode = false
    submission.setup.localTestingCertificates = []
  }

  private static let others: [Attack] = [
    Attack(
      "J05", "a receipt of Xcode's for a verifier that does not know Xcode", .code("chain.untrusted"),
      forgery: { try xcode { forget(&$0) } }, twin: { try xcode { _ in } }),
    Attack(
      "J06", "the same with another environment", .code("chain.untrusted"),
      forgery: {
        try xcode { submission in
          forget(&submission)
          // As long as "Xcode", so that no length changes.
          if let index = submission.bytes.firstIndex(of: [0x0C, 0x05] + Array("Xcode".utf8)) {
            submission.bytes.replaceSubrange(index + 2..<index + 7, with: Array("Produ".utf8))
          }
        }
      }, twin: { try xcode { _ in } }),
    // App Attest receipts have the same envelope and an ECDSA signature.
    Attack("J13", "a receipt of App Attest's kind", "unsupported.signature") { scene in
      try scene.setKeys(leaf: try Keys.ellipticCurve.get())
      scene.signatureAlgorithm = .ecdsaWithSHA256
      scene.receipt = ReceiptRecipe(attributes: [
        .utf8String(2, "ABCDE12345.com.example.app"), .bytes(3, Array(0...64)), .utf8String(6, "RECEIPT"),
        .utf8String(12, "2025-03-01T12:00:00.123Z"),
      ])
    },
    // The sample of 2010 has neither type 0 nor types above 14.
    Attack("J14", "a receipt of the kind of 2010, without a receipt type", "payload.missing-attribute") {
      scene in
      scene.receipt.remove(type: 0)
      for type in Int64(15)...25 { scene.receipt.remove(type: type) }
    },
  ]
}

extension MessageParts {
  /// The same certificates, signer and signature around some content.
  func message(content: [UInt8]) -> SignedDataRecipe {
    var signer = SignerInfoRecipe(
      issuer: DistinguishedName([]), serialNumber: [], digestAlgorithm: DigestAlgorithm.sha256.identifier,
      signatureAlgorithm: .rsaEncryption, signature: signature)
    signer.signerIdentifier = signerIdentifier
    return SignedDataRecipe(
      content: [DERWriter.encode { $0.octetString(content) }], certificates: certificates,
      digestAlgorithms: [DigestAlgorithm.sha256.identifier], signerInfos: [signer])
  }
}

extension [UInt8] {
  /// Says that another digest was signed.
  mutating func relabel(_ parts: MessageParts, digest: ReceiptForge.DigestAlgorithm) throws {
    var message = parts.message(content: parts.content)
    message.digestAlgorithms = [digest.identifier]
    message.signerInfos[0].digestAlgorithm = digest.identifier
    self = message.encoded
  }
}
