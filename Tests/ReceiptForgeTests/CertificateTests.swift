// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
import Foundation
import ReceiptForge
import Testing

@Suite("TestAuthority") struct TestAuthorityTests {
  @Test(
    "chains are accepted within the validity of all certificates and at no other time",
    arguments: Fixture.eras)
  func validity(_ era: ChainEra) throws {
    let authority = try Fixture.authority.get()
    let certificates = try authority.signer(era).certificates
    #expect(certificates.count == 3)
    let begin = max(seconds(era.leafValidity.notBefore), seconds(era.intermediateValidity.notBefore))
    let end = min(seconds(era.leafValidity.notAfter), seconds(era.intermediateValidity.notAfter))
    let root = authority.rootCertificate
    #expect(try verifyChain(certificates, root: root, at: begin) == X509_V_OK)
    #expect(try verifyChain(certificates, root: root, at: end - 1) == X509_V_OK)
    #expect(try verifyChain(certificates, root: root, at: begin - 1) == X509_V_ERR_CERT_NOT_YET_VALID)
    #expect(try verifyChain(certificates, root: root, at: end + 1) == X509_V_ERR_CERT_HAS_EXPIRED)
  }

  @Test("chains are not accepted under another authority's root")
  func otherRoot() throws {
    let certificates = try Fixture.authority.get().signer(.sha256).certificates
    let stranger = try TestAuthority(
      rootKey: .rsa(bits: 1024), intermediateKey: .rsa(bits: 1024), leafKey: .rsa(bits: 1024))
    #expect(try verifyChain(certificates, root: stranger.rootCertificate, at: 1_735_000_000) != X509_V_OK)
  }

  @Test("chains have the extensions that Apple's have", arguments: Fixture.eras)
  func extensions(_ era: ChainEra) throws {
    let certificates = try Fixture.authority.get().signer(era).certificates
    let expected: [[CertificateExtension]] = [
      [
        .basicConstraints(isAuthority: false), .keyUsage(.digitalSignature),
        .certificatePolicies(["1.2.840.113635.100.5.6.1"]), .marker("1.2.840.113635.100.6.11.1"),
      ],
      [
        .basicConstraints(isAuthority: true, pathLength: 0), .keyUsage([.keyCertSign, .cRLSign]),
        .marker("1.2.840.113635.100.6.2.1"),
      ],
      [.basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign])],
    ]
    for (certificate, list) in zip(certificates, expected) {
      for item in list { #expect(contains(certificate, item.encoded), "\(item.identifier)") }
    }
  }

  @Test("a leaf of a changed recipe goes into the chain as it is")
  func changedLeaf() throws {
    let authority = try Fixture.authority.get()
    var leaf = try authority.leafRecipe()
    leaf.set(.basicConstraints(isAuthority: true))
    leaf.removeExtension("2.5.29.32")
    leaf.serialNumber = [0x00, 0x07]
    let signer = try authority.signer(intermediate: authority.intermediateRecipe(), leaf: leaf)
    #expect(signer.certificates[0] == (try leaf.signed(by: authority.intermediateKey)))
    #expect(signer.serialNumber == [0x00, 0x07])
    #expect(!contains(signer.certificates[0], hex("06 03 55 1d 20")))
    #expect(contains(signer.certificates[0], hex("06 03 55 1d 13 01 01 ff 04 05 30 03 01 01 ff")))
  }

  @Test("the Xcode-like certificate signs itself")
  func xcodeLike() throws {
    let signer = try ReceiptSigner.xcodeLike()
    #expect(signer.certificates.count == 1)
    #expect(
      try verifyChain(signer.certificates, root: signer.certificates[0], at: 1_700_000_000) == X509_V_OK)
  }

  @Test("no certificate carries one of Apple's names")
  func notApple() throws {
    let authority = try Fixture.authority.get()
    let signers = try Fixture.eras.map { try authority.signer($0) } + [.xcodeLike()]
    for certificate in signers.flatMap(\.certificates) {
      for name in Fixture.applesNames { #expect(!contains(certificate, Array(name.utf8)), "\(name)") }
      #expect(!contains(certificate, Fixture.applesRootKeyIdentifier))
      // OpenSSL reads the common name back: ours.
      #expect(try commonName(certificate).hasPrefix("Receipt Forge "))
    }
  }

  @Test("keys are made anew, so that no one can know them")
  func freshKeys() throws {
    let authority = try Fixture.authority.get()
    let another = try TestAuthority()
    let keys = try [authority, another].flatMap { [$0.rootKey, $0.intermediateKey, $0.leafKey] }.map {
      try $0.modulus()
    }
    #expect(Set(keys).count == 6)
  }
}

@Suite("CertificateRecipe") struct CertificateRecipeTests {
  @Test(
    "times take the type that RFC 5280 gives their year",
    arguments: [
      (CertificateTime(2049, 12, 31, 23, 59, 59), TagByte.utcTime, "491231235959Z"),
      (CertificateTime(2050, 1, 1), TagByte.generalizedTime, "20500101000000Z"),
      (CertificateTime(1950, 1, 2), TagByte.utcTime, "500102000000Z"),
      (CertificateTime(1949, 12, 31), TagByte.generalizedTime, "19491231000000Z"),
      (CertificateTime(2025, 2, 30), TagByte.utcTime, "250230000000Z"),
    ])
  func times(_ time: CertificateTime, _ tag: UInt8, _ text: String) {
    #expect(time == CertificateTime(tag: tag, text: text))
  }

  @Test("an EC key signs with ECDSA, and MD5 is taken for what it is", arguments: [true, false])
  func otherAlgorithms(_ curve: Bool) throws {
    let key = try curve ? SigningKey.p256() : SigningKey.rsa(bits: 1024)
    var recipe = try TestAuthority.rootRecipe(key: key)
    recipe.digest = curve ? .sha256 : .md5
    let certificate = try recipe.signed(by: key)
    let algorithm: AlgorithmIdentifier = curve ? .ecdsaWithSHA256 : .md5WithRSA
    #expect(contains(certificate, algorithm.encoded))
    #expect(try verifyChain([certificate], root: certificate, at: 1_700_000_000) == X509_V_OK)
    recipe.signature = [UInt8](repeating: 0x01, count: key.signatureSize)
    recipe.subject = DistinguishedName([.commonName("under it")])
    let forged = try recipe.signed(by: key)
    #expect(try verifyChain([forged], root: certificate, at: 1_700_000_000) != X509_V_OK)
  }

  @Test("every field can be false")
  func defects() throws {
    let key = try Fixture.authority.get().leafKey
    let name = DistinguishedName([.init("2.5.4.3", tag: TagByte.printableString, "X")])
    var recipe = CertificateRecipe(
      serialNumber: [0x00, 0x00, 0x01], issuer: name, subject: name,
      validity: CertificateValidity(
        CertificateTime(tag: 0x17, text: "250230Z"), CertificateTime(tag: 0x18, text: "")),
      subjectPublicKeyInfo: [0x05, 0x00], extensions: nil)
    recipe.version = nil
    recipe.signature = [0xAA]
    recipe.innerAlgorithm = .md5WithRSA
    recipe.trailingSignedElements = [[0x05, 0x00]]
    recipe.trailingElements = [[0x05, 0x00]]
    let nameHex = "30 0c 31 0a 30 08 06 03 55 04 03 13 01 58"
    let expected =
      "30 58 30 41 02 03 00 00 01 30 0d 06 09 2a 86 48 86 f7 0d 01 01 04 05 00"
      + nameHex + "30 0b 17 07 32 35 30 32 33 30 5a 18 00" + nameHex + "05 00 05 00"
      + "30 0d 06 09 2a 86 48 86 f7 0d 01 01 0b 05 00 03 02 00 aa 05 00"
    let encoded = try recipe.signed(by: key)
    #expect(encoded == hex(expected))
  }

  @Test(
    "ready-made extensions have the encoding that RFC 5280 gives",
    arguments: [
      (CertificateExtension.keyUsage(.digitalSignature), "30 0e 06 03 55 1d 0f 01 01 ff 04 04 03 02 07 80"),
      (.keyUsage([.keyCertSign, .cRLSign]), "30 0e 06 03 55 1d 0f 01 01 ff 04 04 03 02 01 06"),
      (.basicConstraints(isAuthority: false), "30 0c 06 03 55 1d 13 01 01 ff 04 02 30 00"),
      (
        .basicConstraints(isAuthority: true, pathLength: 0),
        "30 12 06 03 55 1d 13 01 01 ff 04 08 30 06 01 01 ff 02 01 00"
      ),
      (.marker("1.2.840.113635.100.6.2.1"), "30 10 06 0a 2a 86 48 86 f7 63 64 06 02 01 04 02 05 00"),
      (.subjectKeyIdentifier([1]), "30 0a 06 03 55 1d 0e 04 03 04 01 01"),
      (.authorityKeyIdentifier([1]), "30 0c 06 03 55 1d 23 04 05 30 03 80 01 01"),
      (
        .extendedKeyUsage(["1.3.6.1.5.5.7.3.3"]),
        "30 13 06 03 55 1d 25 04 0c 30 0a 06 08 2b 06 01 05 05 07 03 03"
      ),
      (.certificatePolicies(["1.2.3"]), "30 0f 06 03 55 1d 20 04 08 30 06 30 04 06 02 2a 03"),
    ])
  func extensions(_ item: CertificateExtension, _ expected: String) {
    #expect(item.encoded == hex(expected))
  }
}

/// Seconds since 1970 of a UTCTime of this century.
private func seconds(_ time: CertificateTime) -> Int {
  var parts = DateComponents(
    calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "UTC"))
  let numbers = digitPairs(time.text)
  (parts.year, parts.month, parts.day) = (2000 + numbers[0], numbers[1], numbers[2])
  (parts.hour, parts.minute, parts.second) = (numbers[3], numbers[4], numbers[5])
  return Int(parts.date?.timeIntervalSince1970 ?? 0)
}

private func digitPairs(_ text: String) -> [Int] {
  let digits = text.compactMap(\.wholeNumberValue)
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
}
