// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

extension TextReport {
  mutating func writeEntitlements() {
    guard let rights = report.rights else { return }
    guard rights.isShown else {
      lines.heading("Entitlements: none, since the receipt is not verified")
      return
    }
    let entitlements = rights.entitlements
    let explanations = entitlements.explanations
    guard !explanations.isEmpty else { return }
    var title = "Entitlements at \(style.time(entitlements.instant))"
    if case .notChecked = rights.proof { title += ", NOT CHECKED" }
    if entitlements.isLocalTesting { title += ", LOCAL TESTING: anyone could have made this" }
    lines.heading(title)
    for explanation in explanations { write(explanation) }
    lines.field(
      "intro offer",
      entitlements.introductoryOfferUsed() ? "used, per this receipt" : "not used, per this receipt")
    if let created = entitlements.receipt.creationDate, created < entitlements.instant {
      lines.prose("The receipt was made \(style.time(created)): it knows nothing newer.", indent: 2)
    }
    lines.prose(Self.graceNote(report), indent: 2)
  }

  /// What is said of grace periods: only an answer of `verifyReceipt` knows of them.
  static func graceNote(_ report: ReceiptReport) -> String {
    report.response == nil
      ? "Grace periods and billing retries are never in a receipt."
      : "Grace periods are not counted here; what the answer says of them stands in --json."
  }

  private mutating func write(_ explanation: Explanation) {
    lines.prose(shown(explanation.productID), indent: 2)
    writeState(explanation)
  }

  /// Where a product stands, since when, and by which transactions.
  mutating func writeState(_ explanation: Explanation) {
    var facts = [state(explanation)]
    if let since = explanation.since, explanation.subscription != .notSubscribed {
      facts.append("paid from \(style.time(since))")
    }
    if !explanation.decidedBy.isEmpty {
      let transactions = explanation.decidedBy.suffix(3).map(named).joined(separator: ", ")
      facts.append(
        "transaction \(transactions)" + (explanation.decidedBy.count > 3 ? " and earlier ones" : ""))
    }
    lines.facts(facts, indent: 4)
  }

  private func state(_ explanation: Explanation) -> String {
    switch explanation.subscription {
    case .active(let until): return "ACTIVE until \(distance(until, explanation))"
    case .expired(let since): return "expired \(distance(since, explanation))"
    case .upcoming(let from): return "not yet begun: \(distance(from, explanation))"
    case .cancelled(let date): return "CANCELLED" + (date.map { " \(distance($0, explanation))" } ?? "")
    case .unreadable: return "not readable, grants nothing"
    case .receiptExpired: return "the receipt itself has expired"
    case .notSubscribed: break
    }
    switch explanation.ownership {
    case .owned(.nonRenewingSubscription):
      return "BOUGHT, non-renewing subscription: its end is not in the receipt"
    case .owned: return "OWNED"
    case .cancelled(let date): return "CANCELLED" + (date.map { " \(distance($0, explanation))" } ?? "")
    case .unreadable: return "not readable, grants nothing"
    case .receiptExpired: return "the receipt itself has expired"
    case .notOwned: break
    }
    if explanation.rows.contains(where: { $0.purchase.productType == .consumable }) {
      return "consumable, in the receipt until the app has finished it"
    }
    return "grants nothing"
  }

  private func distance(_ timestamp: Timestamp, _ explanation: Explanation) -> String {
    style.timeAndDistance(timestamp, from: explanation.instant)
  }
}
