// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ReceiptForge

/// Signs again what was changed in a receipt, with the keys of the fuzzers, so that its signatures hold although nothing else
/// need.
package struct ReceiptSigning: Sendable {
  private let authority: FuzzAuthority

  /// Signing with these keys.
  package init(_ authority: FuzzAuthority) {
    self.authority = authority
  }

  /// Signs the content: the signature of every SignerInfo becomes that of the leaf's key, or of the key for local testing
  /// where one certificate is all there is.
  package func signContent(of tree: inout Tree) {
    guard let content = tree[Tree.content], let signers = tree.signerInfos else { return }
    let message = Self.octets(of: content)
    let isAlone = tree.certificates.flatMap { tree[$0]?.elements.count } == 1
    let key = isAlone ? authority.localTesting.key : authority.authority.leafKey
    for index in (tree[signers]?.elements ?? []).indices {
      let path = signers + [index]
      guard let signer = tree[path], let place = signer.elements.lastIndex(where: { $0.tag == 0x04 }) else {
        continue
      }
      let digest = Self.digest(in: signer.elements.count > 2 ? signer.elements[2] : signer)
      guard let signature = try? key.sign(message, digest: digest) else { continue }
      tree.update(path + [place]) { $0.body = .octets(signature) }
    }
  }

  /// Signs a certificate: the last with the root's key, as what issues itself or is issued by the root, others with the
  /// intermediate's.
  package func signCertificate(_ index: Int, of tree: inout Tree) {
    guard let path = tree.certificates, let certificates = tree[path]?.elements,
      certificates.indices.contains(index), certificates[index].elements.count == 3
    else { return }
    let signed = certificates[index].elements[0]
    let key =
      certificates.count == 1
      ? authority.localTesting.key
      : index == 0 ? authority.authority.intermediateKey : authority.authority.rootKey
    let digest = Self.digest(in: certificates[index].elements[1])
    guard let signature = try? key.sign(signed.encoded, digest: digest) else { return }
    tree.update(path + [index, 2]) { $0.body = .octets([0] + signature) }
  }

  /// Puts certificates of ours in the place of those of a receipt, with its SignerInfo, and signs it.
  package func adopt(_ tree: inout Tree, era: ChainEra) {
    guard let content = tree[Tree.content] else { return }
    let isAlone = tree.certificates.flatMap { tree[$0]?.elements.count } == 1
    guard let signer = isAlone ? authority.localTesting : try? authority.authority.signer(era),
      let message = try? signer.signedData(over: Self.octets(of: content)),
      let fresh = Tree(message.encoded), let certificates = fresh[Tree.signedData + [3]],
      let signerInfos = fresh[Tree.signedData + [4]], let digests = fresh[Tree.signedData + [1]],
      let old = tree.certificates, let oldSigners = tree.signerInfos
    else { return }
    tree.update(Tree.signedData + [1]) { $0 = digests }
    tree.update(old) { $0.body = certificates.body }
    tree.update(oldSigners) { $0.body = signerInfos.body }
  }

  /// A receipt with keys of ours in the place of others, signed again; `nil` when it is too broken for that.
  ///
  /// - Parameters:
  ///   - bytes: The receipt.
  ///   - genuine: The authority in whose place ours comes.
  ///   - attacker: An authority that must not be trusted, and in whose place other keys of ours come.
  package func moved(_ bytes: [UInt8], from genuine: TestAuthority, attacker: TestAuthority) -> [UInt8]? {
    let keys = authority.authority
    let pairs = [
      (genuine.rootKey, keys.rootKey), (genuine.intermediateKey, keys.intermediateKey),
      (genuine.leafKey, keys.leafKey), (attacker.rootKey, keys.leafKey),
      (attacker.intermediateKey, keys.rootKey), (attacker.leafKey, authority.localTesting.key),
    ]
    var moved = bytes
    for (old, new) in pairs {
      guard let oldModulus = try? old.modulus(), let newModulus = try? new.modulus(),
        let oldIdentifier = try? TestAuthority.keyIdentifier(old),
        let newIdentifier = try? TestAuthority.keyIdentifier(new)
      else { return nil }
      for (part, replacement) in [(oldModulus, newModulus), (oldIdentifier, newIdentifier)] {
        while let place = moved.firstRange(of: part) { moved.replaceSubrange(place, with: replacement) }
      }
    }
    guard var tree = Tree(moved) else { return nil }
    for index in (tree.certificates.flatMap { tree[$0]?.elements } ?? []).indices {
      signCertificate(index, of: &tree)
    }
    signContent(of: &tree)
    return tree.encoded
  }

  // MARK: - Parts

  /// The octets of an OCTET STRING, those of its pieces when it is constructed (X.690 8.7).
  private static func octets(of element: Element) -> [UInt8] {
    element.tag & 0x20 == 0 ? element.octets : element.elements.flatMap { octets(of: $0) }
  }

  /// The digest that an AlgorithmIdentifier names, alone or with RSA; SHA-256 when it is none of those that receipts have.
  private static func digest(in algorithm: Element) -> DigestAlgorithm {
    let name = algorithm.elements.first?.octets
    // 1.3.14.3.2.26 and 1.2.840.113549.1.1.5
    let sha1: [[UInt8]] = [
      [0x2B, 0x0E, 0x03, 0x02, 0x1A], [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05],
    ]
    return sha1.contains { $0 == name } ? .sha1 : .sha256
  }
}
