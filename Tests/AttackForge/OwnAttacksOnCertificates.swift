// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// Variations of single certificates, beyond the catalogue.
  static let variedCertificates: [Attack] =
    onExtensions + onRootExtensions + onKeySizes + onUsages + onPolicies + onBits

  private static let unknown = "1.2.3.4.5"

  private static func leaf(
    _ id: String, _ sentence: String, _ required: Requirement,
    _ defect: @escaping @Sendable (inout CertificateRecipe) throws -> Void
  ) -> Attack {
    Attack("X.leaf." + id, sentence, required) { try defect(&$0.leaf) }
  }

  private static func intermediate(
    _ id: String, _ sentence: String, _ required: Requirement,
    _ defect: @escaping @Sendable (inout CertificateRecipe) throws -> Void
  ) -> Attack {
    Attack("X.intermediate." + id, sentence, required) { try defect(&$0.intermediate) }
  }

  private static let purpose = Requirement.code("chain.purpose")
  private static let chain = Requirement.anyOf(["chain"])

  private static let onExtensions: [Attack] = [
    leaf("unknown", "an unknown extension that is not critical", .verified) { $0.set(.marker(unknown)) },
    leaf("constraints-lax", "basicConstraints that is not critical", .verified) { leaf in
      leaf.set(.basicConstraints(isAuthority: false, critical: false))
    },
    leaf("constraints-none", "no basicConstraints: no authority", .verified) { leaf in
      leaf.removeExtension(CertificateRecipe.basicConstraints)
    },
    leaf("constraints-junk", "basicConstraints that cannot be read", purpose) { leaf in
      leaf.set(CertificateExtension(CertificateRecipe.basicConstraints, critical: true, value: [0x05, 0x00]))
    },
    leaf("usage-lax", "keyUsage that is not critical", .verified) { leaf in
      leaf.set(.keyUsage(.digitalSignature, critical: false))
    },
    leaf("usage-junk", "keyUsage that cannot be read", purpose) { leaf in
      leaf.set(CertificateExtension(CertificateRecipe.keyUsage, critical: true, value: [0x05, 0x00]))
    },
    leaf("policies-critical", "a critical policy", .verified) { leaf in
      leaf.set(
        CertificateExtension(
          CertificateRecipe.certificatePolicies, critical: true,
          value: CertificateExtension.certificatePolicies([AppleObjectIdentifier.receiptSigningPolicy]).value)
      )
    },
    leaf("policies-junk", "policies that cannot be read", purpose) { leaf in
      leaf.set(CertificateExtension(CertificateRecipe.certificatePolicies, value: [0x30, 0x02, 0x05, 0x00]))
    },
    leaf("purpose-lax", "an extended key usage that is not critical", .verified) { leaf in
      leaf.set(.extendedKeyUsage(["1.3.6.1.5.5.7.3.3"]))
    },
    leaf("identifiers-none", "no key identifiers", .verified) { leaf in
      leaf.removeExtension("2.5.29.14")
      leaf.removeExtension("2.5.29.35")
    },
    leaf("identifier-wrong", "the key identifier of another issuer", chain) { leaf in
      leaf.set(.authorityKeyIdentifier(Array(repeating: 7, count: 20)))
    },
    leaf("constraints-twice", "basicConstraints twice, first as it should be", purpose) { leaf in
      leaf.extensions?.append(.basicConstraints(isAuthority: true))
    },
    leaf("usage-twice", "keyUsage twice, first as it should be", purpose) { leaf in
      leaf.extensions?.append(.keyUsage([.digitalSignature, .keyCertSign]))
    },
    leaf("policies-twice", "policies twice", purpose) { leaf in
      leaf.extensions?.append(.certificatePolicies(["1.2.3"]))
    },
    leaf("unknown-twice", "an unknown extension twice", purpose) { leaf in
      leaf.extensions? += [.marker(unknown), .marker(unknown)]
    },
    leaf("extensions-32", "32 extensions", .verified) { $0.addExtensions(upTo: 32) },
    leaf("extensions-33", "33 extensions", purpose) { $0.addExtensions(upTo: 33) },
    leaf("extensions-none", "no extensions at all", purpose) { $0.extensions = nil },
    leaf("version-1", "version 1", purpose) { $0.version = nil },
    leaf("version-4", "a version that does not exist", purpose) { $0.version = [3] },
    intermediate("unknown-critical", "an unknown critical extension", purpose) { intermediate in
      intermediate.set(.marker(unknown, critical: true))
    },
    intermediate("marker-critical", "the marker critical", purpose) { intermediate in
      intermediate.set(.marker(AppleObjectIdentifier.developerRelationsMarker, critical: true))
    },
    intermediate("unknown", "an unknown extension that is not critical", .verified) {
      $0.set(.marker(unknown))
    },
    intermediate("constraints-lax", "basicConstraints that is not critical", .verified) { intermediate in
      intermediate.set(.basicConstraints(isAuthority: true, pathLength: 0, critical: false))
    },
    intermediate("length-none", "no path length, as the oldest ones have it", .verified) { intermediate in
      intermediate.set(.basicConstraints(isAuthority: true))
    },
    intermediate("marker-twice", "the marker twice", purpose) { intermediate in
      intermediate.extensions?.append(.marker(AppleObjectIdentifier.developerRelationsMarker))
    },
    intermediate("marker-of-leaf", "the leaf's marker in the place of its own", purpose) { intermediate in
      intermediate.removeExtension(AppleObjectIdentifier.developerRelationsMarker)
      intermediate.set(.marker(AppleObjectIdentifier.receiptSigningMarker))
    },
    intermediate("usage-none", "no keyUsage", purpose) { $0.removeExtension(CertificateRecipe.keyUsage) },
    intermediate("expired", "ended before the creation", .code("chain.expired")) { intermediate in
      intermediate.setValidity("201216193856Z", "250201000000Z")
    },
    intermediate("not-yet-valid", "not valid before the creation", .code("chain.not-yet-valid")) {
      intermediate in
      intermediate.setValidity("250401000000Z", "301210000000Z")
    },
    intermediate("time", "a time without seconds", .code("chain.validity")) { intermediate in
      intermediate.setValidity("2012161938Z", "301210000000Z")
    },
    leaf("name-junk", "a subject that is no name", .code("chain.unreadable")) { leaf in
      leaf.subject = DistinguishedName(encoded: [0x30, 0x02, 0x05, 0x00])
    },
    Attack("X.intermediate.name-junk", "an intermediate whose subject is no name", "chain.unreadable") {
      scene in
      scene.intermediate.subject = DistinguishedName(encoded: [0x30, 0x02, 0x05, 0x00])
      scene.leaf.issuer = scene.intermediate.subject
    },
    intermediate("reversed", "ends before it begins", chain) { intermediate in
      intermediate.setValidity("301210000000Z", "201216193856Z")
    },
  ]

  private static let onRootExtensions: [Attack] = [
    Attack(
      "X.root.expired", "a pinned root that ended before the creation", "chain.expired",
      given: { scene in
        scene.isRootPinned = true
      }
    ) { $0.root.setValidity("060425214036Z", "250201000000Z") },
    Attack(
      "X.root.no-authority", "a pinned root that is no authority", .anyOf(["chain"]),
      given: { scene in
        scene.isRootPinned = true
      }
    ) { $0.root.set(.basicConstraints(isAuthority: false)) },
    Attack("X.root.other", "another root pinned, of the same name", .anyOf(["chain"])) { scene in
      var root = scene.root
      root.subjectPublicKeyInfo = try Keys.attacker.get().rootKey.subjectPublicKeyInfo()
      scene.setup.roots = [try root.signed(by: try Keys.attacker.get().rootKey)]
    },
    Attack("X.root.two", "the right root and another of the same name pinned", .verified) { scene in
      var root = scene.root
      root.subjectPublicKeyInfo = try Keys.attacker.get().rootKey.subjectPublicKeyInfo()
      root.extensions = root.extensions?.filter { !["2.5.29.14", "2.5.29.35"].contains($0.identifier) }
      scene.setup.roots.append(try root.signed(by: try Keys.attacker.get().rootKey))
    },
    Attack("X.root.apple", "a test chain for a verifier that trusts Apple", "chain.untrusted") { scene in
      scene.setup.roots = []
      scene.setup.trustsApple = true
    },
  ]

  private static func key(
    _ id: String, _ sentence: String, _ required: Requirement,
    _ key: @escaping @Sendable () throws -> SigningKey
  ) -> Attack {
    Attack("X.key." + id, sentence, required) { try $0.setKeys(leaf: try key()) }
  }

  private static let onKeySizes: [Attack] = [
    key("1024", "a leaf of RSA-1024", .code("chain.key")) { try Keys.rsa1024.get() },
    key("2047", "a leaf of RSA-2047", .code("chain.key")) { try Keys.rsa2047.get() },
    key("2056", "a leaf of RSA-2056", .verified) { try Keys.rsa2056.get() },
    key("3072", "a leaf of RSA-3072", .verified) { try Keys.rsa3072.get() },
    key("8192", "a leaf of RSA-8192", .verified) { try Keys.rsa8192.get() },
    key("8200", "a leaf of RSA-8200", .code("chain.key")) { try Keys.rsa8200.get() },
    key("exponent3", "a leaf with the exponent 3", .code("chain.key")) { try Keys.exponent3.get() },
    key("exponent17", "a leaf with the exponent 17", .code("chain.key")) { try Keys.exponent17.get() },
    key("exponent2^31", "a leaf with the exponent 2³¹ + 11", .verified) { try Keys.largeExponent.get() },
    Attack("X.key.intermediate1024", "an intermediate of RSA-1024", .code("chain.key")) { scene in
      try scene.setKeys(intermediate: try Keys.rsa1024.get())
    },
    Attack(
      "X.key.sha1-1024", "a leaf of RSA-1024 in the old era, when OpenSSL is told to be lenient",
      .code("chain.key"),
      given: Scene.sha1
    ) { try $0.setKeys(leaf: try Keys.rsa1024.get()) },
    Attack(
      "X.key.sha1-intermediate2047", "an intermediate of RSA-2047 in the old era", .code("chain.key"),
      given: Scene.sha1
    ) { try $0.setKeys(intermediate: try Keys.rsa2047.get()) },
    Attack("X.key.intermediate-curve", "an intermediate on an elliptic curve", .code("chain.algorithm")) {
      scene in
      let key = try Keys.ellipticCurve.get()
      try scene.setKeys(intermediate: key)
    },
    Attack("X.key.pss", "a leaf whose key is for RSASSA-PSS only", .code("chain.key")) { scene in
      try scene.leaf.relabelKey("1.2.840.113549.1.1.10")
    },
    Attack("X.key.unknown", "a leaf whose key is of no known kind", .code("chain.key")) { scene in
      try scene.leaf.relabelKey("1.2.840.113549.1.1.99")
    },
    Attack("X.algorithm.sha384", "a leaf signed with SHA-384", .anyOf(["chain"])) { scene in
      scene.leaf.innerAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.12")
      scene.leaf.outerAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.12")
    },
    Attack("X.algorithm.outer-sha1", "SHA-1 outside the signed part, SHA-256 inside", .anyOf(["chain"])) {
      scene in
      scene.leaf.outerAlgorithm = .sha1WithRSA
    },
    Attack(
      "X.algorithm.intermediate-sha1", "the intermediate signed with SHA-1 under a SHA-256 receipt",
      "chain.algorithm"
    ) { $0.intermediate.digest = .sha1 },
    Attack(
      "X.algorithm.md5-old", "a leaf signed with MD5 in the old era", "chain.algorithm", given: Scene.sha1
    ) { scene in
      scene.leaf.digest = .md5
    },
    Attack(
      "X.algorithm.intermediate-md5-old", "an intermediate signed with MD5 in the old era", "chain.algorithm",
      given: Scene.sha1
    ) { $0.intermediate.digest = .md5 },
    Attack(
      "X.algorithm.mixed", "a leaf signed with SHA-256 in the old era, as in late 2015", .verified,
      given: Scene.sha1
    ) { $0.leaf.digest = .sha256 },
  ]

  private static func usage(_ id: String, _ usage: KeyUsage, _ required: Requirement) -> Attack {
    Attack("X.usage." + id, "a leaf with the key usage \(id)", required) { $0.leaf.set(.keyUsage(usage)) }
  }

  private static let onUsages: [Attack] = [
    usage("signature+encipherment", [.digitalSignature, .keyEncipherment], .verified),
    usage("signature+list", [.digitalSignature, .cRLSign], purpose),
    usage("certificate", .keyCertSign, purpose),
    usage("list", .cRLSign, purpose),
    usage("everything", KeyUsage(rawValue: 0xFF), purpose),
    usage("everything-else", KeyUsage(rawValue: 0xF9), .verified),
    intermediate("usage-certificate", "only for signing certificates", .verified) {
      $0.set(.keyUsage(.keyCertSign))
    },
    intermediate("usage-signature", "for signatures only", purpose) { $0.set(.keyUsage(.digitalSignature)) },
  ]

  private static func policies(_ id: String, _ list: [String], _ required: Requirement) -> Attack {
    Attack("X.policies." + id, "a leaf with the policies \(id)", required) {
      $0.leaf.set(.certificatePolicies(list))
    }
  }

  private static let right = AppleObjectIdentifier.receiptSigningPolicy

  private static let onPolicies: [Attack] = [
    policies("second", ["1.2.3", right], .verified),
    policies("any+right", ["2.5.29.32.0", right], .verified),
    policies("longer", [right + ".1"], purpose),
    policies("shorter", ["1.2.840.113635.100.5.6"], purpose),
    policies("empty", [], purpose),
  ]

  private static let onBits: [Attack] = [
    Attack("X.marker.longer", "a marker with one more number", purpose) { scene in
      scene.leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
      scene.leaf.set(.marker(AppleObjectIdentifier.receiptSigningMarker + ".1"))
    },
    Attack("X.marker.shorter", "a marker with one number less", purpose) { scene in
      scene.leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
      scene.leaf.set(.marker("1.2.840.113635.100.6.11"))
    },
    Attack("X.marker.as-policy", "the marker among the policies, not the extensions", purpose) { scene in
      scene.leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
      scene.leaf.set(.certificatePolicies([right, AppleObjectIdentifier.receiptSigningMarker]))
    },
    Attack("X.marker.in-purpose", "the marker as an extended key usage", purpose) { scene in
      scene.leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
      scene.leaf.set(.extendedKeyUsage([AppleObjectIdentifier.receiptSigningMarker]))
    },
  ]
}

extension CertificateRecipe {
  /// Adds unknown extensions until there are so many.
  mutating func addExtensions(upTo count: Int) {
    for number in (extensions?.count ?? 0)..<count { set(.marker("1.2.3.4.\(number)")) }
  }

  /// Says that the key is of another kind.
  mutating func relabelKey(_ algorithm: String) throws {
    let parts = DERElement(subjectPublicKeyInfo, at: 0).children(subjectPublicKeyInfo)
    let key = Array(subjectPublicKeyInfo[parts[1].whole])
    subjectPublicKeyInfo = DERWriter.encode { writer in
      writer.sequence {
        $0.raw(AlgorithmIdentifier(algorithm).encoded)
        $0.raw(key)
      }
    }
  }
}
