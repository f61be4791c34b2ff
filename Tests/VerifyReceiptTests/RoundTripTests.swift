// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct RoundTripTests {
  @Test func `an offline answer says what the receipt says, and entitles to the same`() throws {
    let forge = try Forge.shared.get()
    let bytes = try forge.receipt()
    let verified = try forge.verifier().verify(bytes, now: Forge.now)
    let response = try VerifyReceiptResponse(
      decoding: try forge.endpoint().respond(to: Forge.request(bytes), now: Forge.now))
    try compare(response, verified.receipt, "forged")
    #expect(response.requestDate == Forge.now)
  }

  @Test func `the offline answers to receipts that Apple made say the same as these`() throws {
    guard let corpus = Samples.corpus else {
      print("corpus not found, 0 read")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "der" }
    let verifier = try Forge.apple()
    var count = 0
    for file in files {
      let bytes = try Samples.bytes(file)
      let answer = VerifyReceiptEndpoint(verifier: verifier, environment: nil).respond(toReceipt: bytes)
      guard answer.status == 0 else {
        #expect(
          file.lastPathComponent.hasPrefix("xcode") && answer.status == 21003, "\(file.lastPathComponent)")
        continue
      }
      try compare(
        try VerifyReceiptResponse(decoding: answer), try AppReceipt(decoding: bytes), file.lastPathComponent)
      count += 1
    }
    print("round trip: \(files.count) receipts read, \(count) answered with 0")
    #expect(count > 20)
  }

  private func compare(_ response: VerifyReceiptResponse, _ receipt: AppReceipt, _ name: String) throws {
    let answered = try #require(response.receipt)
    #expect(answered.problems == [], "\(name)")
    let types = [0, 1, 2, 3, 12, 15, 16, 18, 19, 21]
    for definition in AttributeTable.receipt.definitions where types.contains(definition.type) {
      #expect(
        "\(answered.value(of: definition) as Any)" == "\(receipt.value(of: definition) as Any)", "\(name)")
    }
    #expect(answered.inAppPurchases.count == receipt.inAppPurchases.count, "\(name)")
    for (left, right) in zip(answered.inAppPurchases, receipt.inAppPurchases) {
      // Not in Apple's answers: the type and the item of a product; and an order line of 0 is none.
      for definition in AttributeTable.purchase.definitions
      where ![1707, 1710, 1711].contains(definition.type) {
        guard definition.key != nil else { continue }
        #expect("\(left.value(of: definition) as Any)" == "\(right.value(of: definition) as Any)", "\(name)")
      }
      #expect(left.webOrderLineItemID?.int64 ?? 0 == right.webOrderLineItemID?.int64 ?? 0, "\(name)")
    }
    var instants = receipt.inAppPurchases.flatMap { [$0.purchaseDate, $0.expirationDate].compactMap { $0 } }
    instants = Array(Set(instants.prefix(40) + [Forge.now]))
    for instant in instants {
      let ours = receipt.unverifiedEntitlements(at: instant)
      let theirs = try #require(response.unverifiedEntitlements(at: instant))
      for product in ours.products.map(\.description) {
        #expect(
          ours.subscriptionStatus(of: product) == theirs.subscriptionStatus(of: product), "\(name) \(product)"
        )
        // Without its type, a consumable looks like what is kept.
        let types = ours.purchases(of: product).map(\.productType)
        guard !types.contains(where: { $0 == .consumable || $0 == .freeSubscription }) else { continue }
        #expect(
          ours.ownership(of: product).isOwned == theirs.ownership(of: product).isOwned, "\(name) \(product)")
      }
    }
  }

  @Test func `every answer of the corpus is read without a problem`() throws {
    var counts: [String: Int] = [:]
    for file in Samples.answers {
      let name = file.lastPathComponent
      let kind = String(name.prefix { $0 != "-" })
      counts[kind, default: 0] += 1
      let bytes = try Samples.bytes(file)
      if kind == "notif1" {
        #expect(recognized(bytes) == "input.server-notification", "\(name)")
        continue
      }
      #expect(recognized(bytes) == "verify-receipt-response", "\(name)")
      let response = try VerifyReceiptResponse(decoding: bytes)
      #expect(response.status.rawValue == bytes.status, "\(name)")
      #expect((response.receipt == nil) == (kind == "status"), "\(name)")
      #expect(response.receipt?.problems ?? [] == [], "\(name)")
    }
    print("verifyReceipt answers: \(Samples.answers.count) read, \(counts.sorted { $0.key < $1.key })")
  }

  @Test func `every transaction receipt of the corpus is recognised, as base64 and as text`() throws {
    guard let folder = Samples.corpus?.deletingLastPathComponent().appending(path: "transaction-receipts"),
      let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    else {
      print("transaction receipts not found, 0 read")
      return
    }
    let receipts = files.filter { ["b64", "plist"].contains($0.pathExtension) }
    for file in receipts {
      let name = file.lastPathComponent
      #expect(recognized(try Samples.bytes(file)) == "transaction-receipt", "\(name)")
      let bytes = try ReceiptInput(try Samples.bytes(file)).bytes
      let text = try Samples.bytes(file.deletingPathExtension().appendingPathExtension("plist"))
      #expect(
        try TransactionReceipt(decoding: bytes).entries == TransactionReceipt(decoding: text).entries,
        "\(name)")
    }
    print("transaction receipts: \(receipts.count) files read")
    #expect(!receipts.isEmpty)
  }

  /// What the input layer calls some content: its kind, or the code with which it is refused.
  private func recognized(_ bytes: [UInt8]) -> String {
    do {
      return try ReceiptInput(bytes).kind.rawValue
    } catch {
      return error.code.rawValue
    }
  }
}
