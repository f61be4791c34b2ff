// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The shape of the message (RFC 5652): more, less or other than a receipt has.
  static let onStructure: [Attack] = onSigners + onVersionsAndTypes + onContent + onCertificates + onRest

  private static let onSigners: [Attack] = [
    Attack("A01", "no SignerInfo", "signer.none") { $0.edit { $0.signerInfos = [] } },
    Attack("A02", "a valid SignerInfo, then a forged one", "signer.multiple") { scene in
      let key = try Keys.stranger.get()
      scene.editMade { message, made in
        var second = try made.signer.signerInfo(over: made.content)
        second.signature = try key.sign(made.content, digest: .sha256)
        message.signerInfos.append(second)
      }
    },
    Attack("A03", "a forged SignerInfo with its certificate, then a valid one", "signer.multiple") { scene in
      let attacker = try Scene.attackersSigner()
      scene.editMade { message, made in
        message.certificates?.insert(attacker.certificates[0], at: 0)
        message.signerInfos.insert(try attacker.signerInfo(over: made.content), at: 0)
      }
    },
    Attack("A04", "the same SignerInfo twice", "signer.multiple") { scene in
      scene.edit { $0.signerInfos += $0.signerInfos }
    },
    Attack("A05", "version 3 with the signer named by key identifier", .code("structure.version")) { scene in
      scene.editMade { message, made in
        message.version = [3]
        message.signerInfos[0].version = [3]
        let identifier = try TestAuthority.keyIdentifier(made.signer.key)
        message.signerInfos[0].signerIdentifier = DERWriter.encode { $0.element(0x80, content: identifier) }
      }
    },
    Attack("A33", "two certificates of one issuer and serial number", "signer.certificate-ambiguous") {
      scene in
      let key = try Keys.stranger.get()
      var second = scene.leaf
      second.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
      let certificate = try second.signed(by: key)
      scene.arrange = { [$0.leaf, $0.intermediate, $0.root, certificate] }
    },
    Attack("A34", "the serial number in SignerInfo padded", "signer.certificate-missing") { scene in
      scene.signerIdentifier = (scene.leaf.issuer, [0] + scene.leaf.serialNumber)
    },
    Attack(
      "A35", "the issuer in SignerInfo spelled with another string type", "signer.certificate-missing"
    ) { scene in
      let name = DistinguishedName([
        .init("2.5.4.3", tag: TagByte.printableString, "Receipt Forge Test Intermediate CA"),
        .organizationalUnit("SHA-256"), .organization("Receipt Forge"), .country("XX"),
      ])
      scene.signerIdentifier = (name, scene.leaf.serialNumber)
    },
  ]

  private static let onVersionsAndTypes: [Attack] = [
    Attack("A06", "SignedData version 0", "structure.version") { $0.edit { $0.version = [0] } },
    Attack("A07", "SignedData version 3", "structure.version") { $0.edit { $0.version = [3] } },
    Attack("A08", "SignerInfo version 0", "structure.version") {
      $0.edit { $0.signerInfos[0].version = [0] }
    },
    Attack("A09", "content type signedData, which no signature covers", "structure.content-type") { scene in
      scene.edit { $0.encapsulatedContentType = "1.2.840.113549.1.7.2" }
    },
    Attack("A10", "content type TSTInfo, which no signature covers", "structure.content-type") { scene in
      scene.edit { $0.encapsulatedContentType = "1.2.840.113549.1.9.16.1.4" }
    },
    Attack("A11", "outer content type data", "structure.content-type") { scene in
      scene.edit { $0.contentType = "1.2.840.113549.1.7.1" }
    },
    Attack("A12", "outer content type envelopedData", "structure.content-type") { scene in
      scene.edit { $0.contentType = "1.2.840.113549.1.7.3" }
    },
    Attack("A24", "no digest algorithm", "structure.digest-algorithms") {
      $0.edit { $0.digestAlgorithms = [] }
    },
    Attack("A25", "the digest algorithm is not the signer's", "structure.digest-algorithms") { scene in
      scene.edit { $0.digestAlgorithms = [DigestAlgorithm.sha1.identifier] }
    },
    Attack("A26", "two digest algorithms", "structure.digest-algorithms") { scene in
      scene.edit { $0.digestAlgorithms.append(DigestAlgorithm.sha1.identifier) }
    },
  ]

  private static let onContent: [Attack] = [
    Attack("A13", "no content", "structure.detached") { $0.edit { $0.content = nil } },
    Attack("A14", "empty content, signed", .code("structure.missing-element")) { $0.content = [] },
    Attack("A15", "the content is a whole receipt, signed", .code("structure.unexpected-element")) { scene in
      scene.content = try Scene().build().bytes
    },
    Attack("A16", "the SET in the place of the OCTET STRING", "structure.unexpected-element") { scene in
      scene.editMade { message, made in message.content = [made.content] }
    },
    Attack("A27", "an element after SignedData's last", "structure.extra-element") { scene in
      scene.edit { $0.trailingElements = [[0x05, 0x00]] }
    },
    Attack("A28", "an element after ContentInfo's last", "structure.extra-element") { scene in
      scene.edit { $0.trailingContentInfoElements = [[0x05, 0x00]] }
    },
    Attack("A29", "a second element beside SignedData", "structure.extra-element") { scene in
      scene.edit { $0.trailingContentElements = [[0x05, 0x00]] }
    },
    Attack("A30", "one zero byte behind", "structure.trailing-bytes") { scene in
      scene.edit { $0.trailingBytes = [0] }
    },
    Attack("A31", "a whole receipt behind", "structure.trailing-bytes") { scene in
      let second = try Scene().build().bytes
      scene.edit { $0.trailingBytes = second }
    },
    Attack("A32", "SignedData without ContentInfo", .code("structure.unexpected-element")) { scene in
      scene.editMade { message, _ in
        let bare = message.encodedSignedData
        message.trailingBytes = bare
      }
      scene.editBytes { bytes in bytes.removeSubrange(DERElement(bytes, at: 0).whole) }
    },
  ]

  private static let onCertificates: [Attack] = [
    Attack("A17", "no field for certificates", "signer.certificate-missing") {
      $0.edit { $0.certificates = nil }
    },
    Attack("A18", "no certificate", "signer.certificate-missing") { $0.edit { $0.certificates = [] } },
    Attack("A19", "the leaf missing", "signer.certificate-missing") {
      $0.arrange = { [$0.intermediate, $0.root] }
    },
    Attack("A20", "the intermediate missing", "chain.incomplete") { $0.arrange = { [$0.leaf, $0.root] } },
    Attack("A22", "revocation lists", "structure.revocation-lists") { $0.edit { $0.crls = [[0x30, 0x00]] } },
    Attack("A23", "an attribute certificate among the certificates", "structure.certificate") { scene in
      scene.edit { $0.certificates?.append([0xA1, 0x02, 0x05, 0x00]) }
    },
  ]

  private static let onRest: [Attack] = [
    Attack("A21", "unsigned attributes", "structure.unsigned-attributes") { scene in
      scene.edit { message in
        message.signerInfos[0].unsignedAttributes = DERWriter.encode { writer in
          writer.context(1) {
            $0.sequence {
              $0.objectIdentifier("1.2.840.113549.1.9.6"); $0.set { $0.null() }
            }
          }
        }
      }
    }
  ]
}

extension Scene {
  /// Somebody else's signer, whose certificate is self-signed and says what a genuine one says.
  static func attackersSigner() throws -> ReceiptSigner {
    let attacker = try Keys.attacker.get()
    var leaf = try attacker.leafRecipe()
    leaf.serialNumber = [0x66]
    leaf.issuer = leaf.subject
    return ReceiptSigner(
      key: attacker.leafKey, certificates: [try leaf.signed(by: attacker.leafKey)], issuer: leaf.issuer,
      serialNumber: leaf.serialNumber, digest: .sha256)
  }
}
