// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("Errors of the encoding") struct ASN1ErrorTests {
  @Test("codes are told apart by their names, and two with one name are the same")
  func codes() {
    let codes: [ASN1Error.Code] = [
      .truncated, .length, .tag, .endOfContents, .indefiniteLength, .integer, .boolean, .null,
      .objectIdentifier,
      .octetString, .bitString, .unexpectedElement, .missingElement, .extraElement, .depth,
      .objectIdentifierSize,
      .pieces,
    ]
    #expect(Set(codes).count == codes.count)
    #expect(
      codes.map(\.description) == [
        "encoding.truncated", "encoding.length", "encoding.tag", "encoding.end-of-contents",
        "encoding.indefinite-length", "encoding.integer", "encoding.boolean", "encoding.null",
        "encoding.object-identifier", "encoding.octet-string", "encoding.bit-string",
        "structure.unexpected-element",
        "structure.missing-element", "structure.extra-element", "limit.depth", "limit.object-identifier",
        "limit.pieces",
      ])
    let namesake = ASN1Error.Code("encoding.tag")
    #expect(namesake == .tag && namesake.hashValue == ASN1Error.Code.tag.hashValue && namesake != .length)
  }

  @Test("an error is equal to another only with the same code at the same byte")
  func equality() {
    #expect(ASN1Error(.tag, at: 1) == ASN1Error(.tag, at: 1))
    #expect(ASN1Error(.tag, at: 1) != ASN1Error(.tag, at: 2))
    #expect(ASN1Error(.tag, at: 1) != ASN1Error(.length, at: 1))
  }
}
