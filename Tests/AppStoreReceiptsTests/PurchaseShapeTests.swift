// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import SeededRandom
import Testing

@Suite("Purchases that are read by the shape of an earlier one") struct PurchaseShapeTests {
  /// A purchase with something of every kind, unknown attributes among them, in no order.
  private static func row(
    quantity: Int64 = 1, product: String = "com.example.pro", transaction: String = "100000000000001",
    purchased: String = "2024-02-28T23:59:59Z", expires: String = "2024-03-28T23:59:59Z",
    cancelled: String = "",
    order: Int64 = 0x1234_5678, item: Int64 = 0, type: Int64 = 3, trial: Int64 = 0,
    unknown: [UInt8] = [0xFF, 0], other: Attribute? = nil
  ) -> [UInt8] {
    var recipe = PurchaseRecipe([
      .ia5String(1708, expires), .integer(1701, quantity), .utf8String(1702, product),
      .utf8String(1703, transaction), .bytes(1799, unknown), .ia5String(1704, purchased),
      .integer(1711, order), .integer(1710, item), .integer(1707, type), .integer(1713, trial),
      .ia5String(1712, cancelled), .utf8String(1714, ""), .bytes(7, [1, 2, 3]), .integer(1722, 0),
    ])
    if let other { recipe.set(other) }
    return recipe.encoded(style: .xcode)
  }

  /// A receipt without anything but purchases.
  private static func receipt(_ rows: [[UInt8]]) throws -> AppReceipt {
    let attributes = rows.flatMap { Attribute(17, value: $0).encoded }
    return try #require(DecodedReceipt(payloadOnly: element(0x31, attributes)).receipt)
  }

  /// What there is to know of a purchase wherever it stands.
  private static func content(_ receipt: AppReceipt, _ purchase: InAppPurchase) -> [String] {
    let start = purchase.attributes.first?.offset ?? 0
    let attributes = purchase.attributes.map { attribute in
      "\(attribute.type ?? -1) \(attribute.version) \(Array(attribute.value)) \(attribute.offset - start) "
        + "\(attribute.isRepeated)"
    }
    let fields = purchaseSamples.keys.sorted().map { type in
      "\(type) \(purchaseSamples[type]?.property(purchase) ?? "-")"
    }
    let problems = receipt.problems.filter { $0.purchase == purchase.index }.map { problem in
      "\(problem.code.rawValue) \(problem.type ?? -1) \(problem.offset - start)"
    }
    return ["\(purchase.hasProblems)"] + attributes + fields + problems
  }

  /// Where the elements of a row stand and what must stay as it is, by the careful reader; `nil` for a row with something
  /// wrong in it, and for one with values that the shape leaves to the careful reader.
  private static func outline(_ row: [UInt8]) throws -> [String]? {
    let purchase = try receipt([row]).inAppPurchases[0]
    guard !purchase.hasProblems else { return nil }
    var outline: [String] = []
    for attribute in purchase.attributes {
      let value = Array(attribute.value)
      let definition = attribute.definition
      outline.append(
        "\(attribute.offset) \(attribute.type ?? -1) \(attribute.version.contents) \(attribute.value.startIndex) "
          + "\(value.count)")
      guard let kind = definition?.kind, kind != .uninterpreted else { continue }
      let contents = value.dropFirst(2)
      outline.append("\(value[0]) \(value[1])")
      switch kind {
      case .text: guard contents.allSatisfy({ $0 < 0x80 }) else { return nil }
      case .date, .optionalDate: break
      case .count, .flag: guard contents.count == 1 else { return nil }
      default: guard contents[2] < 0x80, contents.count == 1 || contents[2] > 0 else { return nil }
      }
    }
    return outline
  }

  private static func shape(_ row: [UInt8]) -> PurchaseShape? { PurchaseShape(of: row.indices, in: row.span) }

  private static func fits(_ row: [UInt8], _ model: [UInt8]) throws -> Bool {
    let both = [0x31] + model + row + [0x31]
    let written = PurchaseShape(of: 1..<1 + model.count, in: both.span)
    let shape = try #require(written)
    #expect(shape.count == model.count)
    let range = 1 + model.count..<1 + model.count + row.count
    // What is there already stays, and nothing comes to it from a row that does not fit.
    var slots: [Int64] = [17]
    let fits = row.count == shape.count && shape.read(range, of: both.span, into: &slots)
    #expect(slots.first == 17 && (slots.count > 1) == fits)
    return fits
  }

  @Test("a row fits whose texts, numbers and dates are others of the same length")
  func others() throws {
    let model = Self.row()
    for row in [
      model, Self.row(quantity: 0), Self.row(quantity: 127), Self.row(product: "com.example.pr~"),
      Self.row(product: "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), Self.row(transaction: "999999999999999"),
      Self.row(purchased: "0001-01-01T00:00:00Z", expires: "9999-12-31T23:59:59Z"),
      Self.row(order: 0x0100_0000), Self.row(order: 0x7FFF_FFFF), Self.row(item: 127), Self.row(type: 0),
      Self.row(trial: 1), Self.row(unknown: [0, 0xFF]),
    ] {
      #expect(try Self.fits(row, model))
      #expect(try Self.fits(model, row))
    }
    #expect(try Self.fits(Self.row(order: 0x0100_0000_0000_0000), Self.row(order: .max)))
    let cancelled = Self.row(cancelled: "2024-03-01T00:00:00Z")
    #expect(try Self.fits(Self.row(cancelled: "2024-03-02T00:00:00Z"), cancelled))
  }

  @Test("a row does not fit whose values are of no use, or not as the model's")
  func unlike() throws {
    let model = Self.row()
    for row in [
      Self.row(quantity: 128), Self.row(quantity: -1), Self.row(product: "com.example.prö"),
      Self.row(product: "com.example.p\u{80}"), Self.row(purchased: "2024-02-30T23:59:59Z"),
      Self.row(expires: "2024-03-28T23:59:59z"), Self.row(expires: "2024-03-28 23:59:59Z"),
      Self.row(expires: ""),
      Self.row(cancelled: "2024-03-01T00:00:00Z"), Self.row(order: 0x0080_0000), Self.row(order: 0x8000_0000),
      Self.row(order: -0x1234_5678), Self.row(item: -1), Self.row(type: 300), Self.row(trial: 2),
      Self.row(unknown: [0]),
    ] {
      #expect(try !Self.fits(row, model))
    }
  }

  @Test(
    "with any one octet changed, a row fits exactly if the careful reader finds the same elements and nothing wrong"
  )
  func changes() throws {
    let model = Self.row(cancelled: "2024-03-01T00:00:00Z")
    let expected = try #require(try Self.outline(model))
    var row = model
    for place in row.indices {
      let octet = row[place]
      for changed in UInt8.min...UInt8.max {
        row[place] = changed
        #expect(
          try Self.fits(row, model) == (try Self.outline(row) == expected), "octet \(place) is \(changed)")
      }
      row[place] = octet
    }
  }

  @Test("two octets changed at random make no difference to that")
  func pairs() throws {
    var random = SplitMix(state: 17)
    let model = Self.row()
    let expected = try #require(try Self.outline(model))
    for _ in 0..<10_000 {
      var row = model
      for _ in 0..<2 {
        let place = Int.random(in: row.indices, using: &random)
        row[place] =
          [0, 1, 2, 0x30, 0x7F, 0x80, row[place] ^ 1, .random(in: 0...0xFF, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      #expect(try Self.fits(row, model) == (try Self.outline(row) == expected), "\(row)")
    }
  }

  @Test(
    "a row with something unusual in it is no model",
    arguments: [
      row(quantity: 128), row(product: "com.example.prö"), row(item: -1), row(item: 0x80),
      row(order: -300),
      row(other: .integer(1711, content: [1, 0, 0, 0, 0, 0, 0, 0, 0])), row(purchased: ""),
      row(product: String(repeating: "p", count: 0x78)), row(unknown: Array(repeating: 0, count: 0x78)),
      row(product: "") + [0], [0x31, 0x80, 0, 0], [0x30, 0], [0x31, 2, 5, 0], [],
    ])
  func noModel(row: [UInt8]) {
    #expect(Self.shape(row) == nil)
  }

  @Test("a row with fewer than eight known attributes is no model", arguments: 0...12)
  func few(count: Int) {
    let known: [Attribute] =
      [.integer(1701, 1), .utf8String(1702, "p"), .utf8String(1703, "1"), .utf8String(1705, "1")]
      + [1709, 1714, 1715, 1716, 1717, 1718].map { .utf8String($0, "") }
      + [.integer(1713, 0), .integer(1719, 0)]
    let unknown = (1..<10).map { Attribute.integer($0, 1) }
    let row = PurchaseRecipe(unknown + known.prefix(count)).encoded()
    #expect((Self.shape(row) != nil) == (count >= 8))
  }

  @Test("a row of more than 4 096 octets is no model", arguments: [4_095, 4_096, 4_097])
  func large(count: Int) {
    var recipe = PurchaseRecipe([1709, 1714, 1715, 1716, 1717, 1718, 1720, 1721].map { .utf8String($0, "") })
    recipe.attributes[6] = .integer(1720, 1)
    // Each unknown attribute takes ten octets and its value, and the header of the SET four.
    var missing = count - 4 - recipe.attributes.reduce(0) { $0 + $1.encoded.count }
    while missing > 0 {
      let size = missing > 110 ? 100 : missing
      recipe.attributes.append(.bytes(99, Array(repeating: 0, count: size - 10)))
      missing -= size
    }
    let row = recipe.encoded(style: .xcode)
    #expect(row.count == count)
    #expect((Self.shape(row) != nil) == (count <= 4_096))
  }

  @Test("a receipt of many shapes is read as each of its purchases is alone")
  func many() throws {
    let rows = (1...60).map { Self.row(product: String(repeating: "p", count: $0)) }
    let receipt = try Self.receipt(rows.flatMap { Array(repeating: $0, count: 10) })
    for (index, row) in rows.enumerated() {
      let alone = try Self.receipt([row])
      let expected = Self.content(alone, alone.inAppPurchases[0])
      for purchase in receipt.inAppPurchases[10 * index..<10 * index + 10] {
        #expect(Self.content(receipt, purchase) == expected)
      }
    }
  }

  /// What is tried on each row of a list, and noted when it does not fit: where its model stands.
  private static func models(_ rows: [(row: [UInt8], isSound: Bool)]) -> [Int?] {
    let bytes = rows.flatMap(\.row)
    var shapes = PurchaseShapes()
    var start = 0
    return rows.map { row, isSound in
      let range = start..<start + row.count
      start = range.upperBound
      let shape = shapes.shape(ofPurchaseIn: range, of: bytes.span)
      var slots: [Int64] = []
      guard let shape, shape.read(range, of: bytes.span, into: &slots) else {
        shapes.add(range, isSound: isSound)
        return nil
      }
      return rows.indices.first { rows[..<$0].reduce(0) { $0 + $1.row.count } == shape.modelStart }
    }
  }

  @Test(
    "a row is tried with the shape of the last sound one of its length, when two of that length stood together"
  )
  func when() {
    let (plain, cancelled) = (Self.row(), Self.row(cancelled: "2024-03-01T00:00:00Z"))
    let (long, other) = (
      Self.row(product: "com.example.prö"), Self.row(order: 0x12_3456, unknown: [1, 2, 3])
    )
    #expect(plain.count == other.count && plain.count != cancelled.count && plain.count != long.count)
    func models(_ rows: [[UInt8]], broken: Set<Int> = []) -> [Int?] {
      Self.models(rows.enumerated().map { ($1, !broken.contains($0)) })
    }
    #expect(models([plain, plain, plain, plain, plain]) == [nil, nil, 1, 1, 1])
    // Another length in between takes nothing away, but has to come twice itself.
    #expect(models([plain, plain, plain, cancelled, plain]) == [nil, nil, 1, nil, 1])
    #expect(models([plain, cancelled, plain, cancelled, plain]) == [nil, nil, nil, nil, nil])
    #expect(
      models([plain, plain, plain, cancelled, cancelled, cancelled, plain]) == [
        nil, nil, 1, nil, nil, 4, nil,
      ])
    // Another shape of one length takes its place.
    #expect(models([plain, plain, plain, other, other, other, plain]) == [nil, nil, 1, nil, 3, 3, nil])
    // A row that makes none leaves the last one where it is.
    #expect(
      models([plain, plain, plain, long, plain, long, plain, long, plain])
        == [nil, nil, 1, nil, 1, nil, 1, nil, 1])
    // What has something wrong in it is no model.
    #expect(models([plain, plain, plain, plain], broken: [1]) == [nil, nil, nil, nil])
    #expect(models([plain, plain, plain, plain, plain], broken: [0]) == [nil, nil, nil, 2, 2])
    #expect(models([long, long, long]) == [nil, nil, nil])
  }

  @Test("after a shape that served less than eight purchases, twice as many rows as before are waited for")
  func backingOff() {
    let (plain, long) = (Self.row(product: "com.example.proo"), Self.row(product: "com.example.prö"))
    #expect(plain.count == long.count)
    let (other, third) = (Self.row(), Self.row(cancelled: "2024-03-01T00:00:00Z"))
    func models(_ runs: [([UInt8], Int)]) -> [Int?] {
      Self.models(runs.flatMap { row, count in Array(repeating: (row, true), count: count) })
    }
    // With the third row that makes no shape it is tried for the first time, then with the fifth and the ninth.
    #expect(models([(long, 3), (plain, 3)]) == [nil, nil, nil, nil, 3, 3])
    #expect(models([(long, 5), (plain, 5)]) == Array(repeating: nil, count: 8) + [7, 7])
    #expect(models([(long, 9), (plain, 8)]) == Array(repeating: nil, count: 16) + [15])
    // One that was tried eight times was worth it, one that was tried seven times was not.
    for tries in 7...8 {
      #expect(
        models([(other, 2 + tries), (plain, 3), (third, 4)])
          == [nil, nil] + Array(repeating: 1, count: tries) + [nil, nil, tries + 3]
          + (tries == 8 ? [nil, nil, tries + 6, tries + 6] : [nil, nil, nil, tries + 7]))
    }
  }

  @Test("a row of which the end is not there is tried with no shape")
  func missingEnd() {
    let row = Self.row()
    let bytes = row + row + row
    var shapes = PurchaseShapes()
    shapes.add(0..<row.count, isSound: true)
    shapes.add(row.count..<2 * row.count, isSound: true)
    let last = 2 * row.count..<3 * row.count
    let found = [-1, 0, -1].map { missing in
      shapes.shape(ofPurchaseIn: last, of: bytes.span.extracting(0..<bytes.count + missing)) != nil
    }
    #expect(found == [false, true, false])
  }

  @Test("rows of all sorts are read as each is alone, whatever stands before them")
  func sequences() throws {
    var random = SplitMix(state: 1722)
    let broken = Array(Self.row().dropLast()) + [0xFF]
    let pool: [[UInt8]] = [
      Self.row(), Self.row(), Self.row(quantity: 2, transaction: "100000000000002"),
      Self.row(order: 0x7F00_0001),
      Self.row(purchased: "2024-02-30T00:00:00Z"), Self.row(trial: 1), Self.row(trial: 2),
      Self.row(product: "com.example.prö"), Self.row(product: "com.example.pr", unknown: [1, 2, 3]),
      Self.row(cancelled: "2024-03-01T00:00:00Z"), Self.row(cancelled: "2024-03-02T00:00:00Z"), broken,
      Self.row(expires: "2024-03-28T23:59:59Q"),
    ]
    let alone = try pool.map { row in
      let receipt = try Self.receipt([row])
      return Self.content(receipt, receipt.inAppPurchases[0])
    }
    for _ in 0..<300 {
      // Runs of one row make shapes, and what comes between tests them.
      var indices: [Int] = []
      while indices.count < 24 {
        let index = Int.random(in: pool.indices, using: &random)
        indices += Array(repeating: index, count: .random(in: 1...4, using: &random))
      }
      let receipt = try Self.receipt(indices.map { pool[$0] })
      #expect(receipt.inAppPurchases.count == indices.count)
      for (purchase, index) in zip(receipt.inAppPurchases, indices) {
        #expect(Self.content(receipt, purchase) == alone[index], "row \(purchase.index) of \(indices)")
      }
    }
  }

  @Test(
    "what stands behind a row in its attribute is a fault of that row, whatever stands before it",
    arguments: 0..<5)
  func behind(count: Int) throws {
    let row = Self.row()
    let before = (0..<count).flatMap { _ in Attribute(17, value: row).encoded }
    let value = Attribute(17, value: row).encoded.dropFirst(4)
    let attributes = Fixture.required.flatMap(\.encoded) + before + element(0x30, value + [5, 0])
    let payload = element(0x31, attributes)
    let decoded = DecodedReceipt(try Fixture.message(payload))
    #expect(decoded.fault?.code.rawValue == "structure.extra-element")
    #expect(decoded.fault?.path == "signedData.content.attribute[17][\(count)]")
    #expect(
      decoded.receipt?.inAppPurchases.map(\.hasProblems) == Array(repeating: false, count: count) + [true])
  }

  @Test("when the last of many rows alike is cut off anywhere, it alone is broken")
  func cuts() throws {
    let row = Self.row()
    let payload = element(0x31, (0..<4).flatMap { _ in Attribute(17, value: row).encoded })
    let whole = try Self.receipt([row])
    for cut in payload.count - row.count + 1..<payload.count {
      let receipt = try #require(DecodedReceipt(payloadOnly: Array(payload[..<cut])).receipt)
      #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, false, false, true])
      for purchase in receipt.inAppPurchases.prefix(3) {
        #expect(Self.content(receipt, purchase) == Self.content(whole, whole.inAppPurchases[0]))
      }
    }
  }
}
