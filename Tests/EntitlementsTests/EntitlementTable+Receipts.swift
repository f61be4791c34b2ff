// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge

private let active = at(jan20, .active(until: feb5), jan5, feb5, by: "1")
private let nothing = at(jan20, .notSubscribed)

/// A row of one product, asked for as another.
private func twin(_ name: String, _ product: String, asked: String) -> Scenario {
  Scenario(name, [row(product, from: jan5, to: feb5)], of: asked, nothing)
}

/// Product identifiers that are not the same, however they look.
let productIdentifiers: [Scenario] = [
  Scenario(
    "the very identifier", [row("com.example.Kö", from: jan5, to: feb5)], of: "com.example.Kö", active),
  twin("upper case", "com.example.pro", asked: "com.example.Pro"),
  twin("a prefix of what was bought", "com.example.pro", asked: "com.example.pr"),
  twin("more than what was bought", "com.example.pro", asked: "com.example.pro.year"),
  twin("a blank at the end", "com.example.pro", asked: "com.example.pro "),
  twin("NFD asked, NFC bought", "caf\u{E9}", asked: "cafe\u{301}"),
  twin("NFC asked, NFD bought", "cafe\u{301}", asked: "caf\u{E9}"),
  twin("the Kelvin sign asked, K bought", "K", asked: "\u{212A}"),
  twin("K asked, the Kelvin sign bought", "\u{212A}", asked: "K"),
  twin("a zero-width space", "pro", asked: "pro\u{200B}"),
  twin("a NUL at the end", "pro", asked: "pro\0"),
  twin("nothing asked", "pro", asked: ""),
  twin("nothing asked, and nothing bought", "", asked: ""),
  Scenario("an empty identifier is no product", [row("", from: jan5, to: feb5)], of: "pro", nothing),
  Scenario(
    "a missing identifier is no product", [row(from: jan5, to: feb5, without: [1702])], of: "",
    nothing),
  Scenario(
    "an identifier that is no UTF-8",
    [
      row(
        from: jan5, to: feb5,
        with: [Attribute(1702, value: DERWriter.encode { $0.element(0x0C, content: [0x70, 0xFF]) })])
    ], of: "p\u{FFFD}", nothing),
  Scenario(
    "of NFC and NFD, each has its own rows",
    [row("caf\u{E9}", id: "1", from: jan5, to: feb5), row("cafe\u{301}", id: "2", from: mar5, to: apr5)],
    of: "caf\u{E9}", active),
]

private func expires(_ text: String) -> [Attribute] { [.ia5String(21, text)] }

private let expired = at(jan20, .receiptExpired, by: "1")

/// Receipts that expire, which volume purchases do.
let receiptExpirations: [Scenario] = [
  Scenario(
    "the receipt expires within the period", [paid("1", jan5, feb5)], in: expires("2025-01-20T00:00:00Z"),
    at(jan4, .upcoming(from: jan5), jan5, jan20, by: "1"),
    at(jan5, .active(until: jan20), jan5, jan20, by: "1"),
    at(jan20.adding(milliseconds: -1), .active(until: jan20), jan5, jan20, by: "1"),
    at(jan20, .receiptExpired, by: "1"),
    at(jan20.adding(milliseconds: 1), .receiptExpired, by: "1"),
    at(mar5, .receiptExpired, by: "1")),
  Scenario(
    "tolerance does not outlive the receipt", [paid("1", jan5, feb5)], in: expires("2025-02-20T00:00:00Z"),
    at(feb5, tolerance: 31_536_000, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb20, tolerance: 31_536_000, .receiptExpired, by: "1")),
  Scenario(
    "the receipt expires before the period begins", [paid("1", jan5, feb5)],
    in: expires("2025-01-04T00:00:00Z"),
    at(jan4.adding(milliseconds: -1), .upcoming(from: jan5), jan5, jan5, by: "1"),
    at(jan4, .receiptExpired, by: "1")),
  Scenario(
    "what is kept ends with the receipt", [bought("1")], in: expires("2025-02-05T00:00:00Z"),
    at(jan20, .notSubscribed, owned: .owned(.nonConsumable), by: "1"),
    at(feb5.adding(milliseconds: -1), .notSubscribed, owned: .owned(.nonConsumable), by: "1"),
    at(feb5, .notSubscribed, owned: .receiptExpired, by: "1")),
  Scenario(
    "an expired receipt without the product", [bought("1")], of: "other", in: expires("2025-01-04T00:00:00Z"),
    nothing),
  Scenario(
    "a malformed expiration", [paid("1", jan5, feb5)], in: expires("never"), expired,
    at(.earliest, .receiptExpired, by: "1")),
  Scenario(
    "an expiration that is no string", [paid("1", jan5, feb5)], in: [.integer(21, 4_001)], expired),
  Scenario(
    "two expirations that agree", [paid("1", jan5, feb5)],
    in: expires("4001-01-01T00:00:00Z") + expires("4001-01-01T00:00:00Z"), expired),
  Scenario(
    "two expirations, one of them empty", [paid("1", jan5, feb5)],
    in: expires("4001-01-01T00:00:00Z") + expires(""), expired),
  Scenario("an empty expiration is none", [paid("1", jan5, feb5)], in: expires(""), active),
  Scenario(
    "the year 4001 is never", [paid("1", jan5, .latest), bought("2")],
    in: expires("4001-01-01T03:00:00+0300"),
    at(jan20, .active(until: .latest), jan5, .latest, owned: .owned(.nonConsumable), by: "1", "2"),
    at(
      instant("4002-01-01T00:00:00Z"), .active(until: .latest), jan5, .latest, owned: .owned(.nonConsumable),
      by: "1", "2")),
  Scenario(
    "a receipt that does not expire is still good at the last instant", [bought("1")],
    at(.latest, .notSubscribed, owned: .owned(.nonConsumable), by: "1")),
]

/// Extra time, which callers may give.
let tolerances: [Scenario] = [
  Scenario(
    "a day's tolerance lengthens the end and not the start", [paid("1", jan5, feb5)],
    at(jan5.adding(milliseconds: -1), tolerance: 86_400, .upcoming(from: jan5), jan5, feb5, by: "1"),
    at(feb5, tolerance: 86_400, .active(until: feb5), jan5, feb5, by: "1"),
    at(
      feb5.adding(seconds: 86_400).adding(milliseconds: -1), tolerance: 86_400, .active(until: feb5), jan5,
      feb5,
      by: "1"),
    at(feb5.adding(seconds: 86_400), tolerance: 86_400, .expired(since: feb5), jan5, feb5, by: "1")),
  Scenario(
    "a negative tolerance is none", [paid("1", jan5, feb5)],
    at(feb5.adding(milliseconds: -1), tolerance: -86_400, .active(until: feb5), jan5, feb5, by: "1"),
    at(feb5.adding(milliseconds: -1), tolerance: .min, .active(until: feb5), jan5, feb5, by: "1")),
  Scenario(
    "a tolerance beyond all time", [paid("1", jan5, feb5)],
    at(instant("9999-01-01T00:00:00Z"), tolerance: .max, .active(until: feb5), jan5, feb5, by: "1"),
    at(jan4, tolerance: .max, .upcoming(from: jan5), jan5, feb5, by: "1")),
  Scenario(
    "tolerance does not bring back what was cancelled", [paid("1", jan5, feb5, cancelled: jan20)],
    at(jan20, tolerance: .max, .cancelled(at: jan20), jan5, feb5, by: "1")),
  Scenario(
    "tolerance bridges a lapse without closing it", [paid("1", jan5, feb5), paid("2", mar5, apr5)],
    at(feb20, tolerance: 31_536_000, .active(until: feb5), jan5, feb5, by: "1"),
    at(mar20, tolerance: 31_536_000, .active(until: apr5), mar5, apr5, by: "2")),
]
