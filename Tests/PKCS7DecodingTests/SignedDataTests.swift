// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge
import Testing

@Suite("SignedData: what is read") struct SignedDataTests {
  @Test("a message gives its parts as they stand in it, whatever the forms of its lengths")
  func parts() throws {
    let recipe = try Fixture.message.get()
    for lengths in [EnvelopeLengths.definite, .indefinite] {
      var recipe = recipe
      recipe.lengths = lengths
      let bytes = recipe.encoded
      let (message, fault) = SignedData.decode(bytes)
      #expect(fault == nil)
      #expect(message.input == bytes)
      #expect(message.digestAlgorithm?.name == "sha256")
      #expect(message.contentIsComplete)
      #expect(message.content?.single.map { Array(bytes[$0]) } == Fixture.content)
      #expect(message.certificates.map { Array($0.der) } == recipe.certificates)
      #expect(message.signerInfos.count == 1)
      let signer = try #require(message.signerInfos.first)
      #expect(Array(bytes[signer.signature]) == recipe.signerInfos[0].signature)
      #expect(signer.digestAlgorithm.algorithm == .sha256)
      #expect(signer.digestAlgorithm.parameters?.tag == .null)
      #expect(signer.signatureAlgorithm.algorithm == .rsaEncryption)
      #expect(!signer.hasSignedAttributes)
      // The signer is named by the bytes of its certificate.
      let leaf = try #require(message.certificates.first)
      #expect(bytes[signer.issuer].elementsEqual(leaf.issuer.der))
      #expect(bytes[signer.serialNumber].elementsEqual(leaf.serialNumber))
      #expect(message.certificates.map { signer.names($0, in: message) } == [true, false, false])
    }
  }

  @Test("a signer names a certificate by the bytes of issuer and serial number, not by their meaning")
  func signerNames() throws {
    let recipe = try Fixture.certificateRecipe()
    func names(_ issuer: ReceiptForge.DistinguishedName, _ serial: [UInt8]) throws -> Bool? {
      var message = try Fixture.message.get()
      message.signerInfos[0].signerIdentifier = SignerInfoRecipe.issuerAndSerialNumber(issuer, serial)
      let decoded = SignedData.decode(message.encoded).signedData
      return decoded.certificates.first.flatMap { decoded.signerInfos.first?.names($0, in: decoded) }
    }
    #expect(try names(recipe.issuer, recipe.serialNumber) == true)
    #expect(try names(recipe.issuer, [0] + recipe.serialNumber) == false)
    #expect(try names(recipe.subject, recipe.serialNumber) == false)
    // The same text in another string type.
    let printable = recipe.issuer.encoded.map { $0 == 0x0C ? 0x13 : $0 }
    #expect(try names(ReceiptForge.DistinguishedName(encoded: printable), recipe.serialNumber) == false)
  }

  @Test("each shell element alone may have an indefinite length")
  func eachIndefinite() throws {
    let forms: [WritableKeyPath<EnvelopeLengths, LengthForm>] = [
      \.contentInfo, \.contentInfoContent, \.signedData, \.encapsulatedContentInfo, \.encapsulatedContent,
    ]
    for form in forms {
      var recipe = try Fixture.message.get()
      recipe.lengths[keyPath: form] = .indefinite
      #expect(SignedData.decode(recipe.encoded).fault == nil)
      // DER has one form of length only: the shortest.
      recipe.lengths[keyPath: form] = .long(octets: 4)
      #expect(SignedData.decode(recipe.encoded).fault?.code == .length)
      recipe.lengths[keyPath: form] = .long(octets: 5)
      #expect(SignedData.decode(recipe.encoded).fault?.code == .length)
    }
  }

  @Test("content in pieces is found piece by piece")
  func pieces() throws {
    var recipe = try Fixture.message.get()
    recipe.content = [hex("24 80 04 02 31 03 04 00 24 04 04 02 0C 01 04 01 41 00 00")]
    let bytes = recipe.encoded
    let (message, fault) = SignedData.decode(bytes)
    #expect(fault == nil)
    #expect(message.content?.ranges.flatMap { bytes[$0] } == Fixture.content)
    #expect(message.content?.single == nil)
  }

  @Test("certificates may be absent, empty or the same twice: that is for verification to judge")
  func certificateSets() throws {
    var recipe = try Fixture.message.get()
    let all = try #require(recipe.certificates)
    for certificates in [nil, [], [all[0]], all + all] {
      recipe.certificates = certificates
      let (message, fault) = SignedData.decode(recipe.encoded)
      #expect(fault == nil)
      #expect(message.certificates.map { Array($0.der) } == certificates ?? [])
    }
  }

  @Test("no signers, or several, are read")
  func signerSets() throws {
    var recipe = try Fixture.message.get()
    let signer = recipe.signerInfos[0]
    for count in [0, 1, 2, 8] {
      recipe.signerInfos = Array(repeating: signer, count: count)
      let (message, fault) = SignedData.decode(recipe.encoded)
      #expect(fault == nil)
      #expect(message.signerInfos.count == count)
    }
  }

  @Test(
    "signed attributes are noticed, in any form, and passed over",
    arguments: [
      "A0 00", "A0 02 05 00", "A0 03 00 00 00", "A0 80 00 00", "A0 80 30 80 05 00 00 00 00 00",
    ])
  func signedAttributes(bytes: String) throws {
    var recipe = try Fixture.message.get()
    recipe.signerInfos[0].signedAttributes = hex(bytes)
    let (message, fault) = SignedData.decode(recipe.encoded)
    #expect(fault == nil)
    #expect(message.signerInfos.map(\.hasSignedAttributes) == [true])
  }

  @Test("serial numbers are kept as they are, padded ones too")
  func serialNumbers() throws {
    var recipe = try Fixture.message.get()
    let name = DistinguishedName([.commonName("x")])
    recipe.signerInfos[0].signerIdentifier = SignerInfoRecipe.issuerAndSerialNumber(name, [0, 0, 1])
    let bytes = recipe.encoded
    let (message, fault) = SignedData.decode(bytes)
    #expect(fault == nil)
    #expect(message.signerInfos.first.map { Array(bytes[$0.serialNumber]) } == [0, 0, 1])
    #expect(message.signerInfos.first.map { Array(bytes[$0.issuer]) } == name.encoded)
  }

  @Test("algorithms without parameters may leave the NULL out; unknown ones have what they want")
  func parameters() throws {
    for parameters in [nil, [5, 0]] as [[UInt8]?] {
      var recipe = try Fixture.message.get()
      recipe.digestAlgorithms[0].parameters = parameters
      recipe.signerInfos[0].digestAlgorithm.parameters = parameters
      #expect(SignedData.decode(recipe.encoded).fault == nil)
    }
    var recipe = try Fixture.message.get()
    recipe.signerInfos[0].signatureAlgorithm = AlgorithmIdentifier(
      "1.2.840.113549.1.1.10", parameters: [0x30, 0])
    let message = SignedData.decode(recipe.encoded).signedData
    #expect(message.signerInfos.first?.signatureAlgorithm.name == "rsassaPss")
    #expect(message.signerInfos.first?.signatureAlgorithm.parameters?.tag == .sequence)
  }

  @Test(
    "an algorithm is named by the standards' name, an unknown one by its numbers",
    arguments: [
      ("1.3.14.3.2.26", "sha1"), ("2.16.840.1.101.3.4.2.1", "sha256"), ("2.16.840.1.101.3.4.2.2", "sha384"),
      ("2.16.840.1.101.3.4.2.3", "sha512"), ("1.2.840.113549.2.5", "md5"),
      ("1.2.840.113549.1.1.1", "rsaEncryption"),
      ("1.2.840.113549.1.1.4", "md5WithRSAEncryption"), ("1.2.840.113549.1.1.5", "sha1WithRSAEncryption"),
      ("1.2.840.113549.1.1.10", "rsassaPss"), ("1.2.840.113549.1.1.11", "sha256WithRSAEncryption"),
      ("1.2.840.113549.1.1.12", "sha384WithRSAEncryption"),
      ("1.2.840.113549.1.1.13", "sha512WithRSAEncryption"),
      ("1.2.840.10045.4.1", "ecdsa-with-SHA1"), ("1.2.840.10045.4.3.2", "ecdsa-with-SHA256"),
      ("1.2.840.10045.4.3.3", "ecdsa-with-SHA384"), ("1.2.840.10045.4.3.4", "ecdsa-with-SHA512"),
      ("1.2.3", "1.2.3"),
    ])
  func names(identifier: String, name: String) throws {
    var recipe = try Fixture.message.get()
    recipe.signerInfos[0].signatureAlgorithm = AlgorithmIdentifier(identifier, parameters: nil)
    #expect(SignedData.decode(recipe.encoded).signedData.signerInfos.first?.signatureAlgorithm.name == name)
  }

  // MARK: - What is read of a broken message

  @Test("what stands before the first fault is there, what stands behind it is not")
  func partialResults() throws {
    let recipe = try Fixture.message.get()
    func decode(_ change: (inout SignedDataRecipe) -> Void) -> SignedData {
      var changed = recipe
      change(&changed)
      let (message, fault) = SignedData.decode(changed.encoded)
      #expect(fault != nil)
      return message
    }
    let atVersion = decode { $0.version = [0] }
    #expect(atVersion.digestAlgorithm == nil && atVersion.content == nil && atVersion.certificates.isEmpty)

    let atContent = decode { $0.content = nil }
    #expect(atContent.digestAlgorithm != nil && atContent.content == nil && !atContent.contentIsComplete)

    for content in ["05 00", "04 05", "24 80 05 00 00 00"] {
      let noContent = decode { $0.content = [hex(content)] }
      #expect(noContent.content == nil && !noContent.contentIsComplete && noContent.digestAlgorithm != nil)
    }

    let inContent = decode { $0.content = [hex("24 80 04 02 31 03 05 00 00 00")] }
    #expect(inContent.content?.count == 2 && !inContent.contentIsComplete && inContent.certificates.isEmpty)

    let behindContent = decode { $0.content?.append([5, 0]) }
    #expect(behindContent.content?.count == Fixture.content.count && behindContent.contentIsComplete)

    let atCertificate = decode { $0.certificates?.insert([5, 0], at: 2) }
    #expect(atCertificate.certificates.count == 2 && atCertificate.signerInfos.isEmpty)

    let atSigner = decode {
      $0.signerInfos.append($0.signerInfos[0])
      $0.signerInfos[1].unsignedAttributes = [0xA1, 0]
    }
    #expect(atSigner.certificates.count == 3 && atSigner.signerInfos.count == 1)

    let behind = decode { $0.trailingBytes = [0] }
    #expect(behind.contentIsComplete && behind.certificates.count == 3 && behind.signerInfos.count == 1)
  }

  @Test(
    "a message that is cut off behind its digest algorithm is cut off there, and has no second algorithm",
    arguments: ["31 20", "31 80", "31 0E"])
  func cutBehindDigestAlgorithm(setHeader: String) {
    let start = hex("30 80 06 09 2A 86 48 86 F7 0D 01 07 02 A0 80 30 80 02 01 01")
    let bytes = start + hex(setHeader) + hex("30 0B 06 09 60 86 48 01 65 03 04 02 01")
    let (message, fault) = SignedData.decode(bytes)
    #expect(fault == PKCS7Error(.truncated, at: bytes.count, path: "signedData.digestAlgorithms"))
    #expect(message.digestAlgorithm?.algorithm == .sha256)
  }

  @Test("of several faults the first offending byte is reported")
  func firstFault() throws {
    // Each row breaks the message at a later place; with all later breakages added, the first still counts.
    let changes: [(ASN1Error.Code, (inout SignedDataRecipe) -> Void)] = [
      (.contentType, { $0.contentType = "1.2.3" }), (.version, { $0.version = [3] }),
      (.digestAlgorithms, { $0.digestAlgorithms = [] }),
      (.contentType, { $0.encapsulatedContentType = "1.2.3" }),
      (.detached, { $0.content = nil }), (.certificateChoice, { $0.certificates = [[0xA1, 0]] }),
      (.revocationLists, { $0.crls = [] }), (.version, { $0.signerInfos[0].version = [0] }),
      (.unsignedAttributes, { $0.signerInfos[0].unsignedAttributes = [0xA1, 0] }),
      (.extraElement, { $0.trailingElements = [[5, 0]] }), (.trailingBytes, { $0.trailingBytes = [0] }),
    ]
    for start in changes.indices {
      var recipe = try Fixture.message.get()
      for (_, change) in changes[start...].reversed() { change(&recipe) }
      #expect(SignedData.decode(recipe.encoded).fault?.code == changes[start].0)
    }
  }

  // MARK: - Limits

  @Test("each limit is kept exactly")
  func limits() throws {
    let bytes = try Fixture.message.get().encoded
    func fault(_ change: (inout SignedData.Limits) -> Void) -> PKCS7Error? {
      var limits = SignedData.Limits()
      change(&limits)
      return SignedData.decode(bytes, limits: limits).fault
    }
    #expect(fault { $0.inputSize = bytes.count } == nil)
    #expect(
      fault { $0.inputSize = bytes.count - 1 }
        == PKCS7Error(.inputSize, at: bytes.count - 1, path: "contentInfo"))
    #expect(fault { $0.certificates = 3 } == nil)
    #expect(fault { $0.certificates = 2 }?.summary.hasPrefix("limit.certificates") == true)
    #expect(fault { $0.certificates = 2 }?.path == "signedData.certificates[2]")
    #expect(fault { $0.signerInfos = 1 } == nil)
    #expect(fault { $0.signerInfos = 0 }?.path == "signedData.signerInfos[0]")
    #expect(fault { $0.signerInfos = 0 }?.code == .signerInfoCount)
    // ContentInfo, [0], SignedData, [0], Certificate, TBSCertificate, [3], SEQUENCE OF, Extension
    #expect(fault { $0.depth = 9 } == nil)
    #expect(fault { $0.depth = 8 }?.code == .depth)
    #expect(fault { $0.depth = 0 } == PKCS7Error(.depth, at: 0, path: "contentInfo"))
    #expect(fault { $0.depth = -1 } == PKCS7Error(.depth, at: 0, path: "contentInfo"))
  }

  @Test("the size of the input is limited to what fits 31 bits, and not below nothing")
  func inputSize() {
    var limits = SignedData.Limits()
    #expect(limits.inputSize == 8 << 20)
    limits.inputSize = .max
    #expect(limits.inputSize == 0x7FFF_FFFF)
    limits.inputSize = -5
    #expect(limits.inputSize == 0)
    #expect(
      SignedData.decode([0x30], limits: limits).fault == PKCS7Error(.inputSize, at: 0, path: "contentInfo"))
    #expect(SignedData.decode([], limits: limits).fault == PKCS7Error(.truncated, at: 0, path: "contentInfo"))
    limits.inputSize = 70
    #expect(limits.inputSize == 70)
  }
}
