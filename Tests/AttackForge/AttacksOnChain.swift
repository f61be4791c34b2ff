// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The path from the signer to the pinned root: who is in it.
  static let onChain: [Attack] = onAnchor + onSigner + onLength + onIssuer

  private static let onAnchor: [Attack] = [
    Attack(
      "C01", "another chain under the genuine names, serial numbers and key identifiers",
      "chain.certificate-signature"
    ) {
      try $0.impersonate()
    },
    Attack("C02", "the same with the genuine root as well", "chain.certificate-signature") { scene in
      try scene.impersonate()
      let genuine = try CertificateChain.genuine()
      scene.arrange = { [$0.leaf, $0.intermediate, genuine.root, $0.root] }
    },
    Attack("C03", "the same with the genuine root last", "chain.certificate-signature") { scene in
      try scene.impersonate()
      let genuine = try CertificateChain.genuine()
      scene.arrange = { [$0.leaf, $0.intermediate, $0.root, genuine.root] }
    },
    Attack(
      "C50", "a decoy intermediate of the same name, number and key identifiers first", .anyOf(["chain"])
    ) {
      scene in
      var decoy = scene.intermediate
      decoy.subjectPublicKeyInfo = try Keys.attacker.get().intermediateKey.subjectPublicKeyInfo()
      let certificate = try decoy.signed(by: try Keys.attacker.get().rootKey)
      scene.arrange = { [$0.leaf, certificate, $0.intermediate, $0.root] }
    },
  ]

  private static let onSigner: [Attack] = [
    Attack("C04", "a self-signed leaf with Apple's marker", "chain.untrusted") { scene in
      scene.leaf.issuer = scene.leaf.subject
      scene.leafIssuerKey = scene.leafKey
      scene.arrange = { [$0.leaf] }
    },
    Attack("C05", "the genuine leaf first, another one named", "chain.untrusted") { scene in
      let genuine = try CertificateChain.genuine()
      let attacker = try Scene.attackersSigner()
      scene.signingKey = attacker.key
      scene.signerIdentifier = (attacker.issuer, attacker.serialNumber)
      scene.arrange = { [genuine.leaf, attacker.certificates[0], $0.intermediate, $0.root] }
    },
    Attack("C06", "a developer's certificate with a critical marker", "chain.purpose") { scene in
      scene.leaf.makeDeveloper(isMarkerCritical: true)
    },
    Attack("C07", "a developer's certificate with a marker that is not critical", "chain.purpose") { scene in
      scene.leaf.makeDeveloper(isMarkerCritical: false)
    },
    Attack("C17", "the root signs", .code("chain.untrusted")) { scene in
      scene.signerIdentifier = (TestAuthority.rootName, scene.root.serialNumber)
      scene.signingKey = scene.rootKey
    },
    Attack("C18", "the intermediate signs", .code("chain.purpose")) { scene in
      scene.signerIdentifier = (scene.intermediate.issuer, scene.intermediate.serialNumber)
      scene.signingKey = scene.intermediateKey
    },
  ]

  private static let onLength: [Attack] = [
    Attack("C14", "one more authority below a path length of 0", .code("chain.untrusted")) { scene in
      let key = try Keys.stranger.get()
      try scene.insertAuthority(try scene.subordinateRecipe(key: key), key: key)
    },
    Attack("C15", "a developer's leaf issues the signer's certificate", .code("chain.untrusted")) { scene in
      let key = try Keys.stranger.get()
      var developer = scene.leaf
      developer.makeDeveloper(isMarkerCritical: false)
      try scene.insertAuthority(developer, key: key)
    },
    Attack("C16", "the leaf directly below the root", "chain.length") { scene in
      scene.leaf.issuer = TestAuthority.rootName
      scene.leaf.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(scene.rootKey)))
      scene.leafIssuerKey = scene.rootKey
      scene.arrange = { [$0.leaf, $0.root] }
    },
    Attack(
      "C19", "a valid chain of four", .code("chain.untrusted"),
      given: { scene in
        scene.intermediate.set(.basicConstraints(isAuthority: true, pathLength: 1))
      }
    ) { scene in
      let key = try Keys.stranger.get()
      try scene.insertAuthority(try scene.subordinateRecipe(key: key), key: key)
    },
  ]

  private static let onIssuer: [Attack] = [
    Attack("C08", "the intermediate without its marker", "chain.purpose") { scene in
      scene.intermediate.removeExtension(AppleObjectIdentifier.developerRelationsMarker)
    },
    Attack("C09", "the intermediate without basicConstraints", "chain.purpose") { scene in
      scene.intermediate.removeExtension(CertificateRecipe.basicConstraints)
    },
    Attack("C10", "the intermediate is no authority", "chain.purpose") { scene in
      scene.intermediate.set(.basicConstraints(isAuthority: false))
    },
    Attack("C11", "the intermediate must not sign certificates", "chain.purpose") { scene in
      scene.intermediate.set(.keyUsage(.cRLSign))
    },
    Attack("C12", "the intermediate of version 1", .code("chain.purpose")) { scene in
      scene.intermediate.version = nil
      scene.intermediate.extensions = nil
    },
    Attack("C13", "the intermediate with neither basicConstraints nor keyUsage", "chain.purpose") { scene in
      scene.intermediate.removeExtension(CertificateRecipe.basicConstraints)
      scene.intermediate.removeExtension(CertificateRecipe.keyUsage)
    },
    Attack("C37", "a bit of the signature on the leaf flipped", "chain.certificate-signature") { scene in
      scene.arrange = { [$0.leaf.withLastBitFlipped, $0.intermediate, $0.root] }
    },
    Attack("C38", "a bit of the signature on the intermediate flipped", "chain.certificate-signature") {
      scene in
      scene.arrange = { [$0.leaf, $0.intermediate.withLastBitFlipped, $0.root] }
    },
    Attack("C43", "the leaf's signature algorithm inside and outside differ", "chain.certificate-signature") {
      scene in
      scene.leaf.outerAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.12")
    },
  ]
}

extension [UInt8] {
  var withLastBitFlipped: [UInt8] { dropLast() + [(last ?? 0) ^ 1] }
}
