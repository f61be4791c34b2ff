// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import Testing

@Suite("ReceiptRecipe") struct ReceiptRecipeTests {
  @Test("App Store style sorts both SETs, Xcode style keeps the order given")
  func order() {
    let purchase = PurchaseRecipe([.utf8String(1702, "p"), .integer(1701, 1)])
    let row1702 = hex("30 0c 02 02 06 a6 02 01 01 04 03 0c 01 70")
    let row1701 = hex("30 0c 02 02 06 a5 02 01 01 04 03 02 01 01")
    let rows = { (style: ReceiptStyle) in
      style == .der ? row1701 + row1702 : row1702 + row1701
    }
    var recipe = ReceiptRecipe(
      attributes: [.ia5String(21, ""), .utf8String(0, "Xcode"), .ia5String(12, "")], purchases: [purchase])
    let type17 = { hex("30 26 02 01 11 02 01 01 04 1e 31 1c") + rows($0) }
    let type21 = hex("30 0a 02 01 15 02 01 01 04 02 16 00")
    let type0 = hex("30 0f 02 01 00 02 01 01 04 07 0c 05 58 63 6f 64 65")
    let type12 = hex("30 0a 02 01 0c 02 01 01 04 02 16 00")
    #expect(recipe.payload() == hex("31 51") + type12 + type21 + type0 + type17(.der))
    recipe.style = .xcode
    #expect(recipe.payload() == hex("31 51") + type17(.xcode) + type21 + type0 + type12)
  }

  @Test("the device hash is SHA-1 over GUID, opaque value, and bundle id with its header")
  func deviceHash() throws {
    var recipe = ReceiptRecipe(attributes: [.utf8String(2, "b"), .bytes(4, version: 2, [0xAA])])
    try recipe.setDeviceHash(guid: [0x01, 0x02])
    let expected = try DigestAlgorithm.sha1.hash([0x01, 0x02, 0xAA, 0x0C, 0x01, 0x62])
    #expect(recipe.attributes.last == .bytes(5, expected))
    try recipe.setDeviceHash(guid: [])
    #expect(recipe.attributes.count == 3)
  }

  @Test("setting an attribute replaces its like, removing takes every copy")
  func changes() {
    var recipe = Fixture.recipe
    recipe.set(.utf8String(2, "other"))
    #expect(recipe.attributes.filter { $0.type == [2] } == [.utf8String(2, "other")])
    recipe.attributes.append(.utf8String(2, "second"))
    recipe.remove(type: 2)
    #expect(!recipe.attributes.contains { $0.type == [2] })
    recipe.purchases[0].set(.integer(1701, -1))
    recipe.purchases[0].set(.integer(1707, content: [0x00, 0x03]))
    recipe.purchases[0].remove(type: 1702)
    #expect(recipe.purchases[0].attributes == [.integer(1701, -1), .integer(1707, content: [0x00, 0x03])])
  }

  @Test("types and versions can be any integer, and junk stands among the attributes")
  func defects() {
    var recipe = ReceiptRecipe(attributes: [
      ReceiptAttribute(type: [1, 0, 0, 0, 2], version: [0, 1], value: [])
    ])
    recipe.otherElements = [[0x05, 0x00]]
    #expect(recipe.payload() == hex("31 11 05 00 30 0d 02 05 01 00 00 00 02 02 02 00 01 04 00"))
  }
}

@Suite("SignedDataRecipe") struct SignedDataRecipeTests {
  private func signer(_ era: ChainEra = .sha256) throws -> ReceiptSigner {
    try Fixture.authority.get().signer(era)
  }

  @Test(
    "a receipt holds payload, certificates in order, and a PKCS #1 signature over the payload",
    arguments: Fixture.eras)
  func whole(_ era: ChainEra) throws {
    let signer = try signer(era)
    let data = try Fixture.recipe.signedData(by: signer)
    #expect(data.content == [DERWriter.encode { $0.octetString(Fixture.recipe.payload()) }])
    #expect(data.certificates == signer.certificates)
    #expect(
      data.signerInfos.map(\.signature) == [
        try signer.key.sign(Fixture.recipe.payload(), digest: signer.digest)
      ])
    let signature = try #require(data.signerInfos.first?.signature)
    let payload = Fixture.recipe.payload()
    #expect(verifies(signature, of: payload, digest: signer.digest, key: signer.key))
    #expect(data.encoded.prefix(2) == [0x30, 0x82])
  }

  @Test("Xcode style uses indefinite lengths on the way to the content, closed after it and at the end")
  func xcode() throws {
    var recipe = Fixture.recipe
    recipe.style = .xcode
    let bytes = try recipe.signed(by: .xcodeLike())
    let head =
      "30 80 06 09 2a 86 48 86 f7 0d 01 07 02 a0 80 30 80 02 01 01 31 0f 30 0d 06 09 60 86 48 01 65 03 04 02"
      + "01 05 00 30 80 06 09 2a 86 48 86 f7 0d 01 07 01 a0 80 24 80 04 81"
    #expect(bytes.starts(with: hex(head)))
    #expect(bytes.suffix(6).allSatisfy { $0 == 0 })
    #expect(contains(bytes, recipe.payload() + [0, 0, 0, 0, 0, 0, 0xA0, 0x82]))
  }

  @Test("every field can be replaced or left out")
  func defects() throws {
    var data = SignedDataRecipe(content: nil, certificates: nil, digestAlgorithms: [], signerInfos: [])
    data.version = [3]
    data.contentType = "1.2.3"
    data.encapsulatedContentType = "1.2.4"
    #expect(data.encoded == hex("30 15 06 02 2a 03 a0 0f 30 0d 02 01 03 31 00 30 04 06 02 2a 04 31 00"))
    data.content = [[0x05, 0x00], [0x05, 0x00]]
    data.certificates = []
    data.crls = [[0x05, 0x00]]
    data.trailingElements = [[0x01, 0x00]]
    data.trailingContentElements = [[0x02, 0x00]]
    data.trailingContentInfoElements = [[0x03, 0x00]]
    data.trailingBytes = [0x0A]
    data.lengths.contentInfo = .long(octets: 3)
    data.lengths.encapsulatedContent = .literal([0xFF])
    let signedData =
      "30 1b 02 01 03 31 00 30 0a 06 02 2a 04 a0 ff 05 00 05 00 a0 00 a1 02 05 00 31 00 01 00"
    #expect(data.encodedSignedData == hex(signedData))
    #expect(
      data.encoded == hex("30 83 00 00 27 06 02 2a 03 a0 1f" + signedData + "02 00 03 00 0a"))
  }

  @Test("every field of SignerInfo can be replaced")
  func signerInfoDefects() {
    var info = SignerInfoRecipe(
      issuer: DistinguishedName(encoded: [0x30, 0x00]), serialNumber: [0x00, 0x07],
      digestAlgorithm: AlgorithmIdentifier("1.2.3", parameters: nil),
      signatureAlgorithm: AlgorithmIdentifier("1.2.4"), signature: [0xAA])
    #expect(
      info.encoded
        == hex("30 1c 02 01 01 30 06 30 00 02 02 00 07 30 04 06 02 2a 03 30 06 06 02 2a 04 05 00 04 01 aa"))
    info.version = [3]
    info.signerIdentifier = [0x80, 0x00]
    info.signedAttributes = [0xA0, 0x00]
    info.unsignedAttributes = [0xA1, 0x00]
    info.encodedSignature = [0x24, 0x00]
    info.trailingElements = [[0x05, 0x00]]
    #expect(
      info.encoded
        == hex("30 1b 02 01 03 80 00 30 04 06 02 2a 03 a0 00 30 06 06 02 2a 04 05 00 24 00 a1 00 05 00"))
  }
}
