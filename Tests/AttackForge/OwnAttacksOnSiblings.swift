// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// Several certificates of one name, among which OpenSSL chooses by their keys.
  static let onSiblings: [Attack] = onSiblingIntermediates + onSiblingRoots

  private static func sibling(
    _ id: String, _ sentence: String, _ required: Requirement,
    _ change: @escaping @Sendable (inout CertificateRecipe) -> Void
  ) -> Attack {
    Attack("X.sibling." + id, sentence, required) { scene in
      let sibling = try scene.siblingIntermediate(change)
      scene.arrange = { [$0.leaf, $0.intermediate, sibling, $0.root] }
    }
  }

  private static let onSiblingIntermediates: [Attack] = [
    Attack(
      "X.sibling.unmarked-used", "an intermediate without its marker behind one of its name that has it",
      "chain.purpose",
      given: { scene in
        let sibling = try scene.siblingIntermediate()
        scene.arrange = { [$0.leaf, sibling, $0.intermediate, $0.root] }
      }
    ) { $0.intermediate.removeExtension(AppleObjectIdentifier.developerRelationsMarker) },
    Attack("X.sibling.unmarked", "the intermediate behind one of its name without the marker", .verified) {
      scene in
      let sibling = try scene.siblingIntermediate { sibling in
        sibling.removeExtension(AppleObjectIdentifier.developerRelationsMarker)
      }
      scene.arrange = { [$0.leaf, sibling, $0.intermediate, $0.root] }
    },
    sibling("unreadable", "a second intermediate, whose issuer is no name", .code("chain.unreadable")) {
      $0.issuer = DistinguishedName(encoded: [0x30, 0x02, 0x05, 0x00])
    },
    sibling("time", "a second intermediate with a time without seconds", .code("chain.validity")) {
      $0.setValidity("2012161938Z", "301210000000Z")
    },
    sibling("reversed", "a second intermediate that ends before it begins", .code("chain.validity")) {
      $0.setValidity("301210000000Z", "201216193856Z")
    },
    sibling("expired", "a second intermediate that has ended", .verified) {
      $0.setValidity("130207214847Z", "230207214847Z")
    },
  ]

  private static let onSiblingRoots: [Attack] = [
    Attack(
      "X.root.1024", "a pinned root of RSA-1024 above a SHA-256 receipt", "chain.key",
      given: { $0.isRootPinned = true }
    ) { try $0.setKeys(root: try Keys.rsa1024.get()) },
    Attack(
      "X.root.issued", "a pinned root that another pinned root of its name has issued", .code("chain.length"),
      twin: { try $0.pinSecondRoot(isSelfSigned: true) },
      defect: { try $0.pinSecondRoot(isSelfSigned: false) }),
  ]
}

extension Scene {
  /// An intermediate of the same name with another key, which the root has issued too.
  fileprivate func siblingIntermediate(
    _ change: (inout CertificateRecipe) -> Void = { _ in }
  ) throws -> [UInt8] {
    let key = try Keys.stranger.get()
    var sibling = intermediate
    sibling.serialNumber = [0x51, 0xB1]
    sibling.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
    sibling.set(.subjectKeyIdentifier(try TestAuthority.keyIdentifier(key)))
    change(&sibling)
    return try sibling.signed(by: rootKey)
  }

  /// Pins a root of the usual one's name next to it, and puts it above the intermediate.
  fileprivate mutating func pinSecondRoot(isSelfSigned: Bool) throws {
    let key = try Keys.stranger.get()
    let identifier = try TestAuthority.keyIdentifier(key)
    var second = root
    second.serialNumber = [3]
    second.digest = .sha256
    second.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
    second.set(.subjectKeyIdentifier(identifier))
    if isSelfSigned { second.set(.authorityKeyIdentifier(identifier)) }
    setup.roots.append(try second.signed(by: isSelfSigned ? key : rootKey))
    rootKey = key
    intermediate.set(.authorityKeyIdentifier(identifier))
    arrange = { [$0.leaf, $0.intermediate] }
  }
}
