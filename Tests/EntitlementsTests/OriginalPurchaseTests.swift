// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct OriginalPurchaseTests {
  /// The version that was bought first, the version asked for, and the answer.
  static let versions: [(original: String, asked: String, isBefore: Bool?)] = [
    ("1.9", "1.10", true), ("1.10", "1.9", false), ("2", "2.0", false), ("2.0", "2", false),
    ("2", "2.0.0", false),
    ("1.0", "2.0", true), ("2.0", "1.0", false), ("1", "1.0.1", true), ("1.0.1", "1", false),
    ("1.0.1", "1.1", true),
    ("1.1", "1.0.1", false), ("0", "0.0.1", true), ("0", "0.0", false), ("01.002", "1.2", false),
    ("1.2", "01.002", false), ("009", "10", true), ("10", "009", false), ("1445", "1490", true),
    ("9223372036854775808", "9223372036854775809", true),
    ("99999999999999999999999999", "100000000000000000000000000", true), ("1.0", "1.0", false),
    ("1.0b1", "2.0", nil), ("1.0", "2.0-beta", nil), ("", "2.0", nil), ("1.0", "", nil), ("1..2", "2.0", nil),
    ("1.", "2.0", nil), (".1", "2.0", nil), ("1.0", "2. 0", nil), ("-1", "2.0", nil),
    ("\u{FF11}", "2.0", nil),
    ("1\u{301}", "2.0", nil), ("+1", "2", nil),
  ]

  @Test(arguments: versions)
  func versionsAreComparedNumberByNumber(original: String, asked: String, isBefore: Bool?) throws {
    let rights = try rights([], [.utf8String(19, original)])
    #expect(rights.wasOriginallyBought(beforeVersion: asked) == isBefore)
  }

  @Test func aReceiptThatDoesNotSayGivesNoAnswer() throws {
    #expect(try rights([]).wasOriginallyBought(beforeVersion: "2.0") == nil)
    #expect(try rights([]).wasOriginallyBought(before: jan5) == nil)
    #expect(try rights([], [.ia5String(18, "")]).wasOriginallyBought(before: jan5) == nil)
    #expect(try rights([], [.ia5String(18, "?")]).wasOriginallyBought(before: jan5) == nil)
    #expect(try rights([], [.integer(19, 1)]).wasOriginallyBought(beforeVersion: "2.0") == nil)
    let twice: [Attribute] = [.utf8String(19, "1.0"), .utf8String(19, "1.0")]
    #expect(try rights([], twice).wasOriginallyBought(beforeVersion: "2.0") == nil)
  }

  @Test func theDateOfTheFirstPurchaseIsComparedToTheMillisecond() throws {
    let rights = try rights([], [.ia5String(18, "2025-01-05T00:00:00Z")])
    #expect(rights.wasOriginallyBought(before: jan4) == false)
    #expect(rights.wasOriginallyBought(before: jan5) == false)
    #expect(rights.wasOriginallyBought(before: jan5.adding(milliseconds: 1)) == true)
  }

  @Test func anExpiredReceiptNeverSaysYes() throws {
    let attributes: [Attribute] = [
      .ia5String(18, "2013-08-01T07:00:00Z"), .utf8String(19, "1.0"), .ia5String(21, jan20.description),
    ]
    #expect(try rights([], at: jan20, attributes).wasOriginallyBought(before: jan5) == false)
    #expect(try rights([], at: jan20, attributes).wasOriginallyBought(beforeVersion: "2") == false)
    #expect(try rights([], at: jan5, attributes).wasOriginallyBought(before: jan5) == true)
    #expect(try rights([], at: jan5, attributes).wasOriginallyBought(beforeVersion: "2") == true)
  }

  // MARK: - Introductory offers

  @Test(arguments: [1713, 1719] as [Int64])
  func anOfferIsUsedOnceWhateverBecameOfTheRow(_ type: Int64) throws {
    let used = Attribute.integer(type, 1)
    for rows in [
      [paid("1", jan5, feb5, with: [used])], [paid("1", jan4, jan5, with: [used])],
      [paid("1", feb5, mar5, with: [used])], [paid("1", jan5, feb5, cancelled: jan20, with: [used])],
      [paid("1", jan5, feb5, with: [used, .ia5String(1708, "?")])],
      [paid("2", jan5, feb5), row(with: [used])],
    ] {
      let rights = try rights(rows)
      #expect(rights.introductoryOfferUsed())
      #expect(rights.introductoryOfferUsed(in: ["pro"]))
      #expect(rights.introductoryOfferUsed(in: ["other", "pro"]))
      #expect(!rights.introductoryOfferUsed(in: ["other"]))
      #expect(!rights.introductoryOfferUsed(in: []))
    }
  }

  @Test func withoutARowThatSaysSoNoOfferIsUsed() throws {
    #expect(try !rights([]).introductoryOfferUsed())
    #expect(try !rights([paid("1", jan5, feb5, with: [.integer(1719, 0)])]).introductoryOfferUsed())
    #expect(try !rights([row(from: jan5, to: feb5, without: [1713])]).introductoryOfferUsed())
  }

  @Test func aRowThatNamesNoProductStillUsesAnOffer() throws {
    #expect(try rights([row(with: [.integer(1713, 1)], without: [1702])]).introductoryOfferUsed())
  }
}
