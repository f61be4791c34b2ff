// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why the answers about a product are what they are: every row of it, and what it came to.
public struct Explanation: Sendable {
  /// The product that was asked for.
  public let productID: ReceiptText

  /// The instant that was asked for.
  public let instant: Timestamp

  /// Where it stands as an auto-renewable subscription.
  public let subscription: SubscriptionStatus

  /// Whether it is owned as a product that is bought once.
  public let ownership: Ownership

  /// What each row came to, by purchase date.
  public let rows: [Row]

  /// The purchases that decided, by their transaction identifiers, in the order of time.
  public let decidedBy: [ReceiptText]

  /// The paid time without a gap that the subscription's status speaks of, or what was cancelled.
  public let since: Timestamp?

  /// The end of that time.
  public let until: Timestamp?

  /// Whether the receipt was made for local testing, so that anyone could have made it.
  public let isLocalTesting: Bool

  /// One purchase and what it came to.
  public struct Row: Sendable {
    /// The purchase.
    public let purchase: InAppPurchase
    /// What it came to.
    public let outcome: Outcome
  }

  /// What a row comes to.
  public enum Outcome: Hashable, Sendable {
    /// It grants a subscription until this instant.
    case subscribed(until: Timestamp)
    /// It grants a product that is bought once.
    case owned
    /// Its period ended at this instant.
    case expired(at: Timestamp)
    /// Its period begins at this instant.
    case notYetStarted(until: Timestamp)
    /// It was cancelled, at this instant if that can be read.
    case cancelled(at: Timestamp?)
    /// Neither question is about products of this type.
    case wrongType(ProductType)
    /// A date that it needs is missing, its period ends before it begins, or something in it is malformed or ambiguous.
    case unreadable
    /// The receipt itself has expired.
    case receiptExpired
  }
}

extension Entitlements {
  /// Why the answers about a product are what they are.
  public func explanation(of productID: String) -> Explanation {
    explanation(of: ReceiptText(productID))
  }

  /// Why the answers about every product of the receipt are what they are, in the order of the products' bytes.
  public var explanations: [Explanation] { products.map { explanation(of: $0) } }

  private func explanation(of productID: ReceiptText) -> Explanation {
    let rows = rows(of: [productID])
    let decision = decision(on: rows)
    let ownership = ownership(of: rows)
    let deciding =
      decision.rows + (ownership.isOwned ? owningRows(rows) : rows.filter { $0.kind == .persistent })
    var met: Set<ReceiptText> = []
    let transactions = deciding.map(\.purchase).sortedByPurchaseDate().compactMap(\.transactionID)
      .filter { met.insert($0).inserted }
    return Explanation(
      productID: productID, instant: instant, subscription: decision.status,
      ownership: ownership,
      rows: rows.map { Explanation.Row(purchase: $0.purchase, outcome: outcome(of: $0)) },
      decidedBy: transactions, since: decision.since, until: decision.until, isLocalTesting: isLocalTesting)
  }

  /// What one row comes to, taken by itself.
  func outcome(of row: PurchaseRow) -> Explanation.Outcome {
    if row.purchase.hasProblems { return .unreadable }
    if isReceiptExpired { return .receiptExpired }
    if row.isCancelled { return .cancelled(at: row.cancellationDate) }
    switch row.kind {
    case .neither(let type): return .wrongType(type)
    case .persistent: return .owned
    case .autoRenewable:
      guard let period = row.period else { return .unreadable }
      if instant < period.lowerBound { return .notYetStarted(until: period.lowerBound) }
      return instant < extended(period.upperBound)
        ? .subscribed(until: end(of: period)) : .expired(at: period.upperBound)
    }
  }
}

// MARK: - One sentence

extension Explanation {
  /// One sentence for a ticket.
  ///
  /// - Parameter naming: How a transaction is called.
  public func sentence(naming: (ReceiptText) -> String) -> String {
    let transactions = decidedBy.map(naming).joined(separator: ", ")
    let sentence = sentence(by: transactions.isEmpty ? "" : " (transaction \(transactions))")
    return sentence
      + (isLocalTesting ? "; the receipt was made for local testing: anyone could have made it." : ".")
  }

  /// The sentence without its full stop.
  private func sentence(by: String) -> String {
    let product = terminalText(productID.description)
    switch subscription {
    case _ where ownership.isOwned && !subscription.isActive: break
    case .active(let until) where until <= instant:
      return "\(product) is subscribed by tolerance alone: the last paid period ended \(until)\(by)"
    case .active(let until): return "\(product) is subscribed until \(until)\(by)"
    case .expired(let since): return "\(product) is not subscribed: the last paid period ended \(since)\(by)"
    case .upcoming(let from):
      return "\(product) is not subscribed yet: the first paid period begins \(from)\(by)"
    case .cancelled(let date):
      return "\(product) is not subscribed: cancelled\(text(date))\(by), \(Self.cancellationMeans)"
    case .unreadable: return "\(product) is not subscribed: its purchase cannot be read\(by)"
    case .receiptExpired: return "\(product) is not granted: the receipt itself has expired"
    case .notSubscribed: break
    }
    switch ownership {
    case .owned(.nonRenewingSubscription):
      return "\(product) was bought\(by): a non-renewing subscription, whose end is not in the receipt"
    case .owned: return "\(product) is owned\(by)"
    case .cancelled(let date):
      return "\(product) is not owned: cancelled\(text(date))\(by), \(Self.cancellationMeans)"
    case .unreadable: return "\(product) is not owned: its purchase cannot be read\(by)"
    case .receiptExpired: return "\(product) is not granted: the receipt itself has expired"
    case .notOwned: break
    }
    guard !rows.isEmpty else { return "The receipt holds no purchase of \(product)" }
    return "\(product) is neither a subscription that renews nor a product that is kept"
  }

  private static let cancellationMeans = "by a refund, an upgrade, or the end of family sharing"

  private func text(_ date: Timestamp?) -> String { date.map { " \($0)" } ?? "" }
}

// MARK: - Conformances

extension Explanation: CustomStringConvertible {
  /// One sentence for a ticket, with the transactions' identifiers.
  public var description: String {
    sentence { terminalText($0.description) }
  }
}
