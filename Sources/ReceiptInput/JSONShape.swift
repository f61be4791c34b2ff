// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import StrictJSON

/// What an object is by its keys.
extension JSONValue {
  /// A notification of the App Store: version 2 (Apple, *responseBodyV2*) or version 1, which may have been
  /// kept without its type but has no status of its own.
  var isNotification: Bool {
    has("signedPayload") || has("notification_type") || has("unified_receipt") && !hasStatus
  }

  /// Whether there is an integer `status`, which every answer of `verifyReceipt` has.
  var hasStatus: Bool { self["status"]?.number?.int64 != nil }

  /// An answer of `verifyReceipt` that somebody kept without its status.
  var isResponseWithoutStatus: Bool {
    if has("latest_receipt_info") || has("latest_expired_receipt_info") { return true }
    guard let receipt = self["receipt"] else { return false }
    return receipt.has("in_app") || receipt.has("receipt_type") || receipt.has("original_transaction_id")
  }

  /// What else people send in place of a receipt; `nil` if it is nothing known.
  var otherName: InputError.Code? {
    if has("signedTransactionInfo") || has("signedRenewalInfo") || has("signedTransactions")
      || has("signedTransaction") || has("signedAppTransactionInfo") || has("jwsRepresentation")
    {
      return .signedTransaction
    }
    // What Google Play signs is a text of JSON, with the signature beside it.
    if has("purchaseToken") || has("json") && has("signature") { return .purchaseToken }
    if has("transactionId"), has("bundleId") || has("productId") { return .unsignedTransaction }
    if has("subscriptionGroups"), has("products") || has("identifier") { return .storeKitConfiguration }
    return nil
  }

  private func has(_ key: StaticString) -> Bool { self[key] != nil }
}

extension InputError {
  /// What is wrong with a JSON text that begins at `start`.
  init(json error: JSONError, at start: Int) {
    let offset = start + error.offset
    guard error.code != .size else {
      self.init(.size)
      return
    }
    let words =
      switch error.code {
      case .depth: "Values are nested too deep"
      case .values: "There are too many values"
      case .truncated: "The text ends too early"
      case .duplicateKey: "A key stands twice in one object"
      case .surrogate: "An escaped surrogate lacks its other half"
      case .encoding: "A string is not UTF-8"
      case .controlCharacter: "A string has a control character or line break in it"
      case .escape: "A backslash is followed by what is no escape"
      case .trailingText: "Something follows the value"
      case .number: "A number is malformed"
      default: "A character is not allowed here"
      }
    self.init(.malformedJSON, offset: offset, hint: "\(words), at byte \(offset).")
  }
}
