// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A key of a recipe that stands for one attribute: the key under which `receipt-dump --json` reports it.
struct RecipeKey: Sendable {
  /// What the value is, and how it is written.
  enum Kind: Sendable {
    /// A UTF8String.
    case text
    /// An IA5String.
    case asciiText
    /// An IA5String with a date, or an empty one.
    case date
    /// An INTEGER, or a name that stands for one.
    case integer(names: [String: Int64] = [:])
    /// An INTEGER, 1 for true and 0 for false.
    case flag
    /// An INTEGER whose octets are letters.
    case releaseTag
    /// Octets that are no ASN.1, in hexadecimal.
    case octets
  }

  let name: String
  let type: Int64
  let kind: Kind

  init(_ name: String, _ type: Int64, _ kind: Kind) {
    self.name = name
    self.type = type
    self.kind = kind
  }

  /// Those of a receipt.
  static let receipt: [RecipeKey] = [
    RecipeKey("receipt_type", 0, .text),
    RecipeKey("app_item_id", 1, .integer()),
    RecipeKey("bundle_id", 2, .text),
    RecipeKey("application_version", 3, .text),
    RecipeKey("original_application_version", 19, .text),
    RecipeKey("receipt_creation_date", 12, .date),
    RecipeKey("original_purchase_date", 18, .date),
    RecipeKey("app_purchase_date", 8, .date),
    RecipeKey("expiration_date", 21, .date),
    RecipeKey("download_id", 15, .integer()),
    RecipeKey("version_external_identifier", 16, .integer()),
    RecipeKey("developer_id", 11, .integer()),
    RecipeKey("age_rating", 10, .asciiText),
    RecipeKey("server_version", 9, .releaseTag),
    RecipeKey("client_version", 13, .integer()),
    RecipeKey("device_model_code", 14, .integer()),
    RecipeKey("platform", 25, .integer(names: ["ios": 3, "macos": 2])),
    RecipeKey("opaque_value", 4, .octets),
    RecipeKey("sha1_hash", 5, .octets),
  ]

  /// Those of a purchase.
  static let purchase: [RecipeKey] = [
    RecipeKey("quantity", 1701, .integer()),
    RecipeKey("product_id", 1702, .text),
    RecipeKey("product_type", 1707, .integer(names: productTypes)),
    RecipeKey("item_id", 1710, .integer()),
    RecipeKey("transaction_id", 1703, .text),
    RecipeKey("original_transaction_id", 1705, .text),
    RecipeKey("purchase_date", 1704, .date),
    RecipeKey("original_purchase_date", 1706, .date),
    RecipeKey("expires_date", 1708, .date),
    RecipeKey("cancellation_date", 1712, .date),
    RecipeKey("cancellation_reason", 1720, .integer()),
    RecipeKey("web_order_line_item_id", 1711, .integer()),
    RecipeKey("is_trial_period", 1713, .flag),
    RecipeKey("is_in_intro_offer_period", 1719, .flag),
    RecipeKey("promotional_offer_id", 1721, .text),
    RecipeKey("in_app_ownership_type", 1722, .integer(names: ["PURCHASED": 0, "FAMILY_SHARED": 1])),
  ]

  private static let productTypes: [String: Int64] = [
    "non_consumable": 0, "consumable": 1, "non_renewing_subscription": 2, "auto_renewable_subscription": 3,
    "free_subscription": 4,
  ]

  /// The receipt type that stands for an environment, where a recipe names only that.
  static let receiptTypes = ["production": "Production", "sandbox": "ProductionSandbox", "xcode": "Xcode"]

  /// The environment of a receipt type.
  static func environment(ofReceiptType type: String) -> String {
    switch type {
    case "Production", "ProductionVPP": "production"
    case "ProductionSandbox", "ProductionVPPSandbox": "sandbox"
    case "Xcode": "xcode"
    default: "unknown"
    }
  }
}
