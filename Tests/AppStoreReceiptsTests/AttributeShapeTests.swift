// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import SeededRandom
import Testing

/// The decoder knows the usual shape of an attribute at a glance and reads any other by its headers. A version of two
/// octets, which means nothing, makes the same attribute one of the others.
@Suite("Shapes of attributes") struct AttributeShapeTests {
  @Test("a value is read the same in the usual shape and in another", arguments: 0..<8)
  func sameValues(part: UInt64) throws {
    var random = SplitMix(state: 4_711 + part)
    for _ in 0..<4_000 {
      let isPurchase = Bool.random(using: &random)
      let type =
        isPurchase ? Int.random(in: 1700...1723, using: &random) : Int.random(in: 0...33, using: &random)
      let value = Self.value(&random)
      let usual = Self.findings(Self.payload(type, version: [1], value))
      let other = Self.findings(Self.payload(type, version: [1, 0], value))
      #expect(usual == other, "type \(type), value \(value)")
    }
  }

  @Test("a purchase is read the same whether its lengths take one, two or three octets")
  func sameRows() {
    for padding in [0, 50, 200, 300, 70_000] {
      let row = Self.set([
        Self.attribute(1701, [1], [2, 1, 7]),
        Self.attribute(1799, [1], [UInt8](repeating: 4, count: padding)),
      ])
      let usual = DecodedReceipt(payloadOnly: Self.set([Self.attribute(17, [1], row)]))
      let other = DecodedReceipt(payloadOnly: Self.set([Self.attribute(17, [1, 0], row)]))
      #expect(usual.receipt?.inAppPurchases.map(\.quantity) == [7])
      #expect(other.receipt?.inAppPurchases.map(\.quantity) == [7])
      #expect(usual.receipt?.inAppPurchases.first?.hasProblems == false)
      #expect(other.receipt?.inAppPurchases.first?.hasProblems == false)
    }
  }

  // MARK: - What is compared

  /// What was decoded of an attribute: its value as text, and what is wrong with it.
  private static func findings(_ payload: [UInt8]) -> [String] {
    guard let receipt = DecodedReceipt(payloadOnly: payload).receipt else { return ["nothing"] }
    let values = AttributeTable.receipt.definitions.compactMap { definition in
      receipt.value(of: definition).map { "\(definition.type): \($0)" }
    }
    let rows = receipt.inAppPurchases.flatMap { purchase in
      AttributeTable.purchase.definitions.compactMap { definition in
        purchase.value(of: definition).map { "\(definition.type): \($0)" }
      } + ["\(purchase.hasProblems)"]
    }
    let problems = receipt.problems.filter { $0.code.rawValue != "payload.missing-attribute" }.map {
      problem in
      "\(problem.code) \(problem.path) \(payload.count - problem.offset)"
    }
    return values + rows + problems
  }

  /// Something between a sound value and noise, of any length that takes one octet.
  private static func value(_ random: inout SplitMix) -> [UInt8] {
    let tag: UInt8 = [0x02, 0x0C, 0x16, 0x04, 0x30].randomElement(using: &random) ?? 0
    let texts = [
      "", "4+", "com.example.app", "2024-08-06T12:00:00Z", "2024-02-30T12:00:00Z",
      "2024-08-06T12:00:00.5+0100", "\u{E9}", " a",
    ]
    var contents =
      Bool.random(using: &random)
      ? Array((texts.randomElement(using: &random) ?? "").utf8)
      : (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0, !contents.isEmpty {
      contents[Int.random(in: 0..<contents.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    let wrongLength = Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0
    return Int.random(in: 0..<10, using: &random) == 0
      ? contents : [tag, UInt8(contents.count + wrongLength)] + contents
  }

  // MARK: - Encoding

  private static func payload(_ type: Int, version: [UInt8], _ value: [UInt8]) -> [UInt8] {
    let attribute = attribute(type, version, value)
    return set([type < 1700 ? attribute : Self.attribute(17, version, set([attribute]))])
  }

  private static func attribute(_ type: Int, _ version: [UInt8], _ value: [UInt8]) -> [UInt8] {
    let number: [UInt8] = type < 0x80 ? [UInt8(type)] : [UInt8(type >> 8), UInt8(type & 0xFF)]
    return element(0x30, element(0x02, number) + element(0x02, version) + element(0x04, value))
  }

  private static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, Array(elements.joined())) }

  private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let count = contents.count
    let octets: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
      default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
      }
    return [tag] + octets + contents
  }
}
