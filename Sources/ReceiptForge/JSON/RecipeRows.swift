// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import StrictJSON

/// The purchases of a recipe: a row for each entry of `in_app`, its copies, and its renewals.
struct RecipeRows {
  private(set) var purchases: [PurchaseRecipe] = []

  private let created: String
  private let sample: FileRecipe.Sample

  /// More than any reader takes, and no more than memory holds.
  private static let maximumCount = 100_000

  private static let productID = "com.example.app.product"

  init(receipt: RecipeObject, created: String, like sample: FileRecipe.Sample) throws(RecipeError) {
    self.created = created
    self.sample = sample
    guard let value = receipt["in_app"] else { return }
    let path = receipt.path("in_app")
    guard let rows = value.array else { throw RecipeError(path, "must be an array") }
    for (index, row) in rows.enumerated() { try append(row, path: "\(path)[\(index)]") }
  }

  private mutating func append(_ value: JSONValue, path: String) throws(RecipeError) {
    let known = RecipeKey.purchase.map(\.name) + ["other_attributes", "copies", "renewals"]
    let row = try RecipeObject(value, path: path, known: known)
    let expires = row["expires_date"].flatMap(\.string)?.string ?? ""
    var purchase = try purchase(row, isSubscription: !expires.isEmpty)
    for key in RecipeKey.purchase { purchase.attributes.apply(try row.change(key), type: key.type) }
    // What a first purchase is like follows what the row says of itself.
    for (own, original) in [("transaction_id", 1705), ("purchase_date", 1706)] as [(String, Int64)]
    where row["original_\(own)"] == nil && purchase.attributes.contains(where: { $0.has(type: original) }) {
      if let attribute = purchase.attributes.first(where: { $0.has(type: original - 2) }), row[own] != nil {
        purchase.set(ReceiptAttribute(original, value: attribute.value))
      }
    }
    try purchase.attributes.replaceOthers(row, keyed: RecipeKey.purchase)
    let copies = try row.count("copies", in: 1...Self.maximumCount) ?? 1
    let renewals = try row.count("renewals", in: 0...Self.maximumCount) ?? 0
    guard purchases.count + (renewals + 1) * copies <= Self.maximumCount else {
      throw RecipeError(path, "a receipt has at most \(Self.maximumCount) purchases here")
    }
    for period in 0...renewals {
      let renewed = period == 0 ? purchase : try renewal(period, of: purchase, row)
      purchases += repeatElement(renewed, count: copies)
    }
  }

  /// A row with everything that a recipe need not say.
  private func purchase(_ row: RecipeObject, isSubscription: Bool) throws(RecipeError) -> PurchaseRecipe {
    // Numbered by the rows before, so that no two rows share one.
    let number = Int64(purchases.count) + 1
    let id = String(2_000_000_000_000_000 + number)
    let date = SampleDate(row["purchase_date"].flatMap(\.string)?.string ?? created)
    if sample == .nothing { return PurchaseRecipe([]) }
    if isSubscription, row["purchase_date"] == nil {
      throw RecipeError(row.path("purchase_date"), "must be given with an expires_date")
    }
    if sample == .xcode {
      return SamplePurchase.xcode(Self.productID, transactionID: id, purchaseDate: date).recipe
    }
    if isSubscription {
      return SamplePurchase.subscription(
        Self.productID, transactionID: id, purchaseDate: date, expiresDate: "",
        webOrderLineItemID: SampleInteger(2_000_000_090_000_000 + number)
      ).recipe
    }
    return SamplePurchase(Self.productID, transactionID: id, purchaseDate: date).recipe
  }

  // MARK: - Renewals

  /// The row with its dates so many periods later, and with numbers so much higher.
  private func renewal(
    _ period: Int, of first: PurchaseRecipe, _ row: RecipeObject
  ) throws(RecipeError) -> PurchaseRecipe {
    let path = row.path("renewals")
    guard let start = (row["purchase_date"]?.string?.string).flatMap(RecipeDate.seconds),
      let end = (row["expires_date"]?.string?.string).flatMap(RecipeDate.seconds), end > start,
      let purchased = RecipeDate.text(start + Int64(period) * (end - start)),
      let expires = RecipeDate.text(end + Int64(period) * (end - start))
    else {
      throw RecipeError(
        path,
        "need a purchase_date and a later expires_date in UTC, 2025-01-30T12:00:00Z, and end before 9999")
    }
    var renewal = first
    renewal.set(.ia5String(1704, purchased))
    renewal.set(.ia5String(1708, expires))
    if let id = try advanced(row, "transaction_id", of: first, 1703, by: period) {
      renewal.set(.utf8String(1703, String(id)))
    }
    if let item = try advanced(row, "web_order_line_item_id", of: first, 1711, by: period) {
      renewal.set(.integer(1711, item))
    }
    return renewal
  }

  /// The number of an identifier so many periods later; `nil` when the row has none.
  private func advanced(
    _ row: RecipeObject, _ key: String, of first: PurchaseRecipe, _ type: Int64, by period: Int
  ) throws(RecipeError) -> Int64? {
    guard let value = first.attributes.first(where: { $0.has(type: type) })?.value.dropFirst(2) else {
      return nil
    }
    // A text of decimal digits in 1703, octets in 1711; both are short enough for one octet of length.
    let number =
      type == 1703
      ? Int64(String(decoding: value, as: UTF8.self))
      : value.count <= 8 ? value.reduce(0) { $0 << 8 | Int64($1) } : nil
    guard let number, number >= 0, number <= Int64.max - Int64(period) else {
      throw RecipeError(
        row.path(key), "must be a number of at most 18 digits with renewals, so that each gets its own")
    }
    return number + Int64(period)
  }
}

// MARK: - Attributes

extension [ReceiptAttribute] {
  /// Sets or removes the attribute of a type, or leaves it as it is.
  mutating func apply(_ change: RecipeObject.Change, type: Int64) {
    switch change {
    case .keep: break
    case .set(var attribute):
      // Only the opaque value has a version other than 1, and which depends on who made the receipt.
      if let old = first(where: { $0.has(type: type) }) { attribute.version = old.version }
      set(attribute)
    case .remove: removeAll { $0.has(type: type) }
    }
  }

  /// Puts the `other_attributes` of an object, if it has them, in the place of all that have no key.
  mutating func replaceOthers(_ object: RecipeObject, keyed: [RecipeKey]) throws(RecipeError) {
    guard let value = object["other_attributes"] else { return }
    let path = object.path("other_attributes")
    guard let others = value.array else { throw RecipeError(path, "must be an array") }
    removeAll { attribute in !keyed.contains { attribute.has(type: $0.type) } }
    for (index, other) in others.enumerated() {
      let item = try RecipeObject(other, path: "\(path)[\(index)]", known: ["type", "version", "hex"])
      guard let type = item["type"]?.number?.int64 else {
        throw RecipeError(item.path("type"), "must be an integer")
      }
      let version = item["version"].map { $0.number?.int64 } ?? 1
      guard let version else { throw RecipeError(item.path("version"), "must be an integer") }
      append(.bytes(type, version: version, try item.octets("hex") ?? []))
    }
  }
}
