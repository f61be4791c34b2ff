// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge
import Testing

/// A change that breaks a message, and what must be said of it.
struct Breakage: Sendable, CustomTestStringConvertible {
  let name: String
  let code: ASN1Error.Code
  let path: String
  let place: Locator
  let change: @Sendable (inout SignedDataRecipe) -> Void

  init(
    _ name: String, _ code: ASN1Error.Code, _ path: String, _ place: Locator,
    _ change: @escaping @Sendable (inout SignedDataRecipe) -> Void
  ) {
    self.name = name
    self.code = code
    self.path = path
    self.place = place
    self.change = change
  }

  var testDescription: String { name }
}

@Suite("SignedData: what is refused, and where") struct SignedDataFaultTests {
  private static let data = oid("1.2.840.113549.1.7.1")
  private static let signedData = oid("1.2.840.113549.1.7.2")
  private static let sha256 = AlgorithmIdentifier("2.16.840.1.101.3.4.2.1")
  private static let sha1 = AlgorithmIdentifier("1.3.14.3.2.26")
  private static let info = "signedData.signerInfos[0]"

  static let breakages: [Breakage] = [
    // ContentInfo
    Breakage("outer type data", .contentType, "contentInfo.contentType", .first(data)) {
      $0.contentType = "1.2.840.113549.1.7.1"
    },
    Breakage("outer type envelopedData", .contentType, "contentInfo.contentType", .first([6], plus: 0)) {
      $0.contentType = "1.2.840.113549.1.7.3"
    },
    Breakage("an element after the content of ContentInfo", .extraElement, "contentInfo", .last([5, 0])) {
      $0.trailingContentInfoElements = [[5, 0]]
    },
    Breakage("a second value inside [0]", .extraElement, "contentInfo.content", .last([5, 0])) {
      $0.trailingContentElements = [[5, 0]]
    },
    Breakage("a zero octet behind", .trailingBytes, "contentInfo", .last([0])) { $0.trailingBytes = [0] },
    Breakage("a newline behind", .trailingBytes, "contentInfo", .last([10])) { $0.trailingBytes = [10] },
    Breakage("a second message behind", .trailingBytes, "contentInfo", .last([0x30, 0x80, 0, 0])) {
      $0.trailingBytes = [0x30, 0x80, 0, 0]
    },

    // SignedData
    Breakage("version 0", .version, "signedData.version", .first([2, 1, 0])) { $0.version = [0] },
    Breakage("version 3", .version, "signedData.version", .first([2, 1, 3])) { $0.version = [3] },
    Breakage("version 2⁶⁴ + 1", .version, "signedData.version", .first([2, 9, 1])) {
      $0.version = [1, 0, 0, 0, 0, 0, 0, 0, 1]
    },
    Breakage("padded version", .integer, "signedData.version", .first([2, 2, 0, 1], plus: 2)) {
      $0.version = [0, 1]
    },
    Breakage("empty version", .integer, "signedData.version", .first([2, 0], plus: 2)) { $0.version = [] },
    Breakage(
      "no digest algorithm", .digestAlgorithms, "signedData.digestAlgorithms", .first([0x31, 0], plus: 2)
    ) {
      $0.digestAlgorithms = []
    },
    Breakage("two digest algorithms", .digestAlgorithms, "signedData.digestAlgorithms", .first(sha1.encoded))
    {
      $0.digestAlgorithms = [sha256, sha1]
    },
    Breakage(
      "one digest algorithm twice", .digestAlgorithms, "signedData.digestAlgorithms",
      .first(sha256.encoded, plus: 15)
    ) {
      $0.digestAlgorithms = [sha256, sha256]
    },
    Breakage("the digest of nobody", .digestAlgorithms, info, .last(sha256.encoded)) {
      $0.digestAlgorithms = [sha1]
    },
    Breakage("a digest with parameters", .algorithmParameters, "signedData.digestAlgorithms", .first([4, 0]))
    {
      $0.digestAlgorithms[0].parameters = [4, 0]
    },
    Breakage(
      "a digest with a NULL that has contents", .algorithmParameters, "signedData.digestAlgorithms",
      .first([5, 1, 0])
    ) {
      $0.digestAlgorithms[0].parameters = [5, 1, 0]
    },
    Breakage(
      "a digest with two parameters", .extraElement, "signedData.digestAlgorithms",
      .first([5, 0, 4, 0], plus: 2)
    ) {
      $0.digestAlgorithms[0].parameters = [5, 0, 4, 0]
    },
    Breakage(
      "wrong and extra parameters: the first counts", .algorithmParameters, "signedData.digestAlgorithms",
      .first([4, 0, 5, 0])
    ) {
      $0.digestAlgorithms[0].parameters = [4, 0, 5, 0]
    },
    Breakage(
      "parameters of indefinite length", .indefiniteLength, "signedData.digestAlgorithms",
      .first([0x30, 0x80], plus: 1)
    ) {
      $0.digestAlgorithms[0].parameters = [0x30, 0x80, 0, 0]
    },
    Breakage("an element after the signers", .extraElement, "signedData", .last([5, 0])) {
      $0.trailingElements = [[5, 0]]
    },
    Breakage("revocation lists", .revocationLists, "signedData.crls", .last([0xA1, 2, 5, 0])) {
      $0.crls = [[5, 0]]
    },

    // EncapsulatedContentInfo
    Breakage(
      "content type signedData", .contentType, "signedData.encapContentInfo.eContentType", .last(signedData)
    ) {
      $0.encapsulatedContentType = "1.2.840.113549.1.7.2"
    },
    Breakage(
      "content type TSTInfo", .contentType, "signedData.encapContentInfo.eContentType",
      .last(oid("1.2.840.113549.1.9.16.1.4"))
    ) {
      $0.encapsulatedContentType = "1.2.840.113549.1.9.16.1.4"
    },
    Breakage("no content", .detached, "signedData.encapContentInfo.eContent", .first(data, plus: 11)) {
      $0.content = nil
    },
    Breakage(
      "an empty [0] for the content", .missingElement, "signedData.encapContentInfo.eContent",
      .first([0xA0, 0], plus: 2)
    ) {
      $0.content = []
    },
    Breakage(
      "the content without its OCTET STRING", .unexpectedElement, "signedData.encapContentInfo.eContent",
      .first(Fixture.content)
    ) {
      $0.content = [Fixture.content]
    },
    Breakage(
      "two OCTET STRINGs", .extraElement, "signedData.encapContentInfo.eContent", .first([4, 1, 0x42])
    ) {
      $0.content?.append([4, 1, 0x42])
    },
    Breakage(
      "content in pieces of which one is none", .octetString, "signedData.encapContentInfo.eContent",
      .first([0x0C, 1, 0x42])
    ) {
      $0.content = [[0x24, 0x80, 4, 1, 0x41, 0x0C, 1, 0x42, 0, 0]]
    },
    Breakage(
      "content nested five deep", .depth, "signedData.encapContentInfo.eContent", .first([0x24, 2, 4, 0])
    ) {
      $0.content = [[0x24, 10, 0x24, 8, 0x24, 6, 0x24, 4, 0x24, 2, 4, 0]]
    },

    // Certificates
    Breakage(
      "an attribute certificate [1]", .certificateChoice, "signedData.certificates[3]", .last([0xA1, 0])
    ) {
      $0.certificates?.append([0xA1, 0])
    },
    Breakage(
      "a certificate [2] in front", .certificateChoice, "signedData.certificates[0]", .first([0xA2, 0])
    ) {
      $0.certificates?.insert([0xA2, 0], at: 0)
    },
    Breakage(
      "a NULL among the certificates", .unexpectedElement, "signedData.certificates[1]",
      .first([5, 0, 0x30, 0x82])
    ) {
      $0.certificates?.insert([5, 0], at: 1)
    },
    Breakage(
      "an empty SEQUENCE among the certificates", .missingElement, "signedData.certificates[3]",
      .last([0x30, 0], plus: 2)
    ) {
      $0.certificates?.append([0x30, 0])
    },
    Breakage("nine certificates", .certificateCount, "signedData.certificates[8]", .last([0x30, 1, 0xEE])) {
      let first = $0.certificates?.first ?? []
      $0.certificates = Array(repeating: first, count: 8) + [[0x30, 1, 0xEE]]
    },

    // SignerInfo
    Breakage("SignerInfo version 0", .version, info, .last([2, 1, 0])) { $0.signerInfos[0].version = [0] },
    Breakage("SignerInfo version 3", .version, info, .last([2, 1, 3])) {
      $0.signerInfos[0].version = [3]
      $0.signerInfos[0].signerIdentifier = [0x80, 1, 0xEE]
    },
    Breakage("a signer named by its key", .signerIdentifier, info, .last([0x80, 1, 0xEE])) {
      $0.signerInfos[0].signerIdentifier = [0x80, 1, 0xEE]
    },
    Breakage("a signer named by something else", .unexpectedElement, info, .last([0xA0, 1, 0xEE])) {
      $0.signerInfos[0].signerIdentifier = [0xA0, 1, 0xEE]
    },
    Breakage("a signer without serial number", .missingElement, info, .last([0x30, 2, 0x30, 0], plus: 4)) {
      $0.signerInfos[0].signerIdentifier = [0x30, 2, 0x30, 0]
    },
    Breakage("a signer with one field more", .extraElement, info, .last([2, 1, 1, 5, 0], plus: 3)) {
      $0.signerInfos[0].signerIdentifier = [0x30, 7, 0x30, 0, 2, 1, 1, 5, 0]
    },
    Breakage("another digest than announced", .digestAlgorithms, info, .last(sha1.encoded)) {
      $0.signerInfos[0].digestAlgorithm = sha1
    },
    Breakage(
      "another digest, and unsigned attributes: the first counts", .digestAlgorithms, info,
      .last(sha1.encoded)
    ) {
      $0.signerInfos[0].digestAlgorithm = sha1
      $0.signerInfos[0].unsignedAttributes = [0xA1, 0]
    },
    Breakage("RSA with other parameters than NULL", .algorithmParameters, info, .last([0x30, 2, 5, 0])) {
      $0.signerInfos[0].signatureAlgorithm.parameters = [0x30, 2, 5, 0]
    },
    Breakage("a signature in pieces", .unexpectedElement, info, .last([0x24, 3, 4, 1, 0xEE])) {
      $0.signerInfos[0].encodedSignature = [0x24, 3, 4, 1, 0xEE]
    },
    Breakage("unsigned attributes", .unsignedAttributes, info, .last([0xA1, 0])) {
      $0.signerInfos[0].unsignedAttributes = [0xA1, 0]
    },
    Breakage("an element after the signature", .extraElement, info, .last([5, 0])) {
      $0.signerInfos[0].trailingElements = [[5, 0]]
    },
    Breakage("nine signers", .signerInfoCount, "signedData.signerInfos[8]", .last([0x30, 0x82])) {
      $0.signerInfos = Array(repeating: $0.signerInfos[0], count: 9)
    },
  ]

  @Test("each is refused with its code, at its first offending byte, in its field", arguments: breakages)
  func refused(breakage: Breakage) throws {
    var recipe = try Fixture.message.get()
    #expect(SignedData.decode(recipe.encoded).fault == nil)
    breakage.change(&recipe)
    let bytes = recipe.encoded
    let fault = SignedData.decode(bytes).fault
    let offset = try #require(breakage.place.offset(in: bytes))
    #expect(fault == PKCS7Error(breakage.code, at: offset, path: breakage.path), "\(fault?.summary ?? "nil")")
  }

  @Test("SignedData without its ContentInfo is none")
  func bare() throws {
    let fault = SignedData.decode(try Fixture.message.get().encodedSignedData).fault
    #expect(fault == PKCS7Error(.unexpectedElement, at: 4, path: "contentInfo.contentType"))
  }

  @Test(
    "the shell is refused where its encoding is not one",
    arguments: [
      ("", ASN1Error.Code.truncated, 0, "contentInfo"), ("30", .truncated, 1, "contentInfo"),
      ("04 80 01 00 00", .indefiniteLength, 1, "contentInfo"), ("1F 80", .tag, 0, "contentInfo"),
      ("30 FF", .length, 1, "contentInfo"), ("30 88 FF FF FF FF FF FF FF FF", .length, 1, "contentInfo"),
      ("30 84 7F FF FF FF", .truncated, 6, "contentInfo.contentType"),
      ("30 81 01 00", .length, 1, "contentInfo"),
      ("30 84 FF FF FF FF", .truncated, 6, "contentInfo.contentType"),
      ("00 00", .endOfContents, 0, "contentInfo"), ("31 00", .unexpectedElement, 0, "contentInfo"),
      ("30 00", .missingElement, 2, "contentInfo.contentType"),
      ("30 80 00 00", .missingElement, 2, "contentInfo.contentType"),
      ("30 80 30 80", .indefiniteLength, 3, "contentInfo.contentType"),
      ("30 03 06 01 81", .objectIdentifier, 5, "contentInfo.contentType"),
      ("30 0B 06 09 2A 86 48 86 F7 0D 01 07 02", .missingElement, 13, "contentInfo.content"),
      ("30 0D 06 09 2A 86 48 86 F7 0D 01 07 02 A0 00", .missingElement, 15, "signedData"),
      ("30 0F 06 09 2A 86 48 86 F7 0D 01 07 02 A0 02 30 00", .missingElement, 17, "signedData.version"),
    ])
  func shell(bytes: String, code: ASN1Error.Code, offset: Int, path: String) {
    let fault = SignedData.decode(hex(bytes)).fault
    #expect(fault == PKCS7Error(code, at: offset, path: path), "\(fault?.summary ?? "nil")")
  }
}
