// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge
import Testing

@Suite("Embedded certificates") struct EmbeddedCertificateTests {
  /// The certificate that a recipe makes, decoded inside a message.
  private static func decode(_ certificate: [UInt8]) throws -> (
    certificate: EmbeddedCertificate?, fault: PKCS7Error?
  ) {
    let (message, fault) = SignedData.decode(try Fixture.message(certificate: certificate))
    return (message.certificates.first, fault)
  }

  private static func decode(_ change: (inout CertificateRecipe) -> Void) throws -> EmbeddedCertificate {
    var recipe = try Fixture.certificateRecipe()
    change(&recipe)
    return try #require(try decode(recipe.signed(by: Fixture.key.get())).certificate)
  }

  @Test("its fields are those that it was made of")
  func fields() throws {
    let recipe = try Fixture.certificateRecipe()
    let der = try recipe.signed(by: Fixture.key.get())
    let certificate = try #require(try Self.decode(der).certificate)
    #expect(Array(certificate.publicKeyInfo) == recipe.subjectPublicKeyInfo)
    #expect(Array(certificate.der) == der)
    #expect(Array(certificate.serialNumber) == recipe.serialNumber)
    #expect(Array(certificate.issuer.der) == recipe.issuer.encoded)
    #expect(Array(certificate.subject.der) == recipe.subject.encoded)
    #expect(certificate.notBefore?.secondsSince1970 == 1_721_832_603)
    #expect(certificate.notAfter?.secondsSince1970 == 1_787_496_602)
    #expect(certificate.signatureAlgorithm.algorithm == .sha256WithRSAEncryption)
    #expect(certificate.publicKey == .rsa(bits: 2048, exponent: 65_537))
    #expect(certificate.version == 3)
    #expect(certificate.publicKey?.description == "RSA-2048")
    #expect(certificate.subject.commonName == "Receipt Forge Test Receipt Signing")
    #expect(
      certificate.issuer.rfc4514 == "C=XX,O=Receipt Forge,OU=SHA-256,CN=Receipt Forge Test Intermediate CA")
  }

  @Test("the signed part is what the issuer signed")
  func signedPart() throws {
    let bytes = try Fixture.message.get().encoded
    let certificates = SignedData.decode(bytes).signedData.certificates
    for certificate in certificates {
      let signed = bytes[certificate.signedRange]
      #expect(signed.first == 0x30 && certificate.range.contains(certificate.signedRange.lowerBound))
      // Certificate ::= SEQUENCE { tbsCertificate, … }: right behind the outer header of four octets.
      #expect(certificate.signedRange.lowerBound == certificate.range.lowerBound + 4)
      #expect(
        Int(signed[signed.startIndex + 2]) << 8 | Int(signed[signed.startIndex + 3]) == signed.count - 4)
      #expect(
        bytes[certificate.publicKeyInfoRange].elementsEqual(try Fixture.key.get().subjectPublicKeyInfo()))
    }
  }

  @Test("extensions are listed in their order, with their criticality, repeated ones too")
  func extensions() throws {
    let list: [CertificateExtension] = [
      .marker("1.2.840.113635.100.6.11.1"),
      CertificateExtension("2.5.29.15", critical: true, value: [3, 2, 7, 0x80]),
      .marker("1.2.840.113635.100.6.11.1", critical: true), CertificateExtension("1.2.3", value: []),
    ]
    let certificate = try Self.decode { $0.extensions = list }
    let found = certificate.extensions
    #expect(found.map(\.identifier.description) == list.map(\.identifier))
    #expect(found.map(\.isCritical) == list.map(\.critical))
    let bytes = try Fixture.message(certificate: Array(certificate.der))
    #expect(found.map { Array(bytes[$0.value]) } == list.map(\.value))
    #expect(found.map { Array(certificate.value(of: $0)) } == list.map(\.value))
  }

  @Test("version 1 has no extensions; an empty list is one")
  func noExtensions() throws {
    let plain = try Self.decode {
      $0.version = nil
      $0.extensions = nil
    }
    #expect(plain.extensions.isEmpty)
    #expect(try Self.decode { $0.extensions = [] }.extensions.isEmpty)
  }

  @Test("a criticality of FALSE that is written out is read")
  func explicitFalse() throws {
    var recipe = try Fixture.certificateRecipe()
    recipe.extensions = nil
    recipe.trailingSignedElements = [hex("A3 10 30 0E 30 0C 06 03 55 1D 0F 01 01 00 04 02 05 00")]
    let found = try #require(try Self.decode(recipe.signed(by: Fixture.key.get())).certificate).extensions
    #expect(found.map(\.isCritical) == [false])
    #expect(found.map(\.identifier) == [ObjectIdentifier(2, 5, 29, 15)])
  }

  @Test("unique identifiers are passed over")
  func uniqueIdentifiers() throws {
    var recipe = try Fixture.certificateRecipe()
    recipe.extensions = nil
    let elements: [[UInt8]] = [hex("81 02 00 AA"), hex("82 02 00 BB"), hex("A3 02 30 00")]
    for chosen in [[elements[0]], [elements[1]], elements] {
      recipe.trailingSignedElements = chosen
      #expect(try Self.decode(recipe.signed(by: Fixture.key.get())).fault == nil)
    }
    recipe.trailingSignedElements = [elements[1], elements[0]]
    #expect(try Self.decode(recipe.signed(by: Fixture.key.get())).fault?.code == .extraElement)
  }

  @Test("what is wrong with a serial number or a date does not hide the certificate")
  func malformedFields() throws {
    for serial in [[], [0, 0, 1], [0xFF], [UInt8](repeating: 0x7F, count: 300)] as [[UInt8]] {
      #expect(try Array(Self.decode { $0.serialNumber = serial }.serialNumber) == serial)
    }
    for (tag, text) in [
      (0x17, "230230000000Z"), (0x17, "2302072148Z"), (0x18, "20230207214847+0000"), (0x16, "now"),
    ] {
      let certificate = try Self.decode {
        $0.validity.notBefore = CertificateTime(tag: UInt8(tag), text: text)
      }
      #expect(certificate.notBefore == nil && certificate.notAfter != nil)
    }
    let late = try Self.decode { $0.validity.notAfter = CertificateTime(9999, 12, 31, 23, 59, 59) }
    #expect(late.notAfter?.secondsSince1970 == 253_402_300_799)
  }

  @Test(
    "the version is one more than its number",
    arguments: [
      ([0], 1), ([1], 2), ([2], 3), ([3], nil), ([0xFF], nil), ([1, 0, 0, 0, 0, 0, 0, 0, 0], nil), (nil, 1),
    ] as [([UInt8]?, Int?)])
  func versions(number: [UInt8]?, version: Int?) throws {
    #expect(try Self.decode { $0.version = number }.version == version)
  }

  @Test("a certificate that stands alone is the same as one in a message")
  func alone() throws {
    let recipe = try Fixture.certificateRecipe()
    let der = try recipe.signed(by: Fixture.key.get())
    let certificate = try EmbeddedCertificate(decoding: der)
    #expect(certificate.range == 0..<der.count)
    #expect(Array(certificate.subject.der) == recipe.subject.encoded)
    #expect(certificate.extensions.map(\.identifier.description) == recipe.extensions?.map(\.identifier))
    #expect(throws: ASN1Error(.trailingBytes, at: der.count)) { try EmbeddedCertificate(decoding: der + [0]) }
    for count in 0..<der.count {
      #expect(throws: ASN1Error(.truncated, at: count)) {
        try EmbeddedCertificate(decoding: Array(der[..<count]))
      }
    }
  }

  // MARK: - What is refused

  @Test(
    "junk anywhere in a certificate is refused where it stands",
    arguments: [
      ("trailing", ASN1Error.Code.extraElement), ("signed", .extraElement), ("version", .extraElement),
      ("algorithm", .unexpectedElement), ("outer algorithm", .unexpectedElement),
      ("issuer", .unexpectedElement),
      ("subject", .unexpectedElement), ("key", .unexpectedElement), ("boolean", .boolean),
      ("extension", .extraElement),
      ("extension value", .missingElement), ("extension name", .objectIdentifier),
    ])
  func junk(kind: String, code: ASN1Error.Code) throws {
    var recipe = try Fixture.certificateRecipe()
    let marker: [UInt8] = [0x0A, 0x03, 0xEE, 0xEE, 0xEE]
    let extensions = { (bytes: [UInt8]) in [element(0xA3, element(0x30, element(0x30, bytes)))] }
    var place = Locator.first(marker)
    switch kind {
    case "trailing": recipe.trailingElements = [marker]
    case "signed": recipe.trailingSignedElements = [marker]
    case "version": recipe.version = [2] + marker  // one INTEGER, cut in two below
    case "issuer": recipe.issuer = DistinguishedName(encoded: marker)
    case "subject": recipe.subject = DistinguishedName(encoded: marker)
    case "key": recipe.subjectPublicKeyInfo = marker
    default: recipe.extensions = nil
    }
    switch kind {
    case "boolean":
      recipe.trailingSignedElements = extensions(oid("1.2.3") + [1, 1, 0x42, 4, 0])
      place = .first([1, 1, 0x42], plus: 2)
    case "extension": recipe.trailingSignedElements = extensions(oid("1.2.3") + [4, 0] + marker)
    case "extension value":
      recipe.trailingSignedElements = extensions(oid("1.2.34567.8"))
      place = .first(oid("1.2.34567.8"), plus: oid("1.2.34567.8").count)
    case "extension name":
      recipe.trailingSignedElements = extensions([6, 2, 0x2A, 0x80, 4, 0])
      place = .first([6, 2, 0x2A, 0x80], plus: 3)
    default: break
    }
    var der = try recipe.signed(by: Fixture.key.get())
    if kind == "version" {
      // The INTEGER of six octets in [0] becomes one of one octet and a second element.
      der = try Self.replacing(hex("A0 08 02 06 02") + marker, hex("A0 08 02 01 02") + marker, in: der)
    }
    if kind == "algorithm" || kind == "outer algorithm" {
      let algorithm = AlgorithmIdentifier.sha256WithRSA.encoded
      let wrong = [0x0A] + algorithm.dropFirst()
      der = try Self.replacing(algorithm, wrong, in: der, last: kind == "outer algorithm")
      place = .first(wrong)
    }
    let bytes = try Fixture.message(certificate: der)
    let offset = try #require(place.offset(in: bytes))
    #expect(
      SignedData.decode(bytes).fault == PKCS7Error(code, at: offset, path: "signedData.certificates[0]"))
  }

  @Test(
    "a certificate is in distinguished encoding",
    arguments: [
      ("30 80 00 00", 1), ("30 04 30 80 00 00", 3), ("30 82 00 04 30 02 05 00", 1),
    ])
  func distinguished(certificate: String, place: Int) throws {
    let bytes = try Fixture.message(certificate: hex(certificate))
    let start = try #require(Locator.first(hex(certificate)).offset(in: bytes))
    let fault = SignedData.decode(bytes).fault
    #expect(fault?.offset == start + place)
    #expect(fault?.code.description.hasPrefix("encoding.") == true)
  }

  @Test("a signature is a BIT STRING of whole octets")
  func signature() throws {
    let algorithm = AlgorithmIdentifier.sha256WithRSA.encoded
    let der = try Fixture.certificateRecipe().signed(by: Fixture.key.get())
    let broken = try Self.replacing(
      algorithm + hex("03 82 01 01 00"), algorithm + hex("03 82 01 01 01"), in: der)
    let bytes = try Fixture.message(certificate: broken)
    let offset = try #require(
      Locator.first(algorithm + hex("03 82 01 01 01"), plus: algorithm.count + 4).offset(in: bytes))
    #expect(
      SignedData.decode(bytes).fault == PKCS7Error(.bitString, at: offset, path: "signedData.certificates[0]")
    )
  }

  private static func replacing(
    _ old: [UInt8], _ new: [UInt8], in bytes: [UInt8], last: Bool = false
  ) throws -> [UInt8] {
    let place = try #require((last ? Locator.last(old) : .first(old)).offset(in: bytes))
    return bytes[..<place] + new + bytes[(place + old.count)...]
  }
}
