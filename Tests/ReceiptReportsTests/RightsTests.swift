// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Testing

/// What reports answer, by how much is proven: a receipt that nobody verified grants nothing.
@Suite struct RightsTests {
  /// A question about one of the test receipts at an instant, and the answer once it is verified.
  struct Case: CustomTestStringConvertible, Sendable {
    let receipt: String
    let instant: String
    let question: Question
    let isYes: Bool
    /// As a report in JSON has it.
    let answer: String
    var testDescription: String { "\(receipt) at \(instant): \(question)" }

    enum Question: Sendable {
      case product(String)
      case transaction(String)
      case version(String)
      case date(String)
    }

    init(_ receipt: String, _ instant: String, _ question: Question, yes isYes: Bool, _ answer: String) {
      self.receipt = receipt
      self.instant = instant
      self.question = question
      self.isYes = isYes
      self.answer = answer
    }
  }

  static let cases: [Case] = [
    Case(
      "sandbox-sha256", "2025-07-01", .product("com.example.app.lifetime"), yes: true,
      """
      {"product_id":"com.example.app.lifetime","is_subscribed":false,"is_valid":true,\
      "decided_by":["2000000600000001"],\
      "because":"com.example.app.lifetime is owned (transaction 2000000600000001)."}
      """),
    Case(
      "sandbox-sha256", "2025-07-01", .product("com.example.app.pro.monthly"), yes: false,
      """
      {"product_id":"com.example.app.pro.monthly","is_subscribed":false,"is_valid":false,\
      "decided_by":["2000000800000002"],\
      "because":"com.example.app.pro.monthly is not subscribed: the last paid period ended 2025-03-15T10:00:00Z \
      (transaction 2000000800000002)."}
      """),
    Case(
      "sandbox-sha256", "2025-07-01", .product("com.example.app.none"), yes: false,
      """
      {"product_id":"com.example.app.none","is_subscribed":false,"is_valid":false,"decided_by":[],\
      "because":"The receipt holds no purchase of com.example.app.none."}
      """),
    Case(
      "refund", "2025-06-01", .product("com.example.app.pro.monthly"), yes: true,
      """
      {"product_id":"com.example.app.pro.monthly","is_subscribed":true,"is_valid":false,\
      "decided_by":["2000000800000005"],\
      "because":"com.example.app.pro.monthly is subscribed until 2025-06-15T10:00:00Z (transaction 2000000800000005)."}
      """),
    Case(
      "refund", "2025-06-01", .product("com.example.app.lifetime"), yes: false,
      """
      {"product_id":"com.example.app.lifetime","is_subscribed":false,"is_valid":false,\
      "decided_by":["2000000600000001"],\
      "because":"com.example.app.lifetime is not owned: cancelled 2025-01-02T03:04:05Z (transaction 2000000600000001), \
      by a refund, an upgrade, or the end of family sharing."}
      """),
    Case(
      "refund", "2025-06-01", .transaction("2000000800000005"), yes: true,
      """
      {"transaction_id":"2000000800000005","is_present":true,"is_cancelled":false,\
      "product_ids":["com.example.app.pro.monthly"],\
      "because":"The receipt holds transaction 2000000800000005."}
      """),
    Case(
      "refund", "2025-06-01", .transaction("2000000600000001"), yes: false,
      """
      {"transaction_id":"2000000600000001","is_present":true,"is_cancelled":true,\
      "product_ids":["com.example.app.lifetime"],\
      "because":"The receipt holds transaction 2000000600000001, and it is cancelled."}
      """),
    Case(
      "refund", "2025-06-01", .transaction("1"), yes: false,
      """
      {"transaction_id":"1","is_present":false,"is_cancelled":false,"product_ids":[],\
      "because":"The receipt does not hold transaction 1."}
      """),
    Case(
      "malformed-quantity", "2025-07-01", .transaction("2000000700000001"), yes: false,
      """
      {"transaction_id":"2000000700000001","is_present":true,"is_cancelled":false,\
      "product_ids":["com.example.app.coins.100"],\
      "because":"The receipt holds transaction 2000000700000001, and it cannot be read."}
      """),
    Case(
      "vpp", "2025-07-01", .transaction("2000000600000001"), yes: true,
      """
      {"transaction_id":"2000000600000001","is_present":true,"is_cancelled":false,\
      "product_ids":["com.example.app.lifetime"],\
      "because":"The receipt holds transaction 2000000600000001."}
      """),
    Case(
      "vpp", "2040-01-01", .transaction("2000000600000001"), yes: false,
      """
      {"transaction_id":"2000000600000001","is_present":true,"is_cancelled":false,\
      "product_ids":["com.example.app.lifetime"],\
      "because":"The receipt holds transaction 2000000600000001, and has expired itself."}
      """),
    Case(
      "vpp", "2040-01-01", .product("com.example.app.lifetime"), yes: false,
      """
      {"product_id":"com.example.app.lifetime","is_subscribed":false,"is_valid":false,\
      "decided_by":["2000000600000001"],\
      "because":"com.example.app.lifetime is not granted: the receipt itself has expired."}
      """),
    Case(
      "vpp", "2025-07-01", .version("4"), yes: true,
      """
      {"originally_before":"4","is_before":true,"because":"The app was first bought before version 4: version 3."}
      """),
    Case(
      "vpp", "2025-07-01", .version("3.0"), yes: false,
      """
      {"originally_before":"3.0","is_before":false,\
      "because":"The app was not first bought before version 3.0: version 3."}
      """),
    Case(
      "vpp", "2025-07-01", .date("2017-01-01"), yes: true,
      """
      {"originally_before":"2017-01-01T00:00:00Z","is_before":true,\
      "because":"The app was first bought before 2017-01-01T00:00:00Z: 2016-03-04T05:06:07Z."}
      """),
    Case(
      "vpp", "2040-01-01", .version("4"), yes: false,
      """
      {"originally_before":"4","is_before":false,"because":"The receipt itself has expired."}
      """),
    Case(
      "sandbox-sha256", "2025-07-01", .version("2"), yes: true,
      """
      {"originally_before":"2","is_before":true,\
      "because":"The app was first bought before version 2: version 1.0. \
      The sandbox says 1.0 and 2013-08-01 for every app."}
      """),
    Case(
      "sandbox-sha256", "2025-07-01", .version("beta"), yes: false,
      """
      {"originally_before":"beta",\
      "because":"The receipt does not say whether the app was first bought before version beta. \
      The sandbox says 1.0 and 2013-08-01 for every app."}
      """),
  ]

  private func report(on asked: Case, _ verdict: (DecodedReceipt) throws -> Verdict) throws -> ReceiptReport {
    let input = try ReceiptInput(
      Folders.bytes(Folders.testReceipts.appending(path: asked.receipt + ".der")))
    let decoded = DecodedReceipt(input.bytes)
    var questions = Questions()
    questions.instant = Timestamp(asked.instant + "T00:00:00Z")
    switch asked.question {
    case .product(let product): questions.products = [product]
    case .transaction(let transaction): questions.transactions = [transaction]
    case .version(let version): questions.originalPurchases = [.beforeVersion(version)]
    case .date(let date):
      questions.originalPurchases = [.beforeDate(try #require(Timestamp(date + "T00:00:00Z")))]
    }
    return ReceiptReport(
      name: asked.receipt, input: input, decoded: decoded, verdict: try verdict(decoded),
      questions: questions, now: .earliest)
  }

  private func document(_ report: ReceiptReport) throws -> JSONValue {
    try JSONReader().read(ReceiptJSON.document(report, onOneLine: true))
  }

  // MARK: - Proven

  private static func verified(_ decoded: DecodedReceipt) throws -> Verdict {
    let root = try Folders.bytes(Folders.testReceipts.appending(path: "test-root.der"))
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: [.production, .sandbox], anchors: .custom([root]))
    return .verified(try verifier.verify(decoded, now: Timestamp("2026-01-01T00:00:00Z") ?? .latest))
  }

  @Test(arguments: cases)
  func `a verified receipt answers by what it holds`(_ asked: Case) throws {
    let report = try report(on: asked, Self.verified)
    let answers = try #require(document(report)["answers"]?.array)
    var writer = JSONWriter(style: .compact)
    writer.value(.array(answers))
    #expect(String(decoding: writer.bytes.dropLast(), as: UTF8.self) == "[\(asked.answer)]")
    #expect(report.hasNegativeAnswer == !asked.isYes)
  }

  /// A subscription and a product in force, and both no longer.
  static let entitlements: [(receipt: String, instant: String, json: String)] = [
    (
      "sandbox-sha256", "2025-03-01",
      """
      {"at":"2025-03-01T00:00:00Z",\
      "auto_renewable":[{"product_id":"com.example.app.pro.monthly","is_subscribed":true,"state":"active",\
      "since":"2025-01-15T10:00:00Z","until":"2025-03-15T10:00:00Z","decided_by":["2000000800000002"]}],\
      "persistent":[{"product_id":"com.example.app.lifetime","is_valid":true,"product_type":"non_consumable",\
      "decided_by":["2000000600000001"]}],"introductory_offer_used":false}
      """
    ),
    (
      "refund", "2025-07-01",
      """
      {"at":"2025-07-01T00:00:00Z",\
      "auto_renewable":[{"product_id":"com.example.app.pro.monthly","is_subscribed":false,"state":"expired",\
      "since":"2025-05-15T10:00:00Z","until":"2025-06-15T10:00:00Z","decided_by":["2000000800000005"]}],\
      "persistent":[{"product_id":"com.example.app.lifetime","is_valid":false,"product_type":"non_consumable",\
      "decided_by":["2000000600000001"]}],"introductory_offer_used":false}
      """
    ),
  ]

  @Test(arguments: entitlements)
  func `a verified receipt lists what it grants`(_ receipt: String, _ instant: String, _ json: String) throws
  {
    let asked = Case(receipt, instant, .product("x"), yes: false, "")
    let document = try document(report(on: asked, Self.verified))
    #expect(try document["entitlements"] == JSONReader().read(Array(json.utf8)))
    #expect(document["unverified_entitlements"] == nil)
  }

  // MARK: - Not proven

  /// Verdicts other than verified, and what the reason of each answer begins with.
  static let others: [(verdict: Verdict, reason: String)] = [
    (.notChecked, "Nobody checked the signature. "),
    (Verdict(ReceiptError(.signatureMismatch)), "The receipt grants nothing: signature.mismatch."),
    (
      Verdict(ReceiptError(.internalHostForbidsSHA1)),
      "The receipt grants nothing: internal.host-forbids-sha1."
    ),
  ]

  @Test(arguments: cases, 0..<others.count)
  func `unless a receipt is verified, every answer is no and names nothing`(_ asked: Case, _ index: Int)
    throws
  {
    let (verdict, reason) = Self.others[index]
    let report = try report(on: asked) { _ in verdict }
    #expect(report.hasNegativeAnswer)
    let answer = try #require(document(report)["answers"]?.array?.first)
    for (key, value) in answer.members {
      switch value {
      case .bool(let isTrue): #expect(!isTrue, "\(key)")
      case .array(let elements): #expect(elements.isEmpty, "\(key)")
      default: break
      }
    }
    #expect(answer["because"]?.string?.string.hasPrefix(reason) == true)
  }

  @Test func `what is computed on unproven data has a key of its own, and a refused receipt gets none of it`()
    throws
  {
    let asked = Case("sandbox-sha256", "2025-03-01", .product("x"), yes: false, "")
    let entitlements = try #require(document(report(on: asked, Self.verified))["entitlements"])

    let unchecked = try document(report(on: asked) { _ in .notChecked })
    #expect(unchecked["entitlements"] == nil)
    #expect(unchecked["unverified_entitlements"] == entitlements)

    for (verdict, _) in Self.others.dropFirst() {
      let refused = try document(report(on: asked) { _ in verdict })
      let shown = try #require(refused["entitlements"])
      #expect(refused["unverified_entitlements"] == nil && shown["introductory_offer_used"] == nil)
      let lists: [(StaticString, StaticString)] = [
        ("auto_renewable", "is_subscribed"), ("persistent", "is_valid"),
      ]
      for (list, answer) in lists {
        let products = try #require(shown[list]?.array)
        #expect(!products.isEmpty)
        for product in products {
          #expect(product[answer]?.bool == false && product["decided_by"]?.array?.isEmpty == true)
          #expect(product["since"] == nil && product["until"] == nil)
          #expect(product["state"].map { $0.string?.string == "unverified" } ?? true)
        }
      }
    }
  }
}
