// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import StrictJSON

/// What an answer says of a purchase that a binary receipt never does.
public struct PurchaseDetails: Sendable {
  /// Whether an upgrade to another product put an end to it (`is_upgraded`), which counts as a cancellation.
  public let isUpgraded: Bool
  /// The group of subscriptions that the product belongs to (`subscription_group_identifier`).
  public let subscriptionGroupID: ReceiptText?
  /// The offer code that was redeemed (`offer_code_ref_name`).
  public let offerCodeReferenceName: ReceiptText?
  /// What the app gave as the buyer's account, a UUID (`app_account_token`).
  public let appAccountToken: ReceiptText?
  /// The identifier of the device, in answers of iOS 6 (`unique_identifier`).
  public let uniqueIdentifier: ReceiptText?
  /// The identifier of the device for the apps of this seller, in answers of iOS 6 (`unique_vendor_identifier`).
  public let uniqueVendorIdentifier: ReceiptText?

  /// The row as it was; of two that were merged, the later one.
  public let members: [JSONMember]

  init(_ object: ResponseObject) {
    // What cannot be read must not grant more than what can.
    isUpgraded = object.field("is_upgraded").map { _ in object.flag("is_upgraded") ?? true } ?? false
    subscriptionGroupID = object.text("subscription_group_identifier")
    offerCodeReferenceName = object.text("offer_code_ref_name")
    appAccountToken = object.text("app_account_token")
    uniqueIdentifier = object.text("unique_identifier")
    uniqueVendorIdentifier = object.text("unique_vendor_identifier")
    members = object.members
  }
}
