// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge

/// 2⁷⁰, which no Int64 holds.
let huge: [UInt8] = [0x40, 0, 0, 0, 0, 0, 0, 0, 0]

private let absentType: [Int64] = [1707]

/// Each type of product, under both questions.
let productTypes: [Scenario] = [
  Scenario(
    "a non-consumable, even with an expiration date", [row(type: 0, from: jan5, to: feb5)],
    at(jan4, .notSubscribed, owned: .owned(.nonConsumable), by: "1"),
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1"),
    at(mar5, .notSubscribed, owned: .owned(.nonConsumable), by: "1")),
  Scenario(
    "a consumable", [bought("1", type: 1)],
    at(jan20, .notSubscribed)),
  Scenario(
    "a consumable with an expiration date", [row(type: 1, from: jan5, to: feb5)],
    at(jan20, .notSubscribed)),
  Scenario(
    "a non-renewing subscription", [bought("1", type: 2)],
    at(jan20, .notSubscribed, owned: .owned(.nonRenewingSubscription), by: "1"),
    at(instant("2035-01-01T00:00:00Z"), .notSubscribed, owned: .owned(.nonRenewingSubscription), by: "1")),
  Scenario(
    "an auto-renewable subscription that has ended is not kept", [paid("1", jan5, feb5)],
    at(mar5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "an auto-renewable subscription without an end", [row(from: jan5)],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a free subscription", [row(type: 4, from: jan5, to: feb5)],
    at(jan20, .notSubscribed)),
  Scenario(
    "type 5", [row(type: 5, from: jan5, to: feb5), row(type: 5, id: "2", from: jan5)],
    at(jan20, .notSubscribed)),
  Scenario(
    "type −1", [row(type: -1, from: jan5, to: feb5)],
    at(jan20, .notSubscribed)),
  Scenario(
    "type 2⁷⁰", [paid("1", jan5, feb5, with: [.integer(1707, content: huge)])],
    at(jan20, .notSubscribed)),
  Scenario(
    "type 2⁷⁰ + 3 is not 3", [paid("1", jan5, feb5, with: [.integer(1707, content: huge.dropLast() + [3])])],
    at(jan20, .notSubscribed)),
  Scenario(
    "no type and an expiration date", [row(from: jan5, to: feb5, without: absentType)],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "no type and an empty expiration date", [row(from: jan5, without: absentType)],
    at(jan20, .notSubscribed, owned: .owned(nil), by: "1")),
  Scenario(
    "no type and no expiration date", [xcodeRow()],
    at(jan20, .notSubscribed, owned: .owned(nil), by: "0")),
  Scenario(
    "no type, cancelled", [row(from: jan5, to: feb5, cancelled: jan20, without: absentType)],
    at(jan20, .cancelled(at: jan20), jan5, feb5, by: "1")),
  Scenario(
    "a product that is kept has rows with a type, with another type, and without one",
    [bought("2", type: 2), bought("1", type: 0), row(id: "3", from: jan5, without: absentType)],
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1", "2", "3")),
  Scenario(
    "a product that is kept has two types in one transaction: their bytes decide",
    [bought("1", type: 2), bought("1", type: 0)],
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1")),
  Scenario(
    "a product that was a consumable once", [bought("1", type: 1), bought("2", type: 0)],
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "2")),
  Scenario(
    "a product that is kept, without a date", [row(type: 0)],
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1")),
]

/// Rows in which something is missing or malformed.
let unreadableRows: [Scenario] = [
  Scenario(
    "no purchase date", [row(to: feb5)],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a malformed purchase date", [paid("1", jan5, feb5, with: [.ia5String(1704, "2025-02-29T00:00:00Z")])],
    at(mar5, .unreadable, by: "1")),
  Scenario(
    "an empty purchase date", [paid("1", jan5, feb5, with: [.ia5String(1704, "")])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a malformed expiration date", [paid("1", jan5, feb5, with: [.ia5String(1708, "soon")])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "an expiration date of the wrong string type",
    [paid("1", jan5, feb5, with: [.utf8String(1708, feb5.description)])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "an expiration date without a zone",
    [paid("1", jan5, feb5, with: [.ia5String(1708, "2025-02-05T00:00:00")])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a malformed expiration date and no type",
    [row(from: jan5, with: [.ia5String(1708, "soon")], without: absentType)],
    at(jan20, .notSubscribed, owned: .unreadable, by: "1")),
  Scenario(
    "a malformed cancellation date", [paid("1", jan5, feb5, with: [.ia5String(1712, "yesterday")])],
    at(jan20, .cancelled(at: nil), jan5, feb5, by: "1")),
  Scenario(
    "a malformed cancellation date cancels the transaction's other row too",
    [paid("1", jan5, feb5), paid("1", jan5, feb5, with: [.ia5String(1712, "yesterday")])],
    at(jan20, .cancelled(at: nil), jan5, feb5, by: "1")),
  Scenario(
    "two cancellation dates, the second empty",
    [row(from: jan5, to: feb5, cancelled: jan20, and: [.ia5String(1712, "")])],
    at(jan20, .cancelled(at: nil), jan5, feb5, by: "1")),
  Scenario(
    "two expiration dates", [row(from: jan5, to: feb5, and: [.ia5String(1708, mar5.description)])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "two types", [row(type: 0, from: jan5, to: feb5, and: [.integer(1707, 3)])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a type that is text", [paid("1", jan5, feb5, with: [.utf8String(1707, "3")])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a type that is text, in what is kept", [bought("1", with: [.utf8String(1707, "0")])],
    at(jan20, .notSubscribed, owned: .unreadable, by: "1")),
  Scenario(
    "a type of no octets", [bought("1", with: [.integer(1707, content: [])])],
    at(jan20, .notSubscribed, owned: .unreadable, by: "1")),
  Scenario(
    "a negative quantity", [bought("1", with: [.integer(1701, -1)])],
    at(jan20, .notSubscribed, owned: .unreadable, by: "1")),
  Scenario(
    "a quantity above 2⁵³", [paid("1", jan5, feb5, with: [.integer(1701, 1 << 53 + 1)])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "a trial flag of 2", [paid("1", jan5, feb5, with: [.integer(1713, 2)])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "an attribute whose type is no number of an attribute",
    [row(from: jan5, to: feb5, and: [Attribute(type: [0x80, 0, 0, 0, 0], value: [])])],
    at(jan20, .unreadable, by: "1")),
  Scenario(
    "an unreadable row beside a sound one",
    [paid("1", jan5, feb5), paid("2", jan5, mar5, with: [.integer(1713, 2)])],
    at(jan20, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb20, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "an unreadable row beside a sound one, kept",
    [bought("1"), bought("2", with: [.integer(1713, 2)])],
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1")),
  Scenario(
    "no transaction", [row(from: jan5, to: feb5, without: [1703])],
    at(jan20, .active(until: feb5), jan5, feb5)),
  Scenario(
    "offsets without a colon, as Xcode writes them",
    [
      paid(
        "1", jan5, feb5,
        with: [
          .ia5String(1704, "2025-01-05T03:00:00+0300"), .ia5String(1708, "2025-02-04T19:00:00-0500"),
        ])
    ],
    at(jan5.adding(milliseconds: -1), .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(jan5, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "the row is for another product", [row("other", from: jan5, to: feb5)],
    at(jan20, .notSubscribed)),
]
