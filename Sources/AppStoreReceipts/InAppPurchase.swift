// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// One purchase inside a receipt: a row with what was bought, when, and until when (Apple, *Receipt Fields*).
///
/// It is a view of the decoded bytes. A property is `nil` when the row lacks the attribute, has it empty, has it twice, or
/// has a value that cannot be read.
public struct InAppPurchase: Sendable {
  let payload: Payload

  /// The place in the receipt's own order, from 0 up.
  public let index: Int

  init(payload: Payload, index: Int) {
    self.payload = payload
    self.index = index
  }

  /// Whether something in the row is broken, malformed or ambiguous. Such a row must not grant anything.
  public var hasProblems: Bool { payload.purchases[index].isBroken }

  // MARK: - The product

  /// The product's identifier (type 1702).
  public var productID: ReceiptText? { text(1702) }

  /// The kind of product (type 1707, undocumented, observed; absent in Xcode receipts).
  public var productType: ProductType? { integer(1707).map { ProductType($0) } }

  /// The product's item id in the App Store, 0 in the sandbox (type 1710, undocumented, observed).
  public var itemID: ASN1Integer? { integer(1710) }

  /// How many were bought, from 0 to 2⁵³ (type 1701).
  public var quantity: Int64? { value(1701) }

  // MARK: - The transaction

  /// The transaction's identifier, a new one after a restore (type 1703).
  public var transactionID: ReceiptText? { text(1703) }

  /// The identifier of the transaction that was restored or renewed (type 1705).
  public var originalTransactionID: ReceiptText? { text(1705) }

  /// The number of a subscription period's order line, 0 for what is no subscription (type 1711).
  public var webOrderLineItemID: ASN1Integer? { integer(1711) }

  // MARK: - Dates

  /// When it was bought, restored or renewed (type 1704).
  public var purchaseDate: Timestamp? { date(1704) }

  /// When the original transaction was made (type 1706). It is not the start of a period.
  public var originalPurchaseDate: Timestamp? { date(1706) }

  /// When the subscription's period ends (type 1708).
  public var expirationDate: Timestamp? { date(1708) }

  /// When Apple cancelled it: a refund, an upgrade, or the end of family sharing (type 1712).
  public var cancellationDate: Timestamp? { date(1712) }

  /// Why it was cancelled, from 0 to 2⁵³ (type 1720, named by other readers, never observed).
  public var cancellationReason: Int64? { value(1720) }

  // MARK: - Offers and ownership

  /// Whether the period is a free trial (type 1713, undocumented, observed).
  public var isTrialPeriod: Bool? { value(1713).map { $0 == 1 } }

  /// Whether the period has an introductory price (type 1719).
  public var isInIntroductoryOfferPeriod: Bool? { value(1719).map { $0 == 1 } }

  /// The promotional offer that was used (type 1721, undocumented, observed).
  public var promotionalOfferID: ReceiptText? { text(1721) }

  /// Whether the buyer owns it or has it by family sharing (type 1722, undocumented, observed).
  public var ownershipType: OwnershipType? { integer(1722).map { OwnershipType($0) } }

  // MARK: - Attributes

  /// All attributes, in the order of the receipt, but for those whose structure is broken.
  public var attributes: [ReceiptAttribute] {
    ReceiptAttribute.all(in: payload, payload.purchases[index].value.range, .purchase)
  }

  @inline(__always)
  private func value(_ type: Int) -> Int64? { payload.purchases.value(index, type - 1701) }

  @inline(__always)
  private func integer(_ type: Int) -> ASN1Integer? { payload.integer(value(type)) }

  @inline(__always)
  private func text(_ type: Int) -> ReceiptText? {
    guard let text = payload.text(value(type)), !text.utf8.isEmpty else { return nil }
    return text
  }

  @inline(__always)
  private func date(_ type: Int) -> Timestamp? {
    value(type).flatMap { Timestamp(millisecondsSince1970: $0) }
  }
}

/// The in-app purchases of a receipt, in its own order.
public struct InAppPurchases: RandomAccessCollection, Sendable {
  private let payload: Payload

  init(payload: Payload) {
    self.payload = payload
  }

  /// The index of the first purchase, 0.
  public var startIndex: Int { 0 }

  /// The number of purchases.
  public var endIndex: Int { payload.purchases.count }

  /// The purchase at an index.
  public subscript(index: Int) -> InAppPurchase {
    precondition(indices.contains(index), "no purchase with this index")
    return InAppPurchase(payload: payload, index: index)
  }
}
