// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import StrictJSON

extension FileRecipe {
  /// Reads a recipe in JSON, as docs/receipt-forge.md describes it.
  ///
  /// ```json
  /// {"receipt": {"bundle_id": "com.example.app", "in_app": [{"product_id": "com.example.app.coins"}]}}
  /// ```
  /// - Parameter text: one object in UTF-8. What readers of JSON disagree about, and every key that is not known, is
  ///   refused.
  public init(json text: [UInt8]) throws(RecipeError) {
    let value: JSONValue
    do {
      value = try JSONReader(limits: JSONLimits(size: 64 << 20, depth: 8)).read(text)
    } catch {
      throw RecipeError("", "not JSON at byte \(error.offset): \(error.code.rawValue)")
    }
    let recipe = try RecipeObject(
      value, path: "",
      known: ["comment", "like", "receipt", "guid", "chain", "authority", "forged", "cut_to", "append"])
    _ = try recipe.text("comment")
    let sample = try recipe.word("like", Self.samples) ?? .sandbox
    self.init(
      try Self.receipt(recipe["receipt"], like: sample, guid: try recipe.octets("guid")),
      chain: try recipe.word("chain", Self.chains) ?? (sample == .xcode ? .xcodeLike : .authority(.anyDate)))
    authority = try recipe.text("authority")
    forgery = try recipe.word("forged", Self.forgeries)
    if chain == .xcodeLike, forgery == .otherRoot || forgery == .wrongSigner {
      throw RecipeError("forged", "the chain xcode-like knows changed-byte and other-key only")
    }
    if forgery == .changedByte, receipt.withChangedByte == nil {
      throw RecipeError("forged", "a receipt without attributes has no byte to change")
    }
    keptBytes = try recipe.count("cut_to", in: 0...Int(Int32.max))
    appendedBytes = try recipe.octets("append") ?? []
  }

  /// What gives the attributes that a recipe does not name.
  enum Sample {
    case sandbox
    case production
    case mac
    case xcode
    case nothing
  }

  private static let samples: KeyValuePairs<String, Sample> = [
    "sandbox": .sandbox, "production": .production, "mac": .mac, "xcode": .xcode, "nothing": .nothing,
  ]

  private static let chains: KeyValuePairs<String, Chain> = [
    "any-date": .authority(.anyDate), "sha256": .authority(.sha256), "sha1": .authority(.sha1),
    "late-2015": .authority(.late2015), "xcode-like": .xcodeLike,
  ]

  private static let forgeries: KeyValuePairs<String, Forgery> = [
    "other-root": .otherRoot, "wrong-signer": .wrongSigner, "other-key": .otherKey,
    "changed-byte": .changedByte,
  ]

  // MARK: - The receipt

  /// When a receipt is made whose recipe does not say: a recipe gives the same bytes on any day.
  private static let creationDate = "2025-06-01T12:00:00Z"

  private static func receipt(
    _ value: JSONValue?, like sample: Sample, guid: [UInt8]?
  ) throws(RecipeError) -> ReceiptRecipe {
    let known = RecipeKey.receipt.map(\.name) + ["environment", "in_app", "other_attributes"]
    let object = try RecipeObject(value ?? .object([]), path: "receipt", known: known)
    let created = object["receipt_creation_date"].flatMap(\.string)?.string ?? creationDate
    let whole: SampleReceipt =
      switch sample {
      case .sandbox, .nothing: .sandbox(created: SampleDate(created))
      case .production: .production(created: SampleDate(created))
      case .mac: .mac(created: SampleDate(created))
      case .xcode: .xcode(created: SampleDate(created))
      }
    var receipt =
      sample == .nothing
      ? ReceiptRecipe(attributes: []) : try forging { () throws(ForgeError) in try whole.recipe() }
    for key in RecipeKey.receipt { receipt.attributes.apply(try object.change(key), type: key.type) }
    try setEnvironment(of: &receipt, object)
    if object["sha1_hash"] == nil, sample != .nothing || guid != nil {
      receipt = try forging { () throws(ForgeError) in
        var receipt = receipt
        try receipt.setDeviceHash(guid: guid ?? whole.guid)
        return receipt
      }
    }
    try receipt.attributes.replaceOthers(
      object, keyed: RecipeKey.receipt + [RecipeKey("in_app", 17, .octets)])
    receipt.purchases = try RecipeRows(receipt: object, created: created, like: sample).purchases
    return receipt
  }

  /// Sets the receipt type where a recipe names only the environment, and refuses one that contradicts it.
  private static func setEnvironment(
    of receipt: inout ReceiptRecipe, _ object: RecipeObject
  ) throws(RecipeError) {
    guard let environment = try object.text("environment") else { return }
    if let type = object["receipt_type"] {
      guard let type = type.string?.string, RecipeKey.environment(ofReceiptType: type) == environment else {
        throw RecipeError(object.path("environment"), "is not the environment of that receipt_type")
      }
      return
    }
    guard let type = RecipeKey.receiptTypes[environment] else {
      throw RecipeError(object.path("environment"), "must be one of: production, sandbox, xcode")
    }
    receipt.set(.utf8String(0, type))
  }

  /// What OpenSSL's refusal is for whoever wrote the recipe.
  private static func forging<Result>(_ body: () throws(ForgeError) -> Result) throws(RecipeError) -> Result {
    do { return try body() } catch { throw RecipeError("", "the device hash cannot be made: \(error)") }
  }
}
