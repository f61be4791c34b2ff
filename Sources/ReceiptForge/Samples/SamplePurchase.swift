// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An in-app purchase by the meaning of its fields, with every attribute that App Store receipts give a
/// purchase.
///
/// A field that is nil has no attribute. The type number of each is in its comment.
public struct SamplePurchase: Sendable, Hashable {
  /// 1701.
  public var quantity: SampleInteger? = 1
  /// 1702.
  public var productID: String?
  /// 1703.
  public var transactionID: String?
  /// 1704.
  public var purchaseDate: SampleDate?
  /// 1705.
  public var originalTransactionID: String?
  /// 1706.
  public var originalPurchaseDate: SampleDate?
  /// 1707: 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable, 4 free subscription.
  public var productType: SampleInteger?
  /// 1708; empty for what is no subscription.
  public var expiresDate: SampleDate?
  /// 1710; 0 in the sandbox.
  public var itemID: SampleInteger? = 0
  /// 1711; 0 for what is no subscription.
  public var webOrderLineItemID: SampleInteger? = 0
  /// 1712; empty unless refunded or revoked.
  public var cancellationDate: SampleDate? = ""
  /// 1713: 0 or 1.
  public var isTrialPeriod: SampleInteger? = 0
  /// 1719: 0 or 1; auto-renewable subscriptions since 2018.
  public var isInIntroOfferPeriod: SampleInteger?
  /// 1721; present only when an offer was used.
  public var promotionalOfferID: String?
  /// 1722: 0 purchased, 1 family shared; since 2021.
  public var ownership: SampleInteger? = 0
  /// Whether the strings that are always empty are there: 1709 and 1714 to 1718.
  public var hasEmptyStrings = true
  /// Any other attributes.
  public var otherAttributes: [ReceiptAttribute] = []

  /// A purchase that is not a subscription: nothing of it expires.
  public init(
    _ productID: String, transactionID: String, purchaseDate: SampleDate, productType: SampleInteger = 1
  ) {
    self.productID = productID
    self.transactionID = transactionID
    self.purchaseDate = purchaseDate
    self.productType = productType
    originalTransactionID = transactionID
    originalPurchaseDate = purchaseDate
    expiresDate = ""
  }

  /// A period of an auto-renewable subscription.
  public static func subscription(
    _ productID: String, transactionID: String, purchaseDate: SampleDate, expiresDate: SampleDate,
    webOrderLineItemID: SampleInteger
  ) -> SamplePurchase {
    var purchase = SamplePurchase(
      productID, transactionID: transactionID, purchaseDate: purchaseDate, productType: 3)
    purchase.expiresDate = expiresDate
    purchase.webOrderLineItemID = webOrderLineItemID
    purchase.isInIntroOfferPeriod = 0
    return purchase
  }

  /// A purchase as Xcode's StoreKit testing writes it: 1701 to 1704, 1719, and 1708 for a subscription, and
  /// no more.
  public static func xcode(
    _ productID: String, transactionID: String, purchaseDate: SampleDate, expiresDate: SampleDate? = nil
  ) -> SamplePurchase {
    var purchase = SamplePurchase(productID, transactionID: transactionID, purchaseDate: purchaseDate)
    purchase.originalTransactionID = nil
    purchase.originalPurchaseDate = nil
    purchase.productType = nil
    purchase.expiresDate = expiresDate
    purchase.itemID = nil
    purchase.webOrderLineItemID = nil
    purchase.cancellationDate = nil
    purchase.isTrialPeriod = nil
    purchase.isInIntroOfferPeriod = 0
    purchase.ownership = nil
    purchase.hasEmptyStrings = false
    return purchase
  }

  // MARK: - Encoding

  /// The purchase as attributes, by ascending type but for ``otherAttributes``, which come last.
  public var recipe: PurchaseRecipe {
    var list = AttributeList()
    list.integer(1701, quantity)
    list.utf8String(1702, productID)
    list.utf8String(1703, transactionID)
    list.date(1704, purchaseDate)
    list.utf8String(1705, originalTransactionID)
    list.date(1706, originalPurchaseDate)
    list.integer(1707, productType)
    list.date(1708, expiresDate)
    if hasEmptyStrings { list.utf8String(1709, "") }
    list.integer(1710, itemID)
    list.integer(1711, webOrderLineItemID)
    list.date(1712, cancellationDate)
    list.integer(1713, isTrialPeriod)
    if hasEmptyStrings { for type in Int64(1714)...1718 { list.utf8String(type, "") } }
    list.integer(1719, isInIntroOfferPeriod)
    list.utf8String(1721, promotionalOfferID)
    list.integer(1722, ownership)
    return PurchaseRecipe(list.attributes + otherAttributes)
  }
}
