// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import StrictJSON
import Testing

@Suite("Recipes in JSON") struct RecipeTests {
  private func receipt(_ fields: String, like sample: String = "nothing") throws -> JSONValue {
    try #require(try report(on: forged(#"{"like": "\#(sample)", "receipt": \#(fields)}"#))["receipt"])
  }

  private func row(_ fields: String) throws -> JSONValue {
    try #require(try receipt(#"{"in_app": [\#(fields)]}"#)["in_app"]?.array?.first)
  }

  // MARK: - Every field

  /// A value that a report gives back as it stands in the recipe.
  private func value(_ definition: AttributeDefinition) -> String {
    switch definition.kind {
    case .text, .asciiText, .bundleIdentifier: "\"text\""
    case .date, .optionalDate: "\"2024-02-29T23:59:59Z\""
    case .integer: "\"18446744073709551621\""
    case .count: "4"
    case .flag: "true"
    case .productType: "\"non_renewing_subscription\""
    case .ownershipType: "\"FAMILY_SHARED\""
    case .platform: "\"macos\""
    case .releaseTag: "\"P305\""
    case .octets: "\"00ff\""
    case .sha1Digest: "\"000102030405060708090a0b0c0d0e0f10111213\""
    case .inAppPurchase, .uninterpreted: "[]"
    }
  }

  @Test("every key of a report is a key of recipes, and stands for the same attribute")
  func everyField() throws {
    for definition in AttributeTable.receipt.definitions {
      guard let key = definition.key else { continue }
      let value = value(definition)
      let member = try receipt("{\"\(key)\": \(value)}")[key]
      #expect(member == (try JSONReader().read(Array(value.utf8))), "\(key)")
    }
    for definition in AttributeTable.purchase.definitions {
      guard let key = definition.key else { continue }
      let value = value(definition)
      let member = try row("{\"\(key)\": \(value)}")[key]
      #expect(member == (try JSONReader().read(Array(value.utf8))), "\(key)")
    }
  }

  @Test("null takes any field away, and {\"hex\": …} gives it any octets")
  func nullAndHex() throws {
    for definition in AttributeTable.receipt.definitions {
      guard let key = definition.key, definition.kind != .inAppPurchase else { continue }
      let gone = try FileRecipe(
        json: Array("{\"like\": \"production\", \"receipt\": {\"\(key)\": null}}".utf8))
      #expect(!gone.receipt.attributes.contains { $0.typeNumber == Int64(definition.type) }, "\(key)")
      let raw = try FileRecipe(json: Array("{\"receipt\": {\"\(key)\": {\"hex\": \"0c03ff\"}}}".utf8))
      #expect(
        raw.receipt.attributes.first { $0.typeNumber == Int64(definition.type) }?.value == [12, 3, 255])
    }
    let row = try FileRecipe(json: Array(#"{"receipt": {"in_app": [{"quantity": null}]}}"#.utf8))
    #expect(row.receipt.purchases.first?.attributes.contains { $0.typeNumber == 1701 } == false)
  }

  // MARK: - Round trips

  @Test("the receipt of a report is a recipe of that receipt")
  func roundTrip() throws {
    let manifest = try JSONReader().read(Project.bytes("TestReceipts/manifest.json"))
    let entries = try #require(manifest["receipts"]?.array)
    #expect(entries.count >= 20)
    for entry in entries where entry["problems"] == nil {
      var writer = JSONWriter(style: .compact)
      writer.object {
        $0.member("like", string: "nothing")
        $0.member("receipt", value: entry["receipt"])
      }
      let copy = try forge.bytes(of: FileRecipe(json: writer.bytes))
      #expect(try rows(report(on: copy)) == rows(entry), "\(entry["file"]?.string?.string ?? "")")
    }
  }

  /// A receipt with its rows in a fixed order: attributes that a report leaves out have a place in DER's order.
  private func rows(_ entry: JSONValue) throws -> [JSONMember] {
    try #require(entry["receipt"]?.object).map { member in
      guard member.key == "in_app", let rows = member.value.array else { return member }
      return JSONMember(
        member.key,
        .array(
          rows.sorted {
            ($0["transaction_id"]?.string?.string ?? "") < ($1["transaction_id"]?.string?.string ?? "")
          }))
    }
  }

  // MARK: - Rows

  @Test("renewals follow each other without a gap, each with numbers of its own")
  func renewals() throws {
    let rows = try #require(
      try receipt(
        #"""
        {"in_app": [{"transaction_id": "9", "original_transaction_id": "5", "web_order_line_item_id": 70,
         "purchase_date": "2024-12-31T00:00:00Z", "expires_date": "2025-01-31T00:00:00Z", "renewals": 2}]}
        """#)["in_app"]?.array
    ).sorted { ($0["purchase_date"]?.string?.string ?? "") < ($1["purchase_date"]?.string?.string ?? "") }
    #expect(rows.map { $0["transaction_id"]?.string?.string } == ["9", "10", "11"])
    #expect(rows.map { $0["original_transaction_id"]?.string?.string } == ["5", "5", "5"])
    #expect(rows.map { $0["web_order_line_item_id"]?.string?.string } == ["70", "71", "72"])
    #expect(
      rows.map { $0["expires_date"]?.string?.string } == [
        "2025-01-31T00:00:00Z", "2025-03-03T00:00:00Z", "2025-04-03T00:00:00Z",
      ])
    #expect(rows.dropFirst().map { $0["purchase_date"] } == rows.dropLast().map { $0["expires_date"] })
  }

  @Test("copies are the same bytes, and other rows have numbers of their own")
  func copies() throws {
    let file = try FileRecipe(json: Array(#"{"receipt": {"in_app": [{"copies": 3}, {}]}}"#.utf8))
    let rows = file.receipt.purchases
    #expect(rows.count == 4)
    #expect(Set(rows).count == 2)
    #expect(rows[0] == rows[2])
  }

  @Test("a row without original_… is a first purchase, whatever its own date and number are")
  func originals() throws {
    let rows = try report(
      on: forged(
        #"{"receipt": {"in_app": [{"transaction_id": "77", "purchase_date": "2024-01-01T00:00:00Z"}]}}"#))[
        "receipt"]?["in_app"]?.array
    let row = try #require(rows?.first)
    #expect(row["original_transaction_id"] == row["transaction_id"])
    #expect(row["original_purchase_date"] == row["purchase_date"])
    #expect(row["product_type"]?.string?.string == "consumable")
  }

  // MARK: - Damage

  @Test("a file is cut, and gets more bytes, as the recipe says")
  func damage() throws {
    let whole = try forged("{}")
    #expect(try forged(#"{"cut_to": 100}"#) == Array(whole.prefix(100)))
    #expect(try forged(#"{"cut_to": 0}"#) == [])
    #expect(try forged(#"{"append": "00FF"}"#) == whole + [0, 0xFF])
  }

  @Test("the same recipe gives the same bytes, from any forge")
  func deterministic() throws {
    for recipe in ["{}", #"{"like": "xcode"}"#, #"{"forged": "other-root"}"#] {
      #expect(try Forge().bytes(of: FileRecipe(json: Array(recipe.utf8))) == forged(recipe))
    }
  }

  @Test(
    "integers of any size are written in their shortest form",
    arguments: [
      ("0", "00"), ("127", "7f"), ("128", "0080"), ("-1", "ff"), ("-128", "80"), ("-129", "ff7f"),
      ("18446744073709551615", "00ffffffffffffffff"), ("-18446744073709551616", "ff0000000000000000"),
    ])
  func integers(_ decimal: String, _ content: String) throws {
    let octets = hex(content)
    for spelling in [decimal, "\"\(decimal)\""] {
      let file = try FileRecipe(json: Array("{\"receipt\": {\"download_id\": \(spelling)}}".utf8))
      #expect(
        file.receipt.attributes.first { $0.typeNumber == 15 }?.value == [2, UInt8(octets.count)] + octets)
    }
  }
}
