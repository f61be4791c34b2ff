// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import Testing

@Suite("Errors of a receipt") struct ReceiptErrorTests {
  @Test("every code that a decoder can give has words of its own")
  func catalogue() {
    let codes: [ASN1Error.Code] = [
      .truncated, .length, .tag, .endOfContents, .indefiniteLength, .integer, .boolean, .null,
      .objectIdentifier,
      .octetString, .bitString, .unexpectedElement, .missingElement, .extraElement, .depth,
      .objectIdentifierSize, .pieces,
      .inputSize, .certificateCount, .signerInfoCount, .contentType, .version, .digestAlgorithms,
      .algorithmParameters,
      .detached, .certificateChoice, .revocationLists, .signerIdentifier, .unsignedAttributes, .trailingBytes,
    ]
    let payload = [
      "limit.attributes", "payload.value", "payload.duplicate-attribute", "payload.attribute-type",
      "payload.missing-attribute",
    ]
    for name in codes.map(\.description) + payload {
      let entry = ErrorCatalogue.entries[ReceiptError.Code(rawValue: name)]
      #expect(entry != nil, "\(name)")
      #expect(entry?.message.hasSuffix(".") == true && entry?.hint.hasSuffix(".") == true)
      let error = ReceiptError(ReceiptError.Code(rawValue: name))
      #expect(error.message == entry?.message && error.hint == entry?.hint)
    }
  }

  @Test("a code that nobody knows has general words")
  func unknownCode() {
    let error = ReceiptError(ReceiptError.Code(rawValue: "made.up"), at: 1, path: "x")
    #expect(ErrorCatalogue.entries[error.code] == nil)
    #expect(!error.message.isEmpty && !error.hint.isEmpty)
  }

  @Test("a code's category is what stands before its point")
  func category() {
    #expect(ReceiptError.Code(rawValue: "encoding.truncated").category == .encoding)
    #expect(ReceiptError.Code(rawValue: "plain").category.rawValue == "plain")
    #expect(ReceiptError.Code(rawValue: "a.b.c").category == ReceiptError.Category(rawValue: "a"))
    #expect("\(ReceiptError.Code(rawValue: "a.b"))" == "a.b")
  }

  @Test("an error is equal to another only with the same code, byte and path")
  func equality() {
    let code = ReceiptError.Code(rawValue: "encoding.tag")
    let error = ReceiptError(code, at: 1, path: "a")
    #expect(
      error == ReceiptError(code, at: 1, path: "a")
        && Set([error, ReceiptError(code, at: 1, path: "a")]).count == 1)
    #expect(error != ReceiptError(ReceiptError.Code(rawValue: "encoding.length"), at: 1, path: "a"))
    #expect(error != ReceiptError(code, at: 2, path: "a") && error != ReceiptError(code, at: 1, path: "b"))
    #expect(error != ReceiptError(code))
  }

  @Test("an error says code, message and place on one line")
  func description() {
    let code = ReceiptError.Code(rawValue: "encoding.tag")
    let message = ReceiptError(code).message
    #expect(ReceiptError(code).description == "encoding.tag: \(message)")
    #expect(ReceiptError(code, at: 7).description == "encoding.tag: \(message) (byte 7)")
    #expect(
      ReceiptError(code, at: 7, path: "signedData").description
        == "encoding.tag: \(message) (byte 7, signedData)")
  }
}
