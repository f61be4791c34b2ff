// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Where an auto-renewable subscription stands at one instant.
public enum SubscriptionStatus: Hashable, Sendable {
  /// Paid for without a gap until this instant. Only this one grants anything.
  case active(until: Timestamp)
  /// The last paid period ended at this instant.
  case expired(since: Timestamp)
  /// Nothing was paid for yet; the first period begins at this instant.
  case upcoming(from: Timestamp)
  /// The period that would count was cancelled, at this instant if the receipt says so readably: a refund, an upgrade to
  /// another product, or the end of family sharing.
  case cancelled(at: Timestamp?)
  /// There are rows of the product, and none of them can be read.
  case unreadable
  /// The receipt itself has expired.
  case receiptExpired
  /// The receipt has no row in which the product is an auto-renewable subscription.
  case notSubscribed

  /// Whether the subscription grants what it is for.
  public var isActive: Bool {
    if case .active = self { true } else { false }
  }

  /// The name in JSON output; `nil` for a product that is no subscription.
  public var name: String? {
    switch self {
    case .active: "active"
    case .expired: "expired"
    case .upcoming: "upcoming"
    case .cancelled: "cancelled"
    case .unreadable: "unreadable"
    case .receiptExpired: "receipt-expired"
    case .notSubscribed: nil
    }
  }
}

/// A status with what led to it.
struct SubscriptionDecision {
  let status: SubscriptionStatus
  /// What the status speaks of: the paid time without a gap, or what was cancelled.
  var since: Timestamp?
  var until: Timestamp?
  /// The rows that decided.
  var rows: [PurchaseRow] = []
}

extension Entitlements {
  /// Where the subscription stands of which these are the rows.
  func decision(on rows: [PurchaseRow]) -> SubscriptionDecision {
    let rows = rows.filter { $0.kind == .autoRenewable }
    guard !rows.isEmpty else { return SubscriptionDecision(status: .notSubscribed) }
    guard !isReceiptExpired else { return SubscriptionDecision(status: .receiptExpired, rows: rows) }

    let periods = Coverage.merged(rows.compactMap(\.coverage))
    // Of two periods that both count, one by its tolerance alone, the later one tells until when.
    if let period = periods.last(where: { $0.lowerBound <= instant && instant < extended($0.upperBound) }) {
      let current = rows.filter { $0.coverage?.contains(instant) == true }
      return decision(
        .active(until: end(of: period)), period, current.isEmpty ? ending(period, rows) : current)
    }
    if let row = rows.last(where: { $0.isCancelled && $0.period?.contains(instant) == true }) {
      return cancellation(row)
    }
    if let period = periods.last(where: { $0.upperBound <= instant }) {
      return decision(.expired(since: period.upperBound), period, ending(period, rows))
    }
    if let period = periods.first {
      return decision(
        .upcoming(from: period.lowerBound), period,
        rows.filter { $0.coverage?.lowerBound == period.lowerBound })
    }
    if let row = rows.last(where: { $0.isCancelled }) { return cancellation(row) }
    return SubscriptionDecision(status: .unreadable, rows: rows)
  }

  /// The end of a period with the tolerance on top.
  func extended(_ end: Timestamp) -> Timestamp {
    end.adding(seconds: tolerance)
  }

  /// The end of a period, or of the receipt if that comes first.
  func end(of period: Range<Timestamp>) -> Timestamp {
    max(period.lowerBound, min(period.upperBound, receipt.firstInstantExpired ?? .latest))
  }

  /// The rows with which a period ends.
  private func ending(_ period: Range<Timestamp>, _ rows: [PurchaseRow]) -> [PurchaseRow] {
    rows.filter { $0.coverage?.upperBound == period.upperBound }
  }

  private func decision(
    _ status: SubscriptionStatus, _ period: Range<Timestamp>, _ rows: [PurchaseRow]
  ) -> SubscriptionDecision {
    SubscriptionDecision(status: status, since: period.lowerBound, until: end(of: period), rows: rows)
  }

  private func cancellation(_ row: PurchaseRow) -> SubscriptionDecision {
    SubscriptionDecision(
      status: .cancelled(at: row.cancellationDate), since: row.period?.lowerBound,
      until: row.period?.upperBound, rows: [row])
  }
}
