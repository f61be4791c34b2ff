// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension Entitlements {
  /// Whether a trial or an introductory price was used for some product, by what this receipt says.
  ///
  /// Cancelled and expired rows count: an offer is used once. A receipt of another account, or from after a reset of the
  /// sandbox, may say otherwise.
  ///
  /// - Parameter productIDs: The products that share the offer, those of a subscription group; any when `nil`.
  public func introductoryOfferUsed(in productIDs: [String]? = nil) -> Bool {
    let counted = productIDs.map { rows(of: $0.map { ReceiptText($0) }) } ?? rows
    return counted.contains {
      $0.purchase.isTrialPeriod == true || $0.purchase.isInIntroductoryOfferPeriod == true
    }
  }
}

// MARK: - The app itself

extension Entitlements {
  /// Whether the app was first bought before an instant (type 18); `nil` when the receipt does not say.
  ///
  /// In the sandbox the date is always 2013-08-01.
  public func wasOriginallyBought(before date: Timestamp) -> Bool? {
    guard !isReceiptExpired else { return false }
    return receipt.originalPurchaseDate.map { $0 < date }
  }

  /// Whether the app was first bought in a version before this one (type 19); `nil` when the receipt does not say, or one
  /// of the versions is not made of numbers and points.
  ///
  /// In the sandbox the version is always `1.0`. On iOS it is CFBundleVersion, the build, and not the version that the
  /// store shows.
  public func wasOriginallyBought(beforeVersion version: String) -> Bool? {
    guard !isReceiptExpired else { return false }
    guard let original = receipt.originalAppVersion, let left = VersionNumber(original.description),
      let right = VersionNumber(version)
    else { return nil }
    return left < right
  }
}

/// A version of numbers and points, compared number by number: 1.10 comes after 1.9, and 2 is 2.0.
package struct VersionNumber: Comparable {
  /// The numbers as their digits without leading zeros, so that no size is too large; zeros at the end left out.
  private let components: [String]

  package init?(_ text: String) {
    var components: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
        return nil
      }
      components.append(String(decoding: part.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self))
    }
    while components.last?.isEmpty == true { components.removeLast() }
    self.components = components
  }

  package static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    // Of two numbers, the one with more digits is the larger one.
    left.components.lexicographicallyPrecedes(right.components) { first, second in
      (first.utf8.count, first) < (second.utf8.count, second)
    }
  }
}
