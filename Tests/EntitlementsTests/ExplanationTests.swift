// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct ExplanationTests {
  /// Rows, when they are asked about, and the sentence that explains the answer.
  struct Sentence: Sendable, CustomTestStringConvertible {
    let rows: [PurchaseRecipe]
    var attributes: [Attribute] = []
    var instant = jan20
    var tolerance: Int64 = 0
    let text: String

    var testDescription: String { text }
  }

  static let means = "by a refund, an upgrade, or the end of family sharing"

  static let sentences = [
    Sentence(
      rows: [paid("71", jan5, feb5)], text: "pro is subscribed until 2025-02-05T00:00:00Z (transaction 71)."),
    Sentence(
      rows: [paid("71", jan5, feb5), paid("72", jan20, mar5)],
      text: "pro is subscribed until 2025-03-05T00:00:00Z (transaction 71, 72)."),
    Sentence(
      rows: [row(from: jan5, to: feb5, without: [1703])],
      text: "pro is subscribed until 2025-02-05T00:00:00Z."),
    Sentence(
      rows: [paid("71", jan5, feb5)], instant: feb20, tolerance: 86_400 * 30,
      text: "pro is subscribed by tolerance alone: "
        + "the last paid period ended 2025-02-05T00:00:00Z (transaction 71)."
    ),
    Sentence(
      rows: [paid("71", jan5, feb5)], instant: feb5, tolerance: 1,
      text: "pro is subscribed by tolerance alone: "
        + "the last paid period ended 2025-02-05T00:00:00Z (transaction 71)."
    ),
    Sentence(
      rows: [paid("71", jan5, feb5)], instant: feb5.adding(milliseconds: -1), tolerance: 1,
      text: "pro is subscribed until 2025-02-05T00:00:00Z (transaction 71)."),
    Sentence(
      rows: [bought("71"), paid("70", jan5, feb5)],
      text: "pro is subscribed until 2025-02-05T00:00:00Z (transaction 70, 71)."),
    Sentence(
      rows: [paid("71", jan5, feb5)], instant: mar5,
      text: "pro is not subscribed: the last paid period ended 2025-02-05T00:00:00Z (transaction 71)."),
    Sentence(
      rows: [paid("71", jan5, feb5)], instant: jan4,
      text: "pro is not subscribed yet: the first paid period begins 2025-01-05T00:00:00Z (transaction 71)."),
    Sentence(
      rows: [paid("71", jan5, feb5, cancelled: jan20)],
      text: "pro is not subscribed: cancelled 2025-01-20T00:00:00Z (transaction 71), \(means)."),
    Sentence(
      rows: [paid("71", jan5, feb5, with: [.ia5String(1712, "?")])],
      text: "pro is not subscribed: cancelled (transaction 71), \(means)."),
    Sentence(
      rows: [row(from: jan5)], text: "pro is not subscribed: its purchase cannot be read (transaction 1)."),
    Sentence(
      rows: [paid("71", jan5, feb5)], attributes: [.ia5String(21, "2025-01-20T00:00:00Z")],
      text: "pro is not granted: the receipt itself has expired."),
    Sentence(rows: [bought("71")], text: "pro is owned (transaction 71)."),
    Sentence(rows: [xcodeRow(id: "71")], text: "pro is owned (transaction 71)."),
    Sentence(
      rows: [bought("71", type: 2)],
      text: "pro was bought (transaction 71): a non-renewing subscription, whose end is not in the receipt."),
    Sentence(
      rows: [bought("71", cancelled: jan20)],
      text: "pro is not owned: cancelled 2025-01-20T00:00:00Z (transaction 71), \(means)."),
    Sentence(
      rows: [bought("71", with: [.integer(1701, -1)])],
      text: "pro is not owned: its purchase cannot be read (transaction 71)."),
    Sentence(
      rows: [bought("71")], attributes: [.ia5String(21, "2025-01-20T00:00:00Z")],
      text: "pro is not granted: the receipt itself has expired."),
    Sentence(
      rows: [bought("71"), paid("70", jan4, jan5)], text: "pro is owned (transaction 70, 71)."),
    Sentence(
      rows: [bought("71", type: 1)],
      text: "pro is neither a subscription that renews nor a product that is kept."),
    Sentence(rows: [], text: "The receipt holds no purchase of pro."),
    Sentence(rows: [row("other", from: jan5, to: feb5)], text: "The receipt holds no purchase of pro."),
  ]

  @Test(arguments: sentences)
  func everyAnswerIsExplainedInOneSentence(_ expected: Sentence) throws {
    let rights = try rights(
      expected.rows, at: expected.instant, tolerance: expected.tolerance, expected.attributes)
    #expect(rights.explanation(of: "pro").description == expected.text)
  }

  @Test(arguments: [
    "a\nb", "\u{1B}[2J", "a\u{85}b", "\u{2028}", "\u{2029}", "\u{202E}abc", "\u{200F}", "a\rb", "\0",
    "\u{9B}31m",
    "\\u{1B}",
  ])
  func noIdentifierActsOnATerminal(_ hostile: String) throws {
    for cancelled in [nil, jan20] {
      for type in [Int64(0), 1, 2, 3] {
        let rows = [row(hostile, type: type, id: hostile, from: jan5, to: feb5, cancelled: cancelled)]
        for instant in [jan4, jan20, mar5] {
          for product in [hostile, hostile + "x"] {
            let text = try rights(rows, at: instant).explanation(of: product).description
            let controls = text.unicodeScalars.filter {
              [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            #expect(controls.isEmpty, "\(text.debugDescription)")
            #expect(text.hasSuffix(".") && text.unicodeScalars.contains("\\"))
          }
        }
      }
    }
  }

  @Test func eachRowSaysWhatItCameTo() throws {
    let rows = [
      paid("01", jan4, jan5), paid("02", jan5, feb5), paid("03", feb5, mar5),
      row(type: 3, id: "04", from: feb20, to: mar5, cancelled: mar5), row(type: 3, id: "05", from: mar5),
      row(type: 1, id: "06", from: mar20), row(type: 0, id: "07", from: apr5),
      row(type: 0, id: "08", from: apr5, with: [.integer(1713, 9)]),
      row(type: 3, id: "09", from: apr5, to: apr5),
      row(type: 3, id: "10", to: apr5), row("other", id: "11", from: jan5, to: feb5),
    ]
    let explanation = try rights(rows.reversed()).explanation(of: "pro")
    #expect(
      explanation.rows.map(\.outcome) == [
        .expired(at: jan5), .subscribed(until: feb5), .notYetStarted(until: feb5), .cancelled(at: mar5),
        .unreadable, .wrongType(.consumable), .owned, .unreadable, .unreadable, .unreadable,
      ])
    #expect(
      explanation.rows.map { $0.purchase.transactionID?.description }
        == ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10"])
    #expect(explanation.instant == jan20)
    #expect(explanation.productID == "pro")
    #expect(explanation.decidedBy == ["02", "07"])
  }

  @Test func inAnExpiredReceiptEverySoundRowSaysSo() throws {
    let rows = [paid("1", jan5, feb5), bought("2"), paid("3", jan5, feb5, with: [.integer(1713, 2)])]
    let explanation = try rights(rows, [.ia5String(21, "2025-01-20T00:00:00Z")]).explanation(of: "pro")
    #expect(explanation.rows.map(\.outcome) == [.receiptExpired, .receiptExpired, .unreadable])
  }

  @Test func aRowThatOutlivesTheReceiptIsGoodUntilTheReceiptsEnd() throws {
    let explanation = try rights([paid("1", jan5, mar5)], [.ia5String(21, feb5.description)])
      .explanation(of: "pro")
    #expect(explanation.rows.map(\.outcome) == [.subscribed(until: feb5)])
    #expect(explanation.until == feb5)
  }

  @Test func aPeriodIsSubscribedFromItsFirstInstantAndExpiredFromItsEnd() throws {
    for (instant, outcome) in [
      (jan5, .subscribed(until: feb5)), (feb5, .expired(at: feb5)), (jan4, .notYetStarted(until: jan5)),
    ] as [(Timestamp, Explanation.Outcome)] {
      let explanation = try rights([paid("1", jan5, feb5)], at: instant).explanation(of: "pro")
      #expect(explanation.rows.map(\.outcome) == [outcome])
    }
  }

  @Test func aPeriodThatEndsBeforeItBeginsIsNotReadWhateverTheTolerance() throws {
    let explanation = try rights([paid("1", feb5, jan5)], at: feb20, tolerance: 31_536_000).explanation(
      of: "pro")
    #expect(explanation.rows.map(\.outcome) == [.unreadable])
    #expect(!explanation.subscription.isActive)
  }

  @Test func aReceiptForLocalTestingSaysSoInEveryAnswer() throws {
    for rows in [[], [xcodeRow()], [xcodeRow(to: feb5)], [paid("1", jan5, feb5, cancelled: jan20)]] {
      let rights = try unsigned(payload(rows, type: "Xcode")).unverifiedEntitlements(at: jan20)
      let explanation = rights.explanation(of: "pro")
      #expect(rights.isLocalTesting)
      #expect(explanation.isLocalTesting)
      #expect(
        explanation.description.hasSuffix(
          "; the receipt was made for local testing: anyone could have made it."))
    }
    #expect(try !rights([]).isLocalTesting)
    #expect(try !rights([]).explanation(of: "pro").description.contains("local testing"))
  }
}
