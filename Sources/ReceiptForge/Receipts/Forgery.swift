// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What makes a receipt a forgery: everything else about it is as it should be.
public enum Forgery: String, CaseIterable, Sendable, Hashable {
  /// The chain ends at another root of the same name: `chain.untrusted`.
  case otherRoot = "other-root"
  /// The signer's certificate comes from the right root and was not issued for signing receipts, as a developer's is
  /// not: `chain.purpose`.
  case wrongSigner = "wrong-signer"
  /// The chain is right, and the signature made with another key: `signature.mismatch`.
  case otherKey = "other-key"
  /// One byte of the content was changed after it was signed, the version of its first attribute:
  /// `signature.mismatch`.
  case changedByte = "changed-byte"
}

extension ReceiptRecipe {
  /// The same receipt but for one byte that does not keep it from being read; `nil` if it has no attribute.
  var withChangedByte: ReceiptRecipe? {
    var changed = self
    if let version = attributes.first?.version, let last = version.last {
      changed.attributes[0].version = version.dropLast() + [last ^ 2]
    } else if let version = purchases.first?.attributes.first?.version, let last = version.last {
      changed.purchases[0].attributes[0].version = version.dropLast() + [last ^ 2]
    } else {
      return nil
    }
    return changed
  }
}
