// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct CoverageTests {
  @Test func periodsThatTouchOrOverlapAreOneAndTheRestLeavesGaps() throws {
    let rows = [
      paid("4", mar5, mar20), paid("2", jan20, feb1), paid("1", jan5, jan20), paid("3", feb5, feb20),
      paid("5", mar5, mar20), paid("6", mar20, mar20),
    ]
    let coverage = try rights(rows).coverage(ofAnyIn: ["pro"])
    #expect(coverage.periods == [jan5..<feb1, feb5..<feb20, mar5..<mar20])
    #expect(coverage.gaps == [feb1..<feb5, feb20..<mar5])
    #expect(
      coverage.segments.map(\.period) == [
        jan5..<jan20, jan20..<feb1, feb5..<feb20, mar5..<mar20, mar5..<mar20,
      ])
    #expect(coverage.segments.map(\.purchase) == [2, 1, 3, 0, 4])
    for (instant, isPaid) in [(jan4, false), (jan5, true), (feb1, false), (feb5, true), (mar20, false)] {
      #expect(coverage.contains(instant) == isPaid)
    }
  }

  @Test func segmentsTellTrialsIntroductoryPricesAndRefunds() throws {
    let rows = [
      paid("1", jan5, jan20, with: [.integer(1713, 1)]),
      paid("2", jan20, feb5, with: [.integer(1719, 1)]),
      paid("3", feb5, mar5, cancelled: feb20),
      paid("4", mar5, apr5, with: [.integer(1713, 2)]),
      row(type: 2, id: "5", from: jan5, to: apr5),
    ]
    let coverage = try rights(rows).coverage(ofAnyIn: ["pro"])
    #expect(coverage.periods == [jan5..<feb5])
    #expect(coverage.segments.map(\.purchase) == [0, 1, 2])
    #expect(coverage.segments.map(\.isTrial) == [true, false, false])
    #expect(coverage.segments.map(\.isIntroductory) == [false, true, false])
    #expect(coverage.segments.map(\.isCancelled) == [false, false, true])
  }

  @Test func aCancellationOfOneRowMarksTheOtherRowsOfItsTransaction() throws {
    let coverage = try rights([paid("1", jan5, feb5), paid("1", feb5, mar5, cancelled: feb20)])
      .coverage(ofAnyIn: ["pro"])
    #expect(coverage.periods.isEmpty)
    #expect(coverage.segments.map(\.isCancelled) == [true, true])
  }

  @Test func severalProductsAreCoveredTogether() throws {
    let rows = [
      row("b", id: "2", from: jan20, to: mar5), row("a", id: "1", from: jan5, to: feb1),
      row("c", id: "3", from: mar20, to: apr5), row("d", id: "4", from: mar5, to: mar20),
    ]
    let rights = try rights(rows)
    #expect(rights.coverage(ofAnyIn: ["a", "b", "c"]).periods == [jan5..<mar5, mar20..<apr5])
    #expect(rights.coverage(ofAnyIn: ["c", "b", "a", "a"]).segments.map(\.purchase) == [1, 0, 2])
    #expect(rights.coverage(ofAnyIn: []).periods.isEmpty)
    #expect(rights.coverage(ofAnyIn: ["A"]).segments.isEmpty)
  }

  @Test func aReceiptThatExpiresCoversNothingFromThenOn() throws {
    let rows = [paid("1", jan5, feb5), paid("2", feb5, mar5), paid("3", mar5, apr5)]
    func periods(_ attributes: Attribute...) throws -> [Range<Timestamp>] {
      try rights(rows, attributes).coverage(ofAnyIn: ["pro"]).periods
    }
    #expect(try periods() == [jan5..<apr5])
    #expect(try periods(.ia5String(21, feb20.description)) == [jan5..<feb20])
    #expect(try periods(.ia5String(21, feb5.description)) == [jan5..<feb5])
    #expect(try periods(.ia5String(21, jan5.description)) == [])
    #expect(try periods(.ia5String(21, "?")) == [])
    #expect(try periods(.ia5String(21, "")) == [jan5..<apr5])
    #expect(try periods(.ia5String(21, "4001-01-01T00:00:00Z")) == [jan5..<apr5])
  }

  @Test func coverageDoesNotDependOnTheInstantOrTheTolerance() throws {
    let rows = [paid("1", jan5, feb5), paid("2", mar5, apr5)]
    let plain = try rights(rows, at: jan4).coverage(ofAnyIn: ["pro"])
    let tolerant = try rights(rows, at: apr5, tolerance: .max).coverage(ofAnyIn: ["pro"])
    #expect(plain == tolerant)
  }
}
