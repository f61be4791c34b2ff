// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The time for which an auto-renewable subscription was paid.
public struct Coverage: Hashable, Sendable {
  /// The paid time: periods that touch or overlap are one, in order of time.
  public let periods: [Range<Timestamp>]

  /// The rows that it is made of, by purchase date, cancelled ones included.
  public let segments: [Segment]

  /// One row's part.
  public struct Segment: Hashable, Sendable {
    /// The time of the row.
    public let period: Range<Timestamp>
    /// The index of the purchase in the receipt.
    public let purchase: Int
    /// Whether it was a free trial.
    public let isTrial: Bool
    /// Whether it had an introductory price.
    public let isIntroductory: Bool
    /// Whether it was cancelled, so that it covers nothing.
    public let isCancelled: Bool
  }

  /// The unpaid time between two periods.
  public var gaps: [Range<Timestamp>] {
    zip(periods, periods.dropFirst()).map { $0.upperBound..<$1.lowerBound }
  }

  /// Whether an instant was paid for.
  public func contains(_ instant: Timestamp) -> Bool {
    periods.contains { $0.contains(instant) }
  }

  /// Periods, of which each begins no earlier than the one before it, with those that touch or overlap made one.
  static func merged(_ periods: [Range<Timestamp>]) -> [Range<Timestamp>] {
    var merged: [Range<Timestamp>] = []
    for period in periods {
      if let last = merged.last, period.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, period.upperBound)
      } else {
        merged.append(period)
      }
    }
    return merged
  }
}

extension Entitlements {
  /// The time for which a subscription was paid, whatever the instant of these entitlements, and without tolerance.
  ///
  /// A receipt that expires covers nothing from then on.
  ///
  /// - Parameter productIDs: The products, of which any counts: one, or those of a group.
  public func coverage(ofAnyIn productIDs: [String]) -> Coverage {
    coverage(ofEach: productIDs.map { ReceiptText($0) })
  }

  /// The same, for products whose identifiers are known as text of the receipt.
  package func coverage(ofEach productIDs: [ReceiptText]) -> Coverage {
    let rows = rows(of: productIDs).filter { $0.kind == .autoRenewable && !$0.purchase.hasProblems }
    let end = receipt.firstInstantExpired ?? .latest
    let periods = rows.compactMap(\.coverage).compactMap { period in
      period.lowerBound < end ? period.lowerBound..<min(period.upperBound, end) : nil
    }
    let segments = rows.compactMap { row in
      row.period.map { period in
        Coverage.Segment(
          period: period, purchase: row.purchase.index, isTrial: row.purchase.isTrialPeriod == true,
          isIntroductory: row.purchase.isInIntroductoryOfferPeriod == true, isCancelled: row.isCancelled)
      }
    }
    return Coverage(
      periods: Coverage.merged(periods),
      segments: segments)
  }
}
