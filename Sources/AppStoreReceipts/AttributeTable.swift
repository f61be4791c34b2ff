// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// All known types of attribute, at the top level of a receipt and inside an in-app purchase.
///
/// This is the one list of them: decoding, JSON, reports and documentation read it. Its order is that of JSON output.
public struct AttributeTable: Sendable {
  /// The definitions, in the order of JSON output.
  public let definitions: [AttributeDefinition]

  /// The lowest type number.
  let firstType: Int

  /// The kinds by type number, counted from `firstType`; `nil` for numbers without a definition.
  private let kinds: [AttributeKind?]

  /// The definitions by type number, likewise.
  private let definitionsByType: [AttributeDefinition?]

  private init(firstType: Int, lastType: Int, _ definitions: [AttributeDefinition]) {
    self.definitions = definitions
    self.firstType = firstType
    var byType: [AttributeDefinition?] = Array(repeating: nil, count: lastType - firstType + 1)
    for definition in definitions {
      byType[definition.type - firstType] = definition
    }
    definitionsByType = byType
    kinds = byType.map { $0?.kind }
  }

  /// How many places there are for types, those without a definition among them.
  var count: Int { kinds.count }

  /// The place of a type in a dense array, from 0 up; `nil` when nothing is known of it.
  @inline(__always)
  func known(_ type: Int64) -> (index: Int, kind: AttributeKind)? {
    let index = Int(type) - firstType
    guard index >= 0, index < kinds.count, let kind = kinds[index] else { return nil }
    return (index, kind)
  }

  /// What is known of a type of attribute; `nil` when nothing is.
  public func definition(of type: Int) -> AttributeDefinition? {
    guard firstType..<firstType + definitionsByType.count ~= type else { return nil }
    return definitionsByType[type - firstType]
  }
}

// MARK: - The two tables

extension AttributeTable {
  /// The attributes at the top level of a receipt.
  public static let receipt = AttributeTable(
    firstType: 0, lastType: 32,
    [
      .observed(0, "receipt type", "receipt_type", .text),
      .observed(1, "App Store item id", "app_item_id", .integer),
      .documented(2, "bundle identifier", "bundle_id", .bundleIdentifier),
      .documented(3, "app version", "application_version", .text),
      .documented(19, "original app version", "original_application_version", .text),
      .documented(12, "receipt creation date", "receipt_creation_date", .date),
      .observed(18, "original purchase date", "original_purchase_date", .optionalDate),
      .observed(8, "app purchase date", "app_purchase_date", .optionalDate),
      .documented(21, "receipt expiration date", "expiration_date", .optionalDate),
      .observed(15, "download id", "download_id", .integer, identifies: .download),
      .observed(16, "version external identifier", "version_external_identifier", .integer),
      .observed(11, "developer id", "developer_id", .integer),
      .observed(10, "age rating", "age_rating", .asciiText),
      .observed(9, "server version", "server_version", .releaseTag),
      .observed(13, "client version", "client_version", .integer),
      .observed(14, "device model code", "device_model_code", .integer),
      .observed(25, "platform", "platform", .platform),
      .documented(4, "opaque value", "opaque_value", .octets),
      .documented(5, "SHA-1 device hash", "sha1_hash", .sha1Digest),
      .documented(17, "in-app purchase", "in_app", .inAppPurchase),
      .observed(6, "opaque bytes", nil, .uninterpreted),
      .observed(7, "opaque bytes", nil, .uninterpreted),
      .observed(20, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(22, "date of unknown meaning, named by other readers", nil, .uninterpreted),
      .observed(23, "organization name, named by other readers", nil, .uninterpreted),
      .observed(32, "pre-order date, named by other readers", nil, .uninterpreted),
    ])

  /// The attributes of an in-app purchase.
  public static let purchase = AttributeTable(
    firstType: 1701, lastType: 1722,
    [
      .documented(1701, "quantity", "quantity", .count),
      .documented(1702, "product identifier", "product_id", .text),
      .observed(1707, "product type", "product_type", .productType),
      .observed(1710, "App Store item id", "item_id", .integer),
      .documented(1703, "transaction identifier", "transaction_id", .text, identifies: .transaction),
      .documented(
        1705, "original transaction identifier", "original_transaction_id", .text, identifies: .transaction),
      .documented(1704, "purchase date", "purchase_date", .date),
      .documented(1706, "original purchase date", "original_purchase_date", .date),
      .documented(1708, "expiration date", "expires_date", .optionalDate),
      .documented(1712, "cancellation date", "cancellation_date", .optionalDate),
      .observed(1720, "cancellation reason, named by other readers", "cancellation_reason", .count),
      .documented(1711, "web order line item id", "web_order_line_item_id", .integer, identifies: .order),
      .observed(1713, "is trial period", "is_trial_period", .flag),
      .documented(1719, "is in introductory period", "is_in_intro_offer_period", .flag),
      .observed(1721, "promotional offer identifier", "promotional_offer_id", .text),
      .observed(1722, "ownership type", "in_app_ownership_type", .ownershipType),
      .observed(1709, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(1714, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(1715, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(1716, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(1717, "text of unknown meaning, always empty", nil, .uninterpreted),
      .observed(1718, "text of unknown meaning, always empty", nil, .uninterpreted),
    ])
}

extension AttributeDefinition {
  fileprivate static func documented(
    _ type: Int, _ name: String, _ key: StaticString?, _ kind: AttributeKind, identifies: Identity? = nil
  ) -> AttributeDefinition {
    AttributeDefinition(
      type: type, name: name, key: key, kind: kind, identifies: identifies, isDocumented: true)
  }

  fileprivate static func observed(
    _ type: Int, _ name: String, _ key: StaticString?, _ kind: AttributeKind, identifies: Identity? = nil
  ) -> AttributeDefinition {
    AttributeDefinition(
      type: type, name: name, key: key, kind: kind, identifies: identifies, isDocumented: false)
  }
}
