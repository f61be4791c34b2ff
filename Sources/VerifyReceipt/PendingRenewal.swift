// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import StrictJSON

/// What Apple expects to become of a subscription: an element of `pending_renewal_info` (Apple,
/// *responseBody.Pending_renewal_info*), or what stands beside the receipt in answers of iOS 6.
public struct PendingRenewal: Sendable {
  /// The product that is subscribed (`product_id`).
  public let productID: ReceiptText?
  /// The product that it will renew as (`auto_renew_product_id`).
  public let autoRenewProductID: ReceiptText?
  /// The transaction that began the subscription (`original_transaction_id`).
  public let originalTransactionID: ReceiptText?
  /// Whether it will renew (`auto_renew_status`).
  public let willRenew: Bool?
  /// Why it expired, from 1 to 5 (`expiration_intent`).
  public let expirationIntent: Int64?
  /// Whether Apple still tries to charge for it (`is_in_billing_retry_period`).
  public let isInBillingRetryPeriod: Bool?
  /// Until when the subscriber may go on meanwhile (`grace_period_expires_date`).
  public let gracePeriodExpirationDate: Timestamp?
  /// Whether the subscriber agreed to a higher price (`price_consent_status`).
  public let hasPriceConsent: Bool?
  /// The offer code that was redeemed (`offer_code_ref_name`).
  public let offerCodeReferenceName: ReceiptText?
  /// The promotional offer of the next period (`promotional_offer_id`).
  public let promotionalOfferID: ReceiptText?

  /// The element as it was.
  public let members: [JSONMember]

  init(_ object: ResponseObject) {
    productID = object.text("product_id")
    autoRenewProductID = object.text("auto_renew_product_id")
    originalTransactionID = object.text("original_transaction_id")
    willRenew = object.flag("auto_renew_status")
    expirationIntent = object.integer("expiration_intent")
    isInBillingRetryPeriod = object.flag("is_in_billing_retry_period")
    gracePeriodExpirationDate = object.date("grace_period_expires_date")
    hasPriceConsent = object.flag("price_consent_status")
    offerCodeReferenceName = object.text("offer_code_ref_name")
    promotionalOfferID = object.text("promotional_offer_id")
    members = object.members
  }
}
