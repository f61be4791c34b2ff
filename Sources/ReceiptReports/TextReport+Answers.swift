// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import VerifyReceipt

extension ReceiptReport {
  /// What it is, in a sentence.
  var summaryName: String {
    switch contents {
    case .transactionReceipt?: "transaction receipt (iOS 6)"
    case .response(let response)?: "answer of verifyReceipt with status \(response.status.rawValue)"
    case .appReceipt?, nil: "receipt"
    }
  }

  /// Why something that was not checked proves nothing.
  var doubt: String {
    guard let response else { return "Nobody looked at the signature: this proves nothing." }
    let refused =
      response.status.isGenuine ? "" : " Apple did not find the receipt genuine: nothing is granted."
    return "Nobody signs such an answer: this proves nothing." + refused
  }
}

extension TextReport {
  /// What an answer says of the subscriptions' future.
  mutating func writeRenewals() {
    guard let renewals = report.response?.renewals, !renewals.isEmpty else { return }
    lines.heading("Renewals")
    for renewal in renewals {
      var facts: [String] = []
      if let willRenew = renewal.willRenew { facts.append(willRenew ? "will renew" : "will not renew") }
      if let product = renewal.autoRenewProductID, product != renewal.productID {
        facts.append("as \(shown(product))")
      }
      if renewal.isInBillingRetryPeriod == true { facts.append("Apple still tries to charge for it") }
      if let end = renewal.gracePeriodExpirationDate { facts.append("grace until \(style.time(end))") }
      if let intent = renewal.expirationIntent { facts.append("expired for reason \(intent)") }
      lines.field(renewal.productID.map(shown) ?? "(no product)", facts.joined(separator: ", "))
    }
  }
}
