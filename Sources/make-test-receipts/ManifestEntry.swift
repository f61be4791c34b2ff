// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// The object that `receipt-dump --json` must print under `receipt`, derived from a sample's own values and
/// not from its bytes.
struct ManifestEntry {
  let test: TestReceipt
  let recipe: ReceiptRecipe
  let signer: ReceiptSigner

  /// The whole entry.
  func json() throws(ForgeError) -> JSONValue {
    var certificates: [JSONValue] = []
    for certificate in signer.certificates {
      certificates.append(.text(hexadecimal(try DigestAlgorithm.sha256.hash(certificate))))
    }
    var members = Members()
    members.text("file", test.file)
    members.text("shows", test.shows)
    members.text("kind", "app-receipt")
    members.text("digest", signer.digest == .sha1 ? "sha1" : "sha256")
    members.text("guid", hexadecimal(test.sample.guid))
    members.list("certificates", certificates)
    members.append("receipt", receipt)
    if !problems.isEmpty { members.list("problems", problems) }
    return members.object
  }

  // MARK: - Receipt

  private var receipt: JSONValue {
    let sample = test.sample
    var members = Members()
    members.text("receipt_type", sample.receiptType)
    members.text("environment", environment)
    members.integer("app_item_id", sample.itemID)
    members.text("bundle_id", sample.bundleID)
    members.text("application_version", sample.applicationVersion)
    members.text("original_application_version", sample.originalApplicationVersion)
    members.text("receipt_creation_date", sample.creationDate?.utc)
    members.text("original_purchase_date", sample.originalPurchaseDate?.utc)
    members.text("app_purchase_date", sample.appPurchaseDate?.utc)
    members.text("expiration_date", sample.expirationDate?.utc)
    members.integer("download_id", sample.downloadID)
    members.integer("version_external_identifier", sample.versionExternalIdentifier)
    members.integer("developer_id", sample.developerID)
    members.text("age_rating", sample.ageRating)
    members.text("server_version", sample.serverVersion)
    members.integer("client_version", sample.clientVersion)
    members.integer("device_model_code", sample.deviceModelCode)
    members.text("platform", sample.platform.map(platform))
    members.text("opaque_value", hexadecimal(sample.opaqueValue))
    members.text("sha1_hash", recipe.attributes.first { $0.typeNumber == 5 }.map { hexadecimal($0.value) })
    members.list("in_app", purchaseOrder.map(purchase))
    members.others(recipe.attributes, style: recipe.style, keyed: Self.keyedTypes)
    return members.object
  }

  /// The types that have a key of their own at the top level.
  private static let keyedTypes: Set<Int64> = Set(0...5).union(8...16).union([17, 18, 19, 21, 25])

  private var environment: String {
    switch test.sample.receiptType {
    case "Production", "ProductionVPP": "production"
    case "ProductionSandbox", "ProductionVPPSandbox": "sandbox"
    case "Xcode": "xcode"
    default: "unknown"
    }
  }

  private func platform(_ number: SampleInteger) -> String {
    ["3": "ios", "2": "macos"][number.decimal] ?? number.decimal
  }

  // MARK: - Purchases

  /// The places of the sample's purchases, in the order in which the receipt holds them.
  private var purchaseOrder: [Int] {
    let encoded = recipe.purchases.map { $0.attribute(style: recipe.style).encoded }
    guard recipe.style == .der else { return Array(encoded.indices) }
    return encoded.indices.sorted { DERWriter.precedes(encoded[$0], encoded[$1]) }
  }

  private func purchase(_ index: Int) -> JSONValue {
    let sample = test.sample.purchases[index]
    let malformed = Set(test.malformedValues.filter { $0.purchase == index }.map(\.type))
    var members = Members()
    if !malformed.contains(1701), let quantity = sample.quantity.flatMap({ Int64($0.decimal) }) {
      members.append("quantity", .number(quantity))
    }
    members.text("product_id", sample.productID)
    members.text("product_type", sample.productType.map(productType))
    members.integer("item_id", sample.itemID)
    members.text("transaction_id", sample.transactionID)
    members.text("original_transaction_id", sample.originalTransactionID)
    members.text("purchase_date", sample.purchaseDate?.utc)
    members.text("original_purchase_date", sample.originalPurchaseDate?.utc)
    members.text("expires_date", sample.expiresDate?.utc)
    members.text("cancellation_date", sample.cancellationDate?.utc)
    members.integer("web_order_line_item_id", sample.webOrderLineItemID)
    members.flag("is_trial_period", sample.isTrialPeriod)
    members.flag("is_in_intro_offer_period", sample.isInIntroOfferPeriod)
    members.text("promotional_offer_id", sample.promotionalOfferID)
    members.text("in_app_ownership_type", sample.ownership.map(ownership))
    members.others(
      recipe.purchases[index].attributes, style: recipe.style, keyed: Self.keyedPurchaseTypes)
    return members.object
  }

  /// The types that have a key of their own in a purchase.
  private static let keyedPurchaseTypes: Set<Int64> =
    Set(1701...1708).union(1710...1713).union(1719...1722)

  private func productType(_ number: SampleInteger) -> String {
    let names = [
      "0": "non_consumable", "1": "consumable", "2": "non_renewing_subscription",
      "3": "auto_renewable_subscription", "4": "free_subscription",
    ]
    return names[number.decimal] ?? number.decimal
  }

  private func ownership(_ number: SampleInteger) -> String {
    ["0": "PURCHASED", "1": "FAMILY_SHARED"][number.decimal] ?? number.decimal
  }

  // MARK: - Problems

  private var problems: [JSONValue] {
    test.malformedValues.map { malformed in
      let row = purchaseOrder.firstIndex(of: malformed.purchase) ?? 0
      let attribute = recipe.purchases[malformed.purchase].attributes.first {
        $0.typeNumber == malformed.type
      }
      var members = Members()
      members.text("path", "signedData.content.attribute[17][\(row)].attribute[\(malformed.type)]")
      members.text("code", malformed.code)
      members.text("hex", hexadecimal(attribute?.value ?? []))
      return members.object
    }
  }
}
