// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct EntitlementTableTests {
  static let scenarios =
    subscriptions + cancellations + productTypes + unreadableRows + productIdentifiers + receiptExpirations
    + tolerances

  @Test(arguments: scenarios)
  func theAnswersAreThoseOfTheTableInWhateverOrderTheRowsStand(_ scenario: Scenario) throws {
    try scenario.check()
  }

  @Test func theTableHasMoreThanEightyCases() {
    let count = Self.scenarios.reduce(0) { $0 + $1.expectations.count }
    print("entitlement table: \(count) cases in \(Self.scenarios.count) scenarios")
    #expect(count >= 80)
  }
}

/// Periods that run, end, leave gaps, and overlap.
private let subscriptions: [Scenario] = [
  Scenario(
    "no rows at all", [],
    at(jan20, .notSubscribed)),
  Scenario(
    "one period, with its first and its last second and millisecond", [paid("1", jan5, feb5)],
    at(jan4, .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(jan5.adding(seconds: -1), .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(jan5.adding(milliseconds: -1), .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(jan5, .active(until: feb5), jan5, feb5, by: "1"),
    at(jan5.adding(milliseconds: 1), .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5.adding(seconds: -1), .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5.adding(milliseconds: -1), .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1"),
    at(feb5.adding(milliseconds: 1), .expired(since: feb5), jan5, feb5, by: "1"),
    at(.earliest, .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(.latest, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "dates with milliseconds", [paid("1", jan5.adding(milliseconds: 131), feb5.adding(milliseconds: 7))],
    at(
      jan5.adding(milliseconds: 130), .upcoming(from: jan5.adding(milliseconds: 131)),
      jan5.adding(milliseconds: 131), feb5.adding(milliseconds: 7), by: "1"),
    at(
      feb5.adding(milliseconds: 6), .active(until: feb5.adding(milliseconds: 7)),
      jan5.adding(milliseconds: 131), feb5.adding(milliseconds: 7), by: "1"),
    at(
      feb5.adding(milliseconds: 7), .expired(since: feb5.adding(milliseconds: 7)),
      jan5.adding(milliseconds: 131), feb5.adding(milliseconds: 7), by: "1")),
  Scenario(
    "the next period beside the current one", [paid("1", jan5, feb5), paid("2", feb5, mar5)],
    at(jan4, .upcoming(from: jan5), jan5, mar5, by: "1"),
    at(feb1, .active(until: mar5), jan5, mar5, by: "1"),
    at(feb5.adding(milliseconds: -1), .active(until: mar5), jan5, mar5, by: "1"),
    at(feb5, .active(until: mar5), jan5, mar5, by: "2"),
    at(mar5, .expired(since: mar5), jan5, mar5, by: "2")),
  Scenario(
    "a lapse of a month, then another period", [paid("1", jan5, feb5), paid("2", mar5, apr5)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1"),
    at(feb20, .expired(since: feb5), jan5, feb5, by: "1"),
    at(mar5, .active(until: apr5), mar5, apr5, by: "2"),
    at(apr5, .expired(since: apr5), mar5, apr5, by: "2")),
  Scenario(
    "a lapse of a millisecond", [paid("1", jan5, feb5), paid("2", feb5.adding(milliseconds: 1), mar5)],
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1"),
    at(
      feb5.adding(milliseconds: 1), .active(until: mar5), feb5.adding(milliseconds: 1), mar5, by: "2")),
  Scenario(
    "periods that overlap", [paid("1", jan5, feb20), paid("2", feb5, mar5), paid("3", jan20, feb1)],
    at(jan20, .active(until: mar5), jan5, mar5, by: "1", "3"),
    at(feb5, .active(until: mar5), jan5, mar5, by: "1", "2"),
    at(feb20, .active(until: mar5), jan5, mar5, by: "2")),
  Scenario(
    "many periods, the first one written last",
    [
      paid("5", mar20, apr5), paid("4", mar5, mar20), paid("3", feb20, mar5), paid("2", feb5, feb20),
      paid("1", jan5, feb5),
    ],
    at(jan20, .active(until: apr5), jan5, apr5, by: "1"),
    at(feb20, .active(until: apr5), jan5, apr5, by: "3"),
    at(apr5, .expired(since: apr5), jan5, apr5, by: "5")),
  Scenario(
    "an exact duplicate counts once", [paid("1", jan5, feb5), paid("1", jan5, feb5)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "two transactions for one period", [paid("2", jan5, feb5), paid("1", jan5, feb5)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1", "2")),
  Scenario(
    "one transaction with two periods", [paid("1", jan5, feb5), paid("1", jan5, mar5)],
    at(feb20, .active(until: mar5), jan5, mar5, by: "1")),
  Scenario(
    "the original purchase date is no period start",
    [paid("1", jan5, feb5, with: [.ia5String(1706, mar5.description)])],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(mar5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "a period that ends where it begins, or before",
    [paid("1", feb5, feb5), paid("2", feb5, jan5)],
    at(jan20, .unreadable, by: "1", "2"),
    at(feb5, .unreadable, by: "1", "2"),
    at(feb5, tolerance: 31_536_000, .unreadable, by: "1", "2")),
  Scenario(
    "quantity is no matter",
    [
      paid("1", jan5, feb5, with: [.integer(1701, 0)]),
      paid("2", mar5, apr5, with: [.integer(1701, 1 << 53)]),
    ],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(mar20, .active(until: apr5), mar5, apr5, by: "2")),
]

/// Refunds, upgrades, and rows that contradict each other.
private let cancellations: [Scenario] = [
  Scenario(
    "an old period is refunded",
    [paid("1", jan5, feb5, cancelled: jan20), paid("2", feb5, mar5)],
    at(jan5, .cancelled(at: jan20), jan5, feb5, by: "1"),
    at(jan20, .cancelled(at: jan20), jan5, feb5, by: "1"),
    at(feb5, .active(until: mar5), feb5, mar5, by: "2"),
    at(jan4, .upcoming(from: feb5), feb5, mar5, by: "2")),
  Scenario(
    "the current period is refunded",
    [paid("1", jan5, feb5), paid("2", feb5, mar5, cancelled: feb20)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .cancelled(at: feb20), feb5, mar5, by: "2"),
    at(feb20, .cancelled(at: feb20), feb5, mar5, by: "2"),
    at(mar5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "the next period is refunded before it begins",
    [paid("1", jan5, feb5), paid("2", feb5, mar5, cancelled: jan20)],
    at(feb1, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb20, .cancelled(at: jan20), feb5, mar5, by: "2")),
  Scenario(
    "the only period is refunded", [paid("1", jan5, feb5, cancelled: mar5)],
    at(jan4, .cancelled(at: mar5), jan5, feb5, by: "1"),
    at(jan20, .cancelled(at: mar5), jan5, feb5, by: "1"),
    at(apr5, .cancelled(at: mar5), jan5, feb5, by: "1")),
  Scenario(
    "a period is refunded and bought again",
    [paid("1", jan5, feb5, cancelled: jan20), paid("2", jan20, feb20)],
    at(jan5, .cancelled(at: jan20), jan5, feb5, by: "1"),
    at(jan20, .active(until: feb20), jan20, feb20, by: "2")),
  Scenario(
    "an upgrade: the old product",
    [
      row("year", id: "1", from: jan5, to: mar5, cancelled: jan20),
      row("month", id: "2", from: jan20, to: feb20),
    ], of: "year",
    at(feb1, .cancelled(at: jan20), jan5, mar5, by: "1")),
  Scenario(
    "an upgrade: the new product",
    [
      row("year", id: "1", from: jan5, to: mar5, cancelled: jan20),
      row("month", id: "2", from: jan20, to: feb20),
    ], of: "month",
    at(jan5, .upcoming(from: jan20), jan20, feb20, by: "2"),
    at(feb1, .active(until: feb20), jan20, feb20, by: "2")),
  Scenario(
    "of two rows with one transaction, one is cancelled",
    [paid("1", jan5, feb5), paid("1", jan5, feb5, cancelled: jan20)],
    at(jan5, .cancelled(at: jan20), jan5, feb5, by: "1"),
    at(feb1, .cancelled(at: jan20), jan5, feb5, by: "1")),
  Scenario(
    "a cancellation in a row with a later period reaches the earlier one of the same transaction",
    [paid("1", jan5, feb5), paid("1", feb5, mar5, cancelled: feb20), paid("2", mar5, apr5)],
    at(jan20, .cancelled(at: feb20), jan5, feb5, by: "1"),
    at(mar20, .active(until: apr5), mar5, apr5, by: "2")),
  Scenario(
    "rows of one transaction are cancelled at two instants: the earlier one counts",
    [
      paid("1", jan5, feb5), paid("1", jan5, feb5, cancelled: feb1), paid("1", jan5, feb5, cancelled: jan20),
    ],
    at(jan20, .cancelled(at: jan20), jan5, feb5, by: "1")),
  Scenario(
    "two transactions for one period are cancelled",
    [paid("1", jan5, feb5, cancelled: jan20), paid("2", jan5, feb5, cancelled: feb1)],
    at(jan20, .cancelled(at: feb1), jan5, feb5, by: "2")),
  Scenario(
    "a cancellation of another transaction does not spread",
    [paid("1", jan5, feb5), paid("11", jan5, feb5, cancelled: jan20)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1")),
  Scenario(
    "rows without a transaction do not spread a cancellation",
    [
      row(from: jan5, to: feb5, without: [1703]),
      row(from: jan5, to: mar5, cancelled: jan20, without: [1703]),
    ],
    at(jan20, .active(until: feb5), jan5, feb5),
    at(feb20, .cancelled(at: jan20), jan5, mar5)),
  Scenario(
    "nor do rows whose transaction is empty",
    [row(id: "", from: jan5, to: feb5), row(id: "", from: jan5, to: mar5, cancelled: jan20)],
    at(jan20, .active(until: feb5), jan5, feb5)),
  Scenario(
    "an empty cancellation date is none", [paid("1", jan5, feb5, with: [.ia5String(1712, "")])],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1")),
  Scenario(
    "a product that is kept is refunded", [bought("1", cancelled: jan20)],
    at(jan5, .notSubscribed, owned: .cancelled(at: jan20), by: "1"),
    at(feb1, .notSubscribed, owned: .cancelled(at: jan20), by: "1")),
  Scenario(
    "a product that is kept is refunded and bought again", [bought("1", cancelled: jan20), bought("2")],
    at(feb1, .notSubscribed, owned: .owned(.nonConsumable), by: "2")),
  Scenario(
    "a restored copy of a refunded purchase is another transaction",
    [bought("1", cancelled: jan20), bought("1")],
    at(feb1, .notSubscribed, owned: .cancelled(at: jan20), by: "1")),
]
