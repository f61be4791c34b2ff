// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge
internal import StrictJSON

/// What a reader must find in one receipt, derived from the sample's own values and not from its bytes.
struct ManifestEntry {
  let test: TestReceipt
  let recipe: ReceiptRecipe
  let digest: DigestAlgorithm
  /// The SHA-256 of each embedded certificate, in order.
  let certificates: [[UInt8]]

  init(test: TestReceipt, recipe: ReceiptRecipe, signer: ReceiptSigner) throws(ForgeError) {
    self.test = test
    self.recipe = recipe
    digest = signer.digest
    certificates = try signer.certificates.map { certificate throws(ForgeError) in
      try DigestAlgorithm.sha256.hash(certificate)
    }
  }

  /// Writes the members of the entry.
  func write(to json: inout JSONObjectWriter) {
    json.member("file", string: test.file)
    json.member("shows", string: test.shows)
    json.member("kind", string: "app-receipt")
    json.member("digest", string: digest == .sha1 ? "sha1" : "sha256")
    json.member("guid", hex: test.sample.guid.span)
    json.array("certificates") { list in
      for digest in certificates { list.element(hex: digest.span) }
    }
    json.object("receipt") { writeReceipt(to: &$0) }
    if !test.malformedValues.isEmpty {
      json.array("problems") { list in
        for value in test.malformedValues { list.object { writeProblem(value, to: &$0) } }
      }
    }
  }

  // MARK: - Receipt

  /// The object that `receipt-dump --json` must print under `receipt`.
  private func writeReceipt(to json: inout JSONObjectWriter) {
    let sample = test.sample
    json.member("receipt_type", string: sample.receiptType)
    json.member("environment", string: environment)
    json.member("app_item_id", string: sample.itemID.decimal)
    json.member("bundle_id", string: sample.bundleID)
    json.member("application_version", string: sample.applicationVersion)
    json.member("original_application_version", string: sample.originalApplicationVersion)
    json.member("receipt_creation_date", string: sample.creationDate?.utc)
    json.member("original_purchase_date", string: sample.originalPurchaseDate?.utc)
    json.member("app_purchase_date", string: sample.appPurchaseDate?.utc)
    json.member("expiration_date", string: sample.expirationDate?.utc)
    json.member("download_id", string: sample.downloadID?.decimal)
    json.member("version_external_identifier", string: sample.versionExternalIdentifier?.decimal)
    json.member("developer_id", string: sample.developerID?.decimal)
    json.member("age_rating", string: sample.ageRating)
    json.member("server_version", string: sample.serverVersion)
    json.member("client_version", string: sample.clientVersion?.decimal)
    json.member("device_model_code", string: sample.deviceModelCode?.decimal)
    json.member("platform", string: name(sample.platform, ["3": "ios", "2": "macos"]))
    json.member("opaque_value", hex: sample.opaqueValue.span)
    json.member("sha1_hash", hex: recipe.attributes.first { $0.typeNumber == 5 }?.value[...])
    json.array("in_app") { list in
      for index in purchaseOrder { list.object { writePurchase(index, to: &$0) } }
    }
    writeOthers(recipe.attributes, keyed: Self.keyedTypes, to: &json)
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

  // MARK: - Purchases

  /// The places of the sample's purchases, in the order in which the receipt holds them.
  private var purchaseOrder: [Int] {
    let encoded = recipe.purchases.map { $0.attribute(style: recipe.style).encoded }
    guard recipe.style == .der else { return Array(encoded.indices) }
    return encoded.indices.sorted { DERWriter.precedes(encoded[$0], encoded[$1]) }
  }

  private func writePurchase(_ index: Int, to json: inout JSONObjectWriter) {
    let sample = test.sample.purchases[index]
    let malformed = Set(test.malformedValues.filter { $0.purchase == index }.map(\.type))
    if !malformed.contains(1701) {
      json.member("quantity", integer: sample.quantity.flatMap { Int64($0.decimal) })
    }
    json.member("product_id", string: sample.productID)
    json.member("product_type", string: name(sample.productType, Self.productTypes))
    json.member("item_id", string: sample.itemID?.decimal)
    json.member("transaction_id", string: sample.transactionID)
    json.member("original_transaction_id", string: sample.originalTransactionID)
    json.member("purchase_date", string: sample.purchaseDate?.utc)
    json.member("original_purchase_date", string: sample.originalPurchaseDate?.utc)
    json.member("expires_date", string: sample.expiresDate?.utc)
    json.member("cancellation_date", string: sample.cancellationDate?.utc)
    json.member("web_order_line_item_id", string: sample.webOrderLineItemID?.decimal)
    json.member("is_trial_period", bool: sample.isTrialPeriod.map { $0 == 1 })
    json.member("is_in_intro_offer_period", bool: sample.isInIntroOfferPeriod.map { $0 == 1 })
    json.member("promotional_offer_id", string: sample.promotionalOfferID)
    json.member(
      "in_app_ownership_type", string: name(sample.ownership, ["0": "PURCHASED", "1": "FAMILY_SHARED"]))
    writeOthers(recipe.purchases[index].attributes, keyed: Self.keyedPurchaseTypes, to: &json)
  }

  /// The types that have a key of their own in a purchase.
  private static let keyedPurchaseTypes: Set<Int64> =
    Set(1701...1708).union(1710...1713).union(1719...1722)

  private static let productTypes = [
    "0": "non_consumable", "1": "consumable", "2": "non_renewing_subscription",
    "3": "auto_renewable_subscription", "4": "free_subscription",
  ]

  // MARK: - Parts

  /// What a number is called, or its decimal digits when it has no name.
  private func name(_ number: SampleInteger?, _ names: [String: String]) -> String? {
    number.map { names[$0.decimal] ?? $0.decimal }
  }

  /// `other_attributes`: those without a key of their own, in the order of the receipt; none, no member.
  private func writeOthers(
    _ attributes: [ReceiptAttribute], keyed: Set<Int64>, to json: inout JSONObjectWriter
  ) {
    var rest = attributes.filter { attribute in attribute.typeNumber.map { !keyed.contains($0) } ?? true }
    if recipe.style == .der { rest.sort { DERWriter.precedes($0.encoded, $1.encoded) } }
    if rest.isEmpty { return }
    json.array("other_attributes") { list in
      for attribute in rest {
        list.object {
          $0.member("type", integer: attribute.typeNumber)
          $0.member("version", integer: attribute.version.reduce(0) { $0 << 8 | Int64($1) })
          $0.member("hex", hex: attribute.value.span)
        }
      }
    }
  }

  private func writeProblem(_ malformed: TestReceipt.MalformedValue, to json: inout JSONObjectWriter) {
    let row = purchaseOrder.firstIndex(of: malformed.purchase) ?? 0
    let attribute = recipe.purchases[malformed.purchase].attributes.first { $0.typeNumber == malformed.type }
    json.member("path", string: "signedData.content.attribute[17][\(row)].attribute[\(malformed.type)]")
    json.member("code", string: malformed.code)
    json.member("hex", hex: attribute?.value[...])
  }
}
