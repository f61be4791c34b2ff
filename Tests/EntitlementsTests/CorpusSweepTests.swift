// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import StrictJSON
import Testing

/// Receipts that Apple and Xcode made, where `RECEIPT_CORPUS` names a folder of them, each with what an
/// independent decoder says of it.
@Suite struct CorpusSweepTests {
  private static let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map { URL(filePath: $0) }

  private static func bytes(_ file: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file))
  }

  @Test func everyReceiptGivesTheAnswersThatFollowFromItsJSON() throws {
    guard let corpus = Self.corpus else {
      print("corpus not found, 0 read")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "der" }
    var (questions, yes) = (0, 0)
    for file in files {
      let receipt = try AppReceipt(decoding: Self.bytes(file))
      let json = try JSONReader().read(
        Self.bytes(file.deletingPathExtension().appendingPathExtension("json")))
      let fields = try #require(json["receipt"])
      let rows = try (fields["in_app"]?.array ?? []).map { try JSONRow($0) }
      let creation = try #require(milliseconds(fields["receipt_creation_date"]))
      let expiration = milliseconds(fields["expiration_date"])
      // No receipt of the corpus expires; Xcode's say the year 4001, which is never.
      #expect(expiration == nil || expiration == 64_092_211_200_000)

      let edges = rows.flatMap { [$0.start, $0.end] }.compactMap(\.self)
      let instants = Set(edges.flatMap { [$0 - 1_000, $0 - 1, $0, $0 + 1, $0 + 1_000] } + [creation])
      let products = Set(rows.map(\.product))
      for milliseconds in instants {
        let instant = try #require(Timestamp(millisecondsSince1970: milliseconds))
        let rights = receipt.unverifiedEntitlements(at: instant)
        for product in products {
          let expected = rows.contains { $0.product == product && $0.isPaid(at: milliseconds) }
          let place: Comment = "\(file.lastPathComponent), \(product), \(instant)"
          #expect(rights.isSubscribedWithAutoRenewProduct(product) == expected, place)
          let isKept = rows.contains { $0.product == product && $0.isKept }
          #expect(rights.isValidWithPersistentProductId(product) == isKept, place)
          questions += 2
          yes += (expected ? 1 : 0) + (isKept ? 1 : 0)
        }
        #expect(
          rights.introductoryOfferUsed() == rows.contains(where: \.usesOffer), "\(file.lastPathComponent)")
      }
    }
    print("corpus: \(files.count) receipts read, \(questions) questions asked, \(yes) answered with yes")
    #expect(!files.isEmpty && yes > 0)
  }

  @Test func aProductSwitchIsSeenInARealReceipt() throws {
    guard let corpus = Self.corpus else {
      print("corpus not found, 0 read")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
    guard let file = files.first(where: { $0.lastPathComponent.hasSuffix("9iap-d18b7c0f.der") }) else {
      print("the corpus does not have the receipt with a product switch")
      return
    }
    let receipt = try AppReceipt(decoding: Self.bytes(file))
    let (annual, monthly) = (
      "com.revenuecat.annual_39.99.2_week_intro", "com.revenuecat.monthly_4.99.1_week_intro"
    )

    let made = receipt.unverifiedEntitlements(at: instant("2020-07-22T17:39:08Z"))
    #expect(made.isSubscribedWithAutoRenewProduct(annual))
    #expect(!made.isSubscribedWithAutoRenewProduct(monthly))
    #expect(made.subscriptionStatus(ofAnyIn: [annual, monthly]).isActive)
    #expect(made.introductoryOfferUsed())
    let before = receipt.unverifiedEntitlements(at: instant("2020-07-14T19:34:00Z"))
    #expect(before.isSubscribedWithAutoRenewProduct(monthly))
    let between = receipt.unverifiedEntitlements(at: instant("2020-07-14T20:00:00Z"))
    #expect(!between.isSubscribedWithAutoRenewProduct(monthly))
  }
}

/// A row as the independent decoder gives it. No row of the corpus is cancelled.
private struct JSONRow {
  let product: String
  let type: String?
  let start: Int64?
  let end: Int64?
  let isCancelled: Bool
  let usesOffer: Bool

  init(_ json: JSONValue) throws {
    product = try #require(json["product_id"]?.string?.string)
    type = json["product_type"]?.string?.string
    start = milliseconds(json["purchase_date"])
    end = milliseconds(json["expires_date"])
    isCancelled = json["cancellation_date"] != nil
    usesOffer = json["is_trial_period"]?.bool == true || json["is_in_intro_offer_period"]?.bool == true
  }

  func isPaid(at instant: Int64) -> Bool {
    guard type == "auto_renewable_subscription" || type == nil, !isCancelled, let start, let end else {
      return false
    }
    return start <= instant && instant < end
  }

  var isKept: Bool {
    guard !isCancelled else { return false }
    return type == "non_consumable" || type == "non_renewing_subscription" || type == nil && end == nil
  }
}

/// Foundation's reading of a date, in milliseconds.
private func milliseconds(_ json: JSONValue?) -> Int64? {
  guard let text = json?.string?.string else { return nil }
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
  return (try? style.parse(text)).map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
}
