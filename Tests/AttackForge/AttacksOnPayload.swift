// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ReceiptForge

extension Attack {
  /// The payload, all of it rightly signed: shape, types, bundle identifier, environment.
  static let onPayload: [Attack] = onTypes + onShape + onBundleID + onEnvironment

  private static let onTypes: [Attack] = [
    Attack("E01", "the bundle id twice", "payload.duplicate-attribute") { scene in
      scene.receipt.attributes.append(.utf8String(2, "com.example.other"))
    },
    Attack("E01.malformed", "the bundle id twice, once unreadable", "payload.duplicate-attribute") { scene in
      scene.receipt.attributes.append(ReceiptAttribute(2, value: [0x05, 0x00]))
    },
    Attack("E02", "the creation date twice", "payload.duplicate-attribute") { scene in
      scene.receipt.attributes.append(.ia5String(12, "2025-03-02T00:00:00Z"))
    },
    Attack("E03", "the environment twice", "payload.duplicate-attribute") { scene in
      scene.receipt.attributes.append(.utf8String(0, "ProductionSandbox"))
    },
    Attack("E04", "type 2 + 2³²", "payload.attribute-type") { scene in
      scene.receipt.attributes.append(
        ReceiptAttribute(0x1_0000_0002, value: DERWriter.encode { $0.utf8String("com.example.other") }))
    },
    Attack("E05", "type 2 + 2⁶⁴", "payload.attribute-type") { scene in
      scene.receipt.attributes.append(
        ReceiptAttribute(
          type: [1, 0, 0, 0, 0, 0, 0, 0, 2], value: DERWriter.encode { $0.utf8String("com.example.other") }))
    },
    Attack("E06", "type −254, whose low octet is that of type 2", "payload.attribute-type") { scene in
      scene.receipt.attributes.append(
        ReceiptAttribute(-254, value: DERWriter.encode { $0.utf8String("com.example.other") }))
    },
    Attack("E07", "type 2 padded", "encoding.integer") { scene in
      scene.receipt.set(
        ReceiptAttribute(type: [0, 2], value: DERWriter.encode { $0.utf8String("com.example.app") }))
    },
    Attack("E08", "a type without contents", "encoding.integer") { scene in
      scene.receipt.attributes.append(ReceiptAttribute(type: [], value: []))
    },
  ]

  private static func element(_ body: (inout DERWriter) -> Void) -> [UInt8] {
    DERWriter.encode { $0.sequence(body) }
  }

  private static let onShape: [Attack] = [
    Attack("E09", "an attribute of two fields", "structure.missing-element") { scene in
      scene.receipt.otherElements = [
        element {
          $0.integer(99); $0.integer(1)
        }
      ]
    },
    Attack("E10", "an attribute of four fields", "structure.extra-element") { scene in
      scene.receipt.otherElements = [
        element {
          $0.integer(99); $0.integer(1); $0.octetString([]); $0.null()
        }
      ]
    },
    Attack("E11", "a value that is no OCTET STRING", "structure.unexpected-element") { scene in
      scene.receipt.otherElements = [
        element {
          $0.integer(99); $0.integer(1); $0.utf8String("x")
        }
      ]
    },
    Attack("E12", "a SEQUENCE in the place of the SET", "structure.unexpected-element") { scene in
      scene.content = [0x30] + scene.receipt.payload().dropFirst()
    },
    Attack("E13", "a byte behind the SET", .code("structure.extra-element")) { scene in
      scene.content = scene.receipt.payload() + [0]
    },
    Attack("E14", "an empty SET", "payload.missing-attribute") { $0.content = [0x31, 0x00] },
    Attack("E15", "a SET of indefinite length", "encoding.indefinite-length") { scene in
      let payload = scene.receipt.payload()
      scene.content = [0x31, 0x80] + payload[DERElement(payload, at: 0).contents] + [0, 0]
    },
  ]

  /// An attack by a signed bundle identifier that is none, with a verifier that takes any.
  private static func bundleID(_ id: String, _ sentence: String, _ octets: [UInt8], tag: UInt8 = 0x0C)
    -> Attack
  {
    Attack(id, sentence, "payload.value", given: { $0.setup.bundleIDs = nil }) { scene in
      scene.receipt.set(ReceiptAttribute(2, value: DERWriter.encode { $0.element(tag, content: octets) }))
    }
  }

  private static let onBundleID: [Attack] = [
    bundleID("E16", "a bundle id with NUL", Array("com.example.app\0.evil".utf8)),
    bundleID("E16.control", "a bundle id with a control character", Array("com.example\u{1B}.app".utf8)),
    bundleID("E17", "a bundle id in invalid UTF-8", Array("com.example.".utf8) + [0xC3, 0x28]),
    bundleID("E18", "a bundle id in overlong UTF-8", Array("com".utf8) + [0xC0, 0xAE] + Array("app".utf8)),
    Attack("E19", "a Cyrillic letter that looks like a Latin one: another app", .verified) { scene in
      scene.receipt.set(.utf8String(2, "com.exаmple.app"))
      scene.setup.bundleIDs = ["com.exаmple.app"]
    },
    Attack("E19.unequal", "a Cyrillic letter where a Latin one is expected", "policy.bundle-id") { scene in
      scene.receipt.set(.utf8String(2, "com.exаmple.app"))
    },
    Attack("E20", "a decomposed letter: another app", .verified) { scene in
      scene.receipt.set(.utf8String(2, "com.e\u{301}.app"))
      scene.setup.bundleIDs = ["com.e\u{301}.app"]
    },
    Attack(
      "E20.unequal", "a decomposed letter where the composed one is expected", "policy.bundle-id",
      given: { scene in
        scene.setup.bundleIDs = ["com.\u{E9}.app"]
      }, twin: { scene in scene.receipt.set(.utf8String(2, "com.\u{E9}.app")) }
    ) { scene in
      scene.receipt.set(.utf8String(2, "com.e\u{301}.app"))
    },
    bundleID("E21", "a bundle id as IA5String", Array("com.example.app".utf8), tag: TagByte.ia5String),
    Attack("E22", "a second string behind the bundle id", "payload.value") { scene in
      scene.receipt.set(
        ReceiptAttribute(
          2,
          value: DERWriter.encode {
            $0.utf8String("com.example.app"); $0.utf8String("com.example.other")
          }))
    },
    bundleID("E23", "an empty bundle id", []),
    bundleID("E24", "a blank before the bundle id", Array(" com.example.app".utf8)),
    bundleID("E24.behind", "a blank behind the bundle id", Array("com.example.app ".utf8)),
    Attack("E25", "no bundle id", "payload.missing-attribute") { $0.receipt.remove(type: 2) },
  ]

  private static func environment(_ id: String, _ sentence: String, _ code: String, _ text: String) -> Attack
  {
    Attack(id, sentence, code) { $0.receipt.set(.utf8String(0, text)) }
  }

  private static let onEnvironment: [Attack] = [
    environment("G01", "a sandbox receipt in production", "environment.not-accepted", "ProductionSandbox"),
    Attack(
      "G02", "environment Xcode under Apple's kind of chain", "environment.not-accepted",
      given: { scene in
        scene.setup.environments = ["production", "sandbox", "xcode"]
      }
    ) { $0.receipt.set(.utf8String(0, "Xcode")) },
    environment("G03", "environment Foo", "environment.unknown", "Foo"),
    environment("G04", "environment in lower case", "environment.unknown", "production"),
    environment("G05", "environment with a blank behind", "environment.unknown", "Production "),
    environment("G06", "environment with NUL behind", "environment.unknown", "Production\0"),
    Attack("G07", "a volume purchase", .verified) { $0.receipt.set(.utf8String(0, "ProductionVPP")) },
    environment("G08", "an empty environment", "environment.unknown", ""),
    Attack("G09", "no environment", "payload.missing-attribute") { $0.receipt.remove(type: 0) },
    Attack(
      "J06.authority", "a signer for local testing that the verifier does not know, environment Production",
      "chain.untrusted", twin: { try $0.signLocally() }
    ) { scene in
      try scene.signLocally()
      scene.setup.localTestingCertificates = []
      scene.receipt.set(.utf8String(0, "Production"))
    },
    Attack(
      "C5.xcode", "a known signer for local testing, environment Production", "environment.not-accepted",
      given: { try $0.signLocally() }
    ) { scene in
      scene.receipt.set(.utf8String(0, "Production"))
    },
  ]
}

extension Scene {
  /// Has the receipt signed as Xcode does, by a certificate of ours, for a verifier that knows it and accepts every
  /// environment.
  package mutating func signLocally(created: SampleDate = SampleDate(Scene.usualCreation)) throws {
    let signer = try ReceiptSigner.xcodeLike(key: try Keys.localTesting.get())
    signingKey = signer.key
    signerIdentifier = (signer.issuer, signer.serialNumber)
    signatureAlgorithm = signer.signatureAlgorithm
    arrange = { _ in signer.certificates }
    receipt = try SampleReceipt.xcode(created: created).recipe()
    setup.localTestingCertificates = signer.certificates
    setup.environments = ["production", "sandbox", "xcode"]
  }
}
