// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import SeededRandom

/// Changes receipts by their elements: what comes out is encoded well, but for the one place that was changed.
///
/// The same bytes, seed and plain mutation give the same change.
package struct ReceiptMutator: Sendable {
  /// Signs what was changed; `nil` when signatures do not matter.
  private let signing: ReceiptSigning?

  /// A mutator that signs again, or does not.
  package init(signing: ReceiptSigning?) {
    self.signing = signing
  }

  /// Changes an input.
  ///
  /// - Parameters:
  ///   - bytes: A receipt, or anything.
  ///   - limit: The most bytes that may come out.
  ///   - seed: Chooses the change.
  ///   - plain: Changes octets that are no elements.
  package func mutate(_ bytes: [UInt8], limit: Int, seed: UInt64, plain: PlainMutation) -> [UInt8] {
    var random = SplitMix(state: seed)
    // What is broken is left to the mutation that asks for no order, and so is one in ten of the others.
    guard !random.isChosen(oneIn: 10), let tree = Tree(bytes) else { return plain(bytes, limit) }
    return finish(tree, bytes, limit, &random) { tree, random in
      for _ in 0...min(random.below(4), random.below(4)) {
        tree.edit(from: Self.root(in: tree, &random), &random, plain: plain)
      }
    }
  }

  /// Puts a part of one input into another.
  package func cross(_ bytes: [UInt8], with other: [UInt8], limit: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(state: seed)
    guard let tree = Tree(bytes), let donor = Tree(other) else { return bytes }
    return finish(tree, bytes, limit, &random) { tree, random in
      let root = Self.root(in: tree, &random)
      // Parts of one kind change places more often than not: content with content, certificate with certificate.
      let donorRoot = donor[root] != nil && !random.isChosen(oneIn: 4) ? root : []
      guard let place = tree.randomPath(from: root, &random),
        let part = donor.randomPath(from: donorRoot, &random)
      else { return }
      tree.splice(donor[part], at: place, &random)
    }
  }

  /// Where to change: more often in the content than its size gives, since that is what the toolkit reads most of.
  private static func root(in tree: Tree, _ random: inout SplitMix) -> Tree.Path {
    random.below(10) < 6 && tree[Tree.content] != nil ? Tree.content : []
  }

  /// Changes a tree, signs it, and gives its bytes: those from before when there would be too many.
  private func finish(
    _ tree: Tree, _ bytes: [UInt8], _ limit: Int, _ random: inout SplitMix,
    _ change: (inout Tree, inout SplitMix) -> Void
  ) -> [UInt8] {
    var changed = tree
    change(&changed, &random)
    if let signing { sign(&changed, signing, from: tree, &random) }
    let encoded = changed.encoded
    return encoded.count <= limit && !encoded.isEmpty ? encoded : bytes
  }

  private func sign(_ tree: inout Tree, _ signing: ReceiptSigning, from old: Tree, _ random: inout SplitMix) {
    if random.isChosen(oneIn: 30) {
      return signing.adopt(&tree, era: BoundaryValues.pick([.sha256, .sha1, .late2015], &random))
    }
    // Without a signature that holds, little is reached; without one that does not, the refusal is not.
    guard !random.isChosen(oneIn: 6) else { return }
    if let path = tree.certificates, let certificates = tree[path]?.elements {
      let before = old.certificates.flatMap { old[$0]?.elements } ?? []
      for (index, certificate) in certificates.enumerated() where !before.contains(certificate) {
        signing.signCertificate(index, of: &tree)
      }
    }
    signing.signContent(of: &tree)
  }
}
