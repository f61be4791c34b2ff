// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// What the signer's certificate says of itself: dates, key, purposes.
  static let onLeaf: [Attack] = onTime + onSpelling + onPurpose + onKey + applesOwn

  private static let onTime: [Attack] = [
    Attack("C20", "the leaf expired before the creation", "chain.expired") { scene in
      scene.leaf.setValidity("240101000000Z", "250201000000Z")
    },
    Attack("C21", "the leaf not yet valid at the creation", "chain.not-yet-valid") { scene in
      scene.leaf.setValidity("250401000000Z", "260401000000Z")
    },
    Attack(
      "C22", "created in the second in which the leaf ends", "chain.expired",
      given: { scene in
        scene.now = "2027-01-01T00:00:00Z"
      },
      twin: { scene in
        scene.setCreation("2026-08-23T14:50:01.999Z")
      }
    ) { scene in
      scene.setCreation("2026-08-23T14:50:02Z")
    },
    Attack("C23", "created in the leaf's first second", .verified) { $0.setCreation("2024-07-24T14:50:03Z") },
    Attack("C24", "the leaf has ended since", .verified) { $0.now = "2040-01-01T00:00:00Z" },
    Attack("C25", "created in 2099", "chain.future") { $0.setCreation("2099-01-01T00:00:00Z") },
    Attack("C26", "created before there was a chain", "chain.not-yet-valid") { scene in
      scene.setCreation("2012-01-01T00:00:00Z")
    },
    Attack("C27", "no creation date", "payload.missing-attribute") { $0.receipt.remove(type: 12) },
  ]

  private static let onSpelling: [Attack] = [
    Attack("C44", "a leaf that ends on 30 February", "chain.validity") { scene in
      scene.leaf.setValidity("240724145003Z", "260230145002Z")
    },
    Attack("C45", "a leaf with a time without seconds", "chain.validity") { scene in
      scene.leaf.setValidity("2407241450Z", "260823145002Z")
    },
    Attack("C48", "a leaf with a time with an offset", "chain.validity") { scene in
      scene.leaf.setValidity("240724145003+0000", "260823145002Z")
    },
    Attack("C46", "GeneralizedTime before 2050", .verified) { scene in
      scene.leaf.setValidity("20240724145003Z", "20260823145002Z", tag: TagByte.generalizedTime)
    },
    Attack("C47", "a leaf until 9999", .verified) { scene in
      scene.leaf.validity.notAfter = CertificateTime(9999, 12, 31, 23, 59, 59)
    },
  ]

  private static let onPurpose: [Attack] = [
    Attack("C28", "the leaf without keyUsage", "chain.purpose") { scene in
      scene.leaf.removeExtension(CertificateRecipe.keyUsage)
    },
    Attack("C55", "the leaf for key encipherment only", "chain.purpose") { scene in
      scene.leaf.set(.keyUsage(.keyEncipherment))
    },
    Attack("C29", "a keyUsage without any bit", "chain.purpose") { $0.leaf.set(.keyUsage([])) },
    Attack("C30", "the leaf is an authority", "chain.purpose") { scene in
      scene.leaf.set(.basicConstraints(isAuthority: true))
    },
    Attack("C56", "the leaf is no authority and yet for signing certificates", "chain.purpose") { scene in
      scene.leaf.set(.keyUsage([.digitalSignature, .keyCertSign]))
    },
    Attack("C31", "an unknown critical extension", "chain.purpose") { scene in
      scene.leaf.set(.marker("1.2.3.4.5", critical: true))
    },
    Attack("C42", "the marker critical", "chain.purpose") { scene in
      scene.leaf.set(.marker(AppleObjectIdentifier.receiptSigningMarker, critical: true))
    },
    Attack("C49", "the marker twice", "chain.purpose") { scene in
      scene.leaf.extensions?.append(.marker(AppleObjectIdentifier.receiptSigningMarker))
    },
    Attack("C52", "no policy", "chain.purpose") { scene in
      scene.leaf.removeExtension(CertificateRecipe.certificatePolicies)
    },
    Attack("C53", "another policy", "chain.purpose") { $0.leaf.set(.certificatePolicies(["1.2.3"])) },
    Attack("C54", "anyPolicy", "chain.purpose") { $0.leaf.set(.certificatePolicies(["2.5.29.32.0"])) },
  ]

  private static let onKey: [Attack] = [
    Attack("C32", "RSA-1024", "chain.key") { try $0.setKeys(leaf: try Keys.rsa1024.get()) },
    Attack("C33", "an elliptic curve, declared as ECDSA", "unsupported.signature") { scene in
      try scene.setKeys(leaf: try Keys.ellipticCurve.get())
      scene.signatureAlgorithm = .ecdsaWithSHA256
    },
    Attack("C34", "an elliptic curve, declared as RSA", "chain.key") { scene in
      try scene.setKeys(leaf: try Keys.ellipticCurve.get())
    },
    Attack("C35", "the leaf's certificate signed with MD5", "chain.algorithm") { $0.leaf.digest = .md5 },
    Attack("C36", "the leaf's certificate signed with SHA-1 under a SHA-256 receipt", "chain.algorithm") {
      scene in
      scene.leaf.digest = .sha1
    },
    Attack("C39", "junk inside the leaf's certificate", .code("structure.extra-element")) { scene in
      scene.leaf.trailingElements = [[0x05, 0x00]]
    },
    Attack("C40", "an INTEGER among the certificates", .code("structure.unexpected-element")) { scene in
      scene.arrange = { [$0.leaf, $0.intermediate, $0.root, [0x02, 0x01, 0x01]] }
    },
    Attack(
      "C41", "nine certificates", "limit.certificates",
      twin: { scene in
        scene.arrange = { [$0.leaf, $0.intermediate] + Array(repeating: $0.root, count: 6) }
      }
    ) { scene in
      scene.arrange = { [$0.leaf, $0.intermediate] + Array(repeating: $0.root, count: 7) }
    },
  ]

  /// The cases of Apple's own tests of its policy for receipts, with certificates of ours.
  private static let applesOwn: [Attack] = [
    Attack(
      "unit.expired", "leaf until 2015-11, intermediate until 2016-02, judged in 2016-03", "chain.expired",
      given: { scene in
        try Scene.sha1(&scene)
        scene.leaf.setValidity("101111215801Z", "151111215801Z")
        scene.intermediate.setValidity("080214185635Z", "160214185635Z")
        scene.setCreation("2015-11-01T00:00:00Z")
      }
    ) { $0.setCreation("2016-03-01T00:00:00Z") },
    Attack("unit.badoid", "another policy number and another marker", "chain.purpose", given: Scene.sha1) {
      scene in
      scene.leaf.removeExtension(CertificateRecipe.certificatePolicies)
      scene.leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
      scene.leaf.set(.marker("1.2.840.113635.100.6.11.2"))
    },
  ]
}
