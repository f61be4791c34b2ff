// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The signature, its algorithms, and what it covers.
  static let onSignature: [Attack] = onSignedBytes + onSignedAttributes + onAlgorithms + onPadding

  private static let onSignedBytes: [Attack] = [
    Attack("B01", "one bit of the signature flipped", "signature.mismatch") { scene in
      scene.edit { $0.signerInfos[0].signature[255] ^= 1 }
    },
    Attack("B02", "the product id rewritten", "signature.mismatch") { scene in
      scene.editBytes { try $0.spoil("com.example.app.monthly") }
    },
    Attack("B03", "the bundle id rewritten", "signature.mismatch") { scene in
      scene.setup.bundleIDs = ["com.example.apq"]
      scene.editBytes { bytes in try bytes.spoilBundleID() }
    },
    Attack("B04", "the creation date rewritten", "signature.mismatch") { scene in
      scene.editBytes { bytes in try bytes.spoil("2016-01-15T10:00") }
    },
    Attack("B34", "signed by another key in the name of the genuine certificate", "signature.mismatch") {
      scene in
      scene.signingKey = try Keys.stranger.get()
    },
    Attack("B35", "the signature a constructed OCTET STRING", .code("structure.unexpected-element")) {
      scene in
      scene.edit { message in
        let signature = message.signerInfos[0].signature
        message.signerInfos[0].encodedSignature = DERWriter.encode {
          $0.octetString(pieces: [signature], length: .minimal)
        }
      }
    },
    Attack("B36", "parameters that are not NULL", "structure.algorithm-parameters") { scene in
      scene.signatureAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.1", parameters: [0x30, 0x00])
    },
  ]

  // MARK: - Signed attributes

  /// An attack by a message with signed attributes, which are refused whatever they say.
  private static func attributes(
    _ id: String, _ sentence: String, _ change: @escaping @Sendable (inout SignedAttributes) throws -> Void
  ) -> Attack {
    Attack(id, sentence, "unsupported.signed-attributes") { scene in
      scene.editMade { message, made in
        var attributes = try SignedAttributes(content: made.content)
        try change(&attributes)
        message.signerInfos[0].signedAttributes = attributes.encoded(tag: 0xA0)
        message.signerInfos[0].signature = try made.signer.key.sign(
          attributes.encoded(tag: attributes.signedTag), digest: made.signer.digest)
      }
    }
  }

  private static let onSignedAttributes: [Attack] = [
    Attack("B05", "attributes and their signature kept, the content swapped", "unsupported.signed-attributes")
    {
      scene in
      scene.editMade { message, made in
        let attributes = try SignedAttributes(content: made.content)
        message.signerInfos[0].signedAttributes = attributes.encoded(tag: 0xA0)
        message.signerInfos[0].signature = try made.signer.key.sign(
          attributes.encoded(tag: 0x31), digest: .sha256)
        var content = made.content
        try content.spoil("com.example.app.monthly")
        message.content = [DERWriter.encode { $0.octetString(content) }]
      }
    },
    attributes("B06", "no messageDigest") { $0.list.removeAll { $0.type == SignedAttributes.messageDigest } },
    attributes("B07", "no contentType") { $0.list.removeAll { $0.type == SignedAttributes.contentType } },
    attributes("B08", "contentType signedData") { attributes in
      attributes.list[0].values = [DERWriter.encode { $0.objectIdentifier("1.2.840.113549.1.7.2") }]
    },
    attributes("B09", "an empty list of attributes") { $0.list = [] },
    attributes("B10", "a messageDigest of two values") { $0.list[1].values.append($0.list[1].values[0]) },
    attributes("B11", "messageDigest twice, the wrong one first") { attributes in
      var wrong = attributes.list[1]
      wrong.values[0][5] ^= 1
      attributes.list.insert(wrong, at: 1)
    },
    attributes("B12", "messageDigest cut to 20 bytes") { attributes in
      let octets = Array(attributes.list[1].values[0][2..<22])
      attributes.list[1].values[0] = DERWriter.encode { $0.octetString(octets) }
    },
    attributes("B13", "signed with the tag A0 instead of 31") { $0.signedTag = 0xA0 },
    attributes("B14", "attributes in reverse, and signed so") { $0.list.reverse() },
    Attack("B15", "the signed attributes handed in as the content", .code("structure.unexpected-element")) {
      scene in
      scene.content = try SignedAttributes(content: scene.receipt.payload()).encoded(tag: 0x31)
    },
  ]

  // MARK: - Algorithms

  private static let onAlgorithms: [Attack] = [
    Attack("B16", "MD5", "unsupported.digest") { $0.digest = .md5 },
    Attack("B17", "a digest that nobody knows", "unsupported.digest") { scene in
      scene.edit { message in
        message.digestAlgorithms = [AlgorithmIdentifier("1.2.3")]
        message.signerInfos[0].digestAlgorithm = AlgorithmIdentifier("1.2.3")
      }
    },
    Attack("B18", "RSASSA-PSS, declared and done", "unsupported.signature") { scene in
      scene.signatureAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.10", parameters: [0x30, 0x00])
      scene.editMade { message, made in
        message.signerInfos[0].signature = try made.signer.key.signPSS(made.content, digest: .sha256)
      }
    },
    Attack("B18b", "RSASSA-PSS, declared as rsaEncryption", "signature.mismatch") { scene in
      scene.editMade { message, made in
        message.signerInfos[0].signature = try made.signer.key.signPSS(made.content, digest: .sha256)
      }
    },
    Attack("B19", "sha1WithRSAEncryption with the digest SHA-256", "unsupported.signature") { scene in
      scene.signatureAlgorithm = .sha1WithRSA
    },
    onBlock("B20", "DigestInfo of SHA-1 under SHA-256") { content in
      SignatureBlock(digestInfo: try SignatureBlock.digestInfo(content, .sha1))
    },
  ]

  // MARK: - Padding and length

  private static func signature(
    _ id: String, _ sentence: String, given: @escaping Step = { _ in },
    _ change: @escaping @Sendable (inout [UInt8]) throws -> Void
  ) -> Attack {
    Attack(id, sentence, "signature.mismatch", given: given) { scene in
      scene.edit { try change(&$0.signerInfos[0].signature) }
    }
  }

  private static let onPadding: [Attack] = [
    signature("B21", "an empty signature") { $0 = [] },
    signature("B22", "the signature 0") { $0 = Array(repeating: 0, count: $0.count) },
    signature("B23", "the signature 1") { $0 = Array(repeating: 0, count: $0.count - 1) + [1] },
    signature("B24", "a leading zero stripped", given: { try $0.seek { $0[0] == 0 } }) { $0.removeFirst() },
    signature("B25", "a leading zero added") { $0.insert(0, at: 0) },
    signature("B26", "the modulus added", given: { try $0.seek { try addModulus($0) != nil } }) { signature in
      signature = try addModulus(signature) ?? []
    },
    onBlock("B27", "eight bytes of padding and garbage behind") { content in
      SignatureBlock(
        paddingCount: 8, digestInfo: try SignatureBlock.digestInfo(content),
        garbage: Array(repeating: 0xAA, count: 40))
    },
    onBlock("B28", "block type 2") { content in
      SignatureBlock(blockType: 2, padding: 0xA5, digestInfo: try SignatureBlock.digestInfo(content))
    },
    onBlock("B29", "DigestInfo without NULL") { content in
      SignatureBlock(digestInfo: try SignatureBlock.digestInfo(content, parameters: nil))
    },
    onBlock("B30", "DigestInfo with a long form of its length") { content in
      SignatureBlock(digestInfo: try SignatureBlock.digestInfo(content, length: .long(octets: 1)))
    },
    onBlock("B31", "150 bytes of parameters") { content in
      let parameters = DERWriter.encode { $0.octetString(Array(repeating: 0xAA, count: 150)) }
      return SignatureBlock(digestInfo: try SignatureBlock.digestInfo(content, parameters: parameters))
    },
    onBlock("B32", "the hash without DigestInfo") { content in
      SignatureBlock(digestInfo: try DigestAlgorithm.sha256.hash(content))
    },
    // The chain's rules refuse the exponent before anyone looks at the forgery.
    Attack("B33", "a cube root under a leaf with the exponent 3, no private key used", "chain.key") { scene in
      try scene.setKeys(leaf: try Keys.exponent3.get())
      scene.editMade { message, made in message.signerInfos[0].signature = try cubeRootForgery(made.content) }
    },
  ]

  private static func addModulus(_ signature: [UInt8]) throws -> [UInt8]? {
    let modulus = try Keys.authority.get().leafKey.modulus()
    return (LargeNumber(signature) + LargeNumber(modulus)).bytes(count: 256)
  }
}

extension Scene {
  /// Changes the receipt until its signature has a property.
  mutating func seek(_ property: ([UInt8]) throws -> Bool) throws {
    for version in 0..<20_000 {
      receipt.set(.utf8String(3, String(version)))
      if try property(try leafKey.sign(receipt.payload(), digest: digest)) { return }
    }
  }
}

extension [UInt8] {
  /// Changes the value of type 2.
  mutating func spoilBundleID() throws {
    let text = "com.example.app"
    guard let index = firstIndex(of: [0x0C, UInt8(text.utf8.count)] + Array(text.utf8)) else {
      throw NotInReceipt(text: text)
    }
    self[index + 1 + text.utf8.count] ^= 1
  }
}
