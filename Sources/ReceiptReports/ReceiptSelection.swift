// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Some keys of the JSON report, by their paths: `verdict`, `receipt.bundle_id`, `receipt.in_app.product_id`.
///
/// A path names a member with all that is in it; in an array, it names the member in every element. `schema`, `line` and
/// `key` are always kept: without them nobody could tell what a line is and which input it is about.
public struct ReceiptSelection: Sendable {
  /// The members of one object that are kept.
  struct Members: Sendable {
    /// What is kept of the object, by key; `nil` is everything below that key.
    var kept: [[UInt8]: Members?] = [:]
  }

  private(set) var members = Members(
    kept: ["schema", "line", "key"].reduce(into: [:]) { kept, key in
      kept[Array(key.utf8)] = .some(nil)
    })

  /// Nothing but what is always kept.
  public init() {}

  // MARK: - What is selected

  /// Selects what a path names.
  ///
  /// - Returns: Whether the report has such a key.
  public mutating func add(_ path: String) -> Bool {
    guard Self.paths.contains(path) else { return false }
    Self.add(path.split(separator: ".").map { Array($0.utf8) }[...], to: &members)
    return true
  }

  private static func add(_ path: ArraySlice<[UInt8]>, to members: inout Members) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    // Once everything below a key is kept, a path further down says nothing new.
    if let old = members.kept[key], old == nil { return }
    guard !rest.isEmpty else { return members.kept[key] = .some(nil) }
    var below = (members.kept[key] ?? nil) ?? Members()
    add(rest, to: &below)
    members.kept[key] = below
  }

  /// Whether anything is kept of a key of the report itself.
  func has(_ section: String) -> Bool { members.kept[Array(section.utf8)] != nil }

  /// What is selected of a document of one line that `JSONWriter` wrote.
  func selected(from document: [UInt8]) -> [UInt8] {
    var filter = MemberFilter(document)
    filter.copy(members)
    return filter.output + [0x0A]
  }

  // MARK: - What there is

  /// The keys of the report itself.
  public static let sections: [String] = keys.first?.names ?? []

  /// The paths of everything that can be selected.
  public static let paths: [String] = keys.flatMap { object in
    object.names.map { object.path.isEmpty ? $0 : "\(object.path).\($0)" }
  }

  /// The keys of each object, by its path; docs/receipt-dump.schema.json has the same ones.
  private static let keys: [(path: String, names: [String])] = [
    (
      "",
      "schema line key input kind verdict receipt pending_renewal_info problems signer certificates entitlements "
        + "unverified_entitlements answers"
    ),
    ("input", "name form bytes repairs"),
    ("verdict", "status apple_status is_retryable code message hint offset path checked_at warnings"),
    ("verdict.warnings", "code message"),
    (
      "receipt",
      "receipt_type environment app_item_id bundle_id application_version original_application_version "
        + "receipt_creation_date original_purchase_date app_purchase_date expiration_date download_id "
        + "version_external_identifier developer_id age_rating server_version client_version device_model_code "
        + "platform opaque_value sha1_hash in_app unique_identifier unique_vendor_identifier other_attributes"
    ),
    (
      "receipt.in_app",
      "quantity product_id product_type item_id transaction_id original_transaction_id purchase_date "
        + "original_purchase_date expires_date cancellation_date cancellation_reason web_order_line_item_id "
        + "is_trial_period is_in_intro_offer_period promotional_offer_id in_app_ownership_type is_upgraded "
        + "subscription_group_identifier offer_code_ref_name app_account_token unique_identifier "
        + "unique_vendor_identifier other_attributes"
    ),
    ("receipt.in_app.other_attributes", "type version hex"),
    ("receipt.other_attributes", "type version hex"),
    (
      "pending_renewal_info",
      "product_id auto_renew_product_id original_transaction_id auto_renew_status expiration_intent "
        + "is_in_billing_retry_period grace_period_expires_date price_consent_status offer_code_ref_name "
        + "promotional_offer_id"
    ),
    ("problems", "path code offset hex"),
    ("signer", "version digest signature certificate"),
    (
      "certificates",
      "role subject issuer serial not_before not_after signature_algorithm key sha256 marker_oids "
        + "valid_at_creation"
    ),
    ("entitlements", entitlements), ("entitlements.auto_renewable", autoRenewable),
    ("entitlements.persistent", persistent),
    ("unverified_entitlements", entitlements), ("unverified_entitlements.auto_renewable", autoRenewable),
    ("unverified_entitlements.persistent", persistent),
    (
      "answers",
      "product_id is_subscribed is_valid decided_by because transaction_id is_present is_cancelled product_ids "
        + "originally_before is_before"
    ),
  ].map { ($0.0, $0.1.split(separator: " ").map(String.init)) }

  private static let entitlements = "at auto_renewable persistent introductory_offer_used"
  private static let autoRenewable = "product_id is_subscribed state since until decided_by"
  private static let persistent = "product_id is_valid product_type decided_by"
}
