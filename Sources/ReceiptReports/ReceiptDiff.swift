// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

/// What two receipts say differently: an older and a newer one of the same app, for instance.
///
/// Purchases are matched by their transaction identifiers, rows that have the same one in their order.
public struct ReceiptDiff: Sendable {
  /// The fields of the receipt itself that differ.
  public let fields: [FieldChange]

  /// The purchases that differ, by purchase date.
  public let purchases: [PurchaseChange]

  /// One field that differs. A value is `nil` where the receipt does not have the attribute.
  public struct FieldChange: Sendable {
    /// What the attribute is.
    public let name: String
    let old: Shown?
    let new: Shown?
  }

  /// One purchase that differs.
  public enum PurchaseChange: Sendable {
    /// It stands in the newer receipt only.
    case added(InAppPurchase)
    /// It stands in the older receipt only.
    case removed(InAppPurchase)
    /// It stands in both, with other fields.
    case changed(InAppPurchase, [FieldChange])

    /// The purchase, as the newer receipt has it where it is in both.
    var purchase: InAppPurchase {
      switch self {
      case .added(let purchase), .removed(let purchase), .changed(let purchase, _): purchase
      }
    }
  }

  /// A value as it will be shown, by what it is.
  enum Shown: Hashable, Sendable {
    case text(String)
    case identity(AttributeDefinition.Identity, String)
    case octets([UInt8])
  }

  /// Compares two receipts.
  public init(old: AppReceipt, new: AppReceipt) {
    fields = Self.changes(
      AttributeTable.receipt, old.attributes, new.attributes, old.value(of:), new.value(of:))
    purchases = Self.purchaseChanges(old.inAppPurchases, new.inAppPurchases)
  }

  /// Whether both say the same.
  public var isEmpty: Bool { fields.isEmpty && purchases.isEmpty }

  // MARK: - Fields

  private static func changes(
    _ table: AttributeTable, _ oldAttributes: [ReceiptAttribute], _ newAttributes: [ReceiptAttribute],
    _ oldValue: (AttributeDefinition) -> AttributeValue?, _ newValue: (AttributeDefinition) -> AttributeValue?
  ) -> [FieldChange] {
    var changes: [FieldChange] = []
    for definition in table.definitions where definition.key != nil && definition.kind != .inAppPurchase {
      let old = oldValue(definition).map { shown($0, definition) }
      let new = newValue(definition).map { shown($0, definition) }
      if old != new { changes.append(FieldChange(name: definition.name, old: old, new: new)) }
    }
    let (old, new) = (others(oldAttributes), others(newAttributes))
    for type in Set(old.keys).union(new.keys).sorted() where old[type] != new[type] {
      changes.append(
        FieldChange(
          name: "type \(type)", old: old[type].map { .octets($0) }, new: new[type].map { .octets($0) }))
    }
    return changes
  }

  /// The values of the attributes that are not interpreted, those of one type one behind the other.
  private static func others(_ attributes: [ReceiptAttribute]) -> [Int: [UInt8]] {
    var values: [Int: [UInt8]] = [:]
    for attribute in attributes where attribute.definition?.key == nil {
      if let type = attribute.type { values[type, default: []] += attribute.value }
    }
    return values
  }

  private static func shown(_ value: AttributeValue, _ definition: AttributeDefinition) -> Shown {
    if case .octets(let octets) = value { return .octets(Array(octets)) }
    let text = value.plainText
    return definition.identifies.map { .identity($0, text) } ?? .text(text)
  }

  // MARK: - Purchases

  private static func purchaseChanges(_ old: InAppPurchases, _ new: InAppPurchases) -> [PurchaseChange] {
    var waiting: [ReceiptText: [InAppPurchase]] = [:]
    for purchase in old.reversed() { waiting[name(of: purchase), default: []].append(purchase) }
    var changes: [PurchaseChange] = []
    for purchase in new {
      guard let match = waiting[name(of: purchase)]?.popLast() else {
        changes.append(.added(purchase))
        continue
      }
      let fields = Self.changes(
        AttributeTable.purchase, match.attributes, purchase.attributes, match.value(of:), purchase.value(of:))
      if !fields.isEmpty { changes.append(.changed(purchase, fields)) }
    }
    changes += waiting.values.joined().map { .removed($0) }
    return changes.sorted { left, right in
      (left.purchase.purchaseDate ?? .latest, left.purchase.transactionID ?? "", left.purchase.index)
        < (right.purchase.purchaseDate ?? .latest, right.purchase.transactionID ?? "", right.purchase.index)
    }
  }

  /// What a purchase is matched by; rows without a transaction identifier match each other in their order.
  private static func name(of purchase: InAppPurchase) -> ReceiptText { purchase.transactionID ?? "" }
}
