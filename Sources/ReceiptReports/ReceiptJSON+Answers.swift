// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON
import VerifyReceipt

/// What no binary receipt knows.
extension ReceiptJSON {
  /// What a transaction receipt says of the device.
  func writeDevice(_ receipt: TransactionReceipt, to object: inout JSONObjectWriter) {
    object.member(
      "unique_identifier", string: receipt.uniqueIdentifier.map { redaction.device($0.description) })
    object.member(
      "unique_vendor_identifier",
      string: receipt.uniqueVendorIdentifier.map { redaction.device($0.description) })
  }

  /// What an answer says of a purchase.
  func writeDetails(_ details: PurchaseDetails, to object: inout JSONObjectWriter) {
    object.member("is_upgraded", bool: details.isUpgraded ? true : nil)
    object.member("subscription_group_identifier", string: details.subscriptionGroupID?.utf8)
    object.member("offer_code_ref_name", string: details.offerCodeReferenceName?.utf8)
    object.member(
      "app_account_token", string: details.appAccountToken.map { redaction.device($0.description) })
    object.member(
      "unique_identifier", string: details.uniqueIdentifier.map { redaction.device($0.description) })
    object.member(
      "unique_vendor_identifier",
      string: details.uniqueVendorIdentifier.map { redaction.device($0.description) })
  }

  /// What an answer says of the subscriptions' future.
  func writeRenewals(_ renewals: [PendingRenewal], to object: inout JSONObjectWriter) {
    guard !renewals.isEmpty else { return }
    object.array("pending_renewal_info") { array in
      for renewal in renewals {
        array.object { object in
          object.member("product_id", string: renewal.productID?.utf8)
          object.member("auto_renew_product_id", string: renewal.autoRenewProductID?.utf8)
          object.member(
            "original_transaction_id", string: renewal.originalTransactionID.map { redaction.transaction($0) }
          )
          object.member("auto_renew_status", bool: renewal.willRenew)
          object.member("expiration_intent", integer: renewal.expirationIntent)
          object.member("is_in_billing_retry_period", bool: renewal.isInBillingRetryPeriod)
          object.member("grace_period_expires_date", string: renewal.gracePeriodExpirationDate?.description)
          object.member("price_consent_status", bool: renewal.hasPriceConsent)
          object.member("offer_code_ref_name", string: renewal.offerCodeReferenceName?.utf8)
          object.member("promotional_offer_id", string: renewal.promotionalOfferID?.utf8)
        }
      }
    }
  }
}
