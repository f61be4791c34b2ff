// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Sweep: every prefix and suffix") struct PrefixSweep {
  static let subjects: [(String, Result<SweepSubject, any Error>)] = [
    ("DER", Result { try SweepSubject(.der, purchases: 3) }),
    ("DER without purchases", Result { try SweepSubject(.der, purchases: 0, isSmall: true) }),
    ("Xcode", Result { try SweepSubject(.xcode, purchases: 2) }),
    ("Xcode, three pieces", Result { try SweepSubject(.xcode, purchases: 3, cuts: [100, 433]) }),
    (
      "Xcode, an empty piece and tiny ones",
      Result { try SweepSubject(.xcode, purchases: 2, cuts: [0, 1, 2, 3, 3, 300, 301]) }
    ),
    ("DER in pieces", Result { try SweepSubject(.der, purchases: 2, cuts: [250]) }),
    ("a long one", Result { try SweepSubject(.der, purchases: 40, isSmall: true) }),
  ]

  private static func subject(_ index: Int) throws -> SweepSubject { try subjects[index].1.get() }

  @Test(
    "a prefix is truncated exactly at its end, and gives whatever stands wholly inside it",
    arguments: subjects.indices)
  func prefixes(index: Int) throws {
    let subject = try Self.subject(index)
    let whole = DecodedReceipt(subject.bytes)
    let reference = try #require(whole.receipt)
    #expect(whole.fault == nil && reference.problems.isEmpty)
    let purchases = reference.inAppPurchases.map { PurchaseSummary($0) }
    #expect(purchases.count == subject.purchases.count)
    let topLevel = reference.attributes
    for count in 0..<subject.bytes.count {
      let decoded = DecodedReceipt(Array(subject.bytes[..<count]))
      let receipt = decoded.receipt
      _ = touch(decoded, thoroughly: count % 8 == 0)
      var complaints: [String] = []
      if decoded.fault?.code.rawValue != "encoding.truncated" || decoded.fault?.offset != count {
        complaints.append("fault")
      }
      let complete = purchases.indices.filter { subject.end(ofPurchase: $0) <= count }.count
      let found = receipt.map { $0.inAppPurchases.map { PurchaseSummary($0) } } ?? []
      if Array(found.prefix(complete)) != Array(purchases.prefix(complete)) { complaints.append("purchases") }
      // At most one more: the one that is cut off.
      if found.count > complete + 1 || !found.dropFirst(complete).allSatisfy(\.hasProblems) {
        complaints.append("the purchase that is cut off")
      }
      // What follows an attribute stands behind it, so all but the last that begin inside are complete.
      let begun = topLevel.filter { $0.offset < count }.count
      let listed = receipt?.attributes.map(\.offset) ?? []
      if listed.count < begun - 1 || listed != topLevel.prefix(listed.count).map(\.offset) {
        complaints.append("attributes")
      }
      if receipt?.problems.isEmpty == false { complaints.append("problems") }
      if !complaints.isEmpty {
        Issue.record(
          "\(count) of \(subject.bytes.count) bytes: \(complaints), \(String(describing: decoded.fault))"
        )
        return
      }
    }
  }

  @Test("a receipt and one byte more is refused at that byte, and still read", arguments: subjects.indices)
  func suffixes(index: Int) throws {
    let subject = try Self.subject(index)
    let expected = ReceiptError(
      .init(rawValue: "structure.trailing-bytes"), at: subject.bytes.count, path: "contentInfo")
    let sum = touch(DecodedReceipt(subject.bytes))
    for byte in UInt8.min...UInt8.max {
      let decoded = DecodedReceipt(subject.bytes + [byte])
      #expect(decoded.fault == expected)
      #expect(touch(decoded) - expected.description.utf8.count == sum)
    }
    #expect(DecodedReceipt(subject.bytes + subject.bytes).fault == expected)
  }

  @Test("the same bytes give the same answer, every time", arguments: subjects.indices)
  func determinism(index: Int) throws {
    let subject = try Self.subject(index)
    for count in stride(from: 0, through: subject.bytes.count, by: 7) {
      let bytes = Array(subject.bytes[..<count])
      let (first, second) = (DecodedReceipt(bytes), DecodedReceipt(Array(bytes)))
      #expect(first.fault == second.fault && touch(first) == touch(second))
      #expect(first.receipt?.problems == second.receipt?.problems)
    }
  }
}
