// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptInput
import ReceiptVerification
import Testing
import VerifyReceipt

extension ArticleSnippets {
  @Test func fromRMStore() throws {
    let bytes = try Self.signed(Self.sample())
    let identifierForVendor = "A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF"
    let date = try Self.instant("2025-06-10T00:00:00Z")
    func move() throws -> (Bool, [InAppPurchase]) {
      // shown
      let device = DeviceIdentifier(identifierForVendor)
      let verifier = try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production], appVersion: "3.2",
        deviceIdentifiers: device.map { [$0] } ?? [])
      let receipt = try verifier.verify(bytes)
      let rights = receipt.entitlements(at: date)
      let isPro = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
      let rows = rights.purchases(of: "com.example.pro.monthly")
      // end
      return (isPro, rows)
    }
    #expect(DeviceIdentifier(identifierForVendor) != nil)
    #expect(throws: ReceiptError.self) { try move() }
  }

  @Test func fromXYIAPKit() throws {
    let bytes = try Self.signed(Self.sample())
    let verifier = try Self.verifier()
    // shown
    let rights = try verifier.verify(bytes).entitlements(now: .now)
    let isSubscribed = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    let isValid = rights.isValidWithPersistentProductId("com.example.lifetime")
    // end
    #expect(!isSubscribed)
    #expect(isValid)
  }

  @Test func fromTPInAppReceipt() throws {
    var sample = Self.sample()
    sample.purchases[0].productID = "com.example.silver"
    sample.purchases[0].isTrialPeriod = 1
    let bytes = try Self.signed(sample)
    let verifier = try Self.verifier()
    let date = try Self.instant("2025-06-10T00:00:00Z")
    // shown
    let receipt = try verifier.verify(bytes)
    let rights = receipt.entitlements(at: date)
    let isActive = rights.isSubscribedWithAutoRenewProduct("com.example.sub")
    let group = ["com.example.bronze", "com.example.silver", "com.example.gold"]
    let isEligible = !rights.introductoryOfferUsed(in: group)
    let paidUntil = rights.coverage(ofAnyIn: group).periods.last?.upperBound
    // end
    #expect(!isActive)
    #expect(!isEligible)
    #expect(paidUntil == Timestamp("2025-06-20T08:00:00Z"))
  }

  @Test func fromApplePurchaseReceiptVerifier() throws {
    let base64Receipt = Data(try Self.signed(Self.sample())).base64EncodedString()
    func move() throws -> [AppStoreReceipts.ReceiptAttribute] {
      // shown
      let verifier = try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox])
      let input = try ReceiptInput(Array(base64Receipt.utf8))
      let receipt = try verifier.verify(input.bytes)
      let opaque = receipt.receipt.attributes.filter { $0.definition == nil }
      // end
      return opaque
    }
    #expect {
      try move()
    } throws: {
      Self.isUntrusted($0)
    }
  }

  // MARK: - verifyReceipt

  @Test func offVerifyReceiptWithItsProtocol() throws {
    let secret = "shared"
    let requestMethod = "POST"
    let receipt = Data(try Self.signed(Self.sample())).base64EncodedString()
    let requestBody = Array("{\"receipt-data\":\"\(receipt)\",\"password\":\"\(secret)\"}".utf8)
    func status(of answer: [UInt8]) throws -> Int64 {
      try VerifyReceiptResponse(decoding: answer).status.rawValue
    }
    do {
      // shown
      let verifier = try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox])
      let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: .production, sharedSecret: secret)
      let body = endpoint.respond(to: requestBody, method: requestMethod)
      // end
      #expect(try status(of: body) == 21003)
    }
    do {
      // shown
      let verifier = try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox])
      let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: .production, sharedSecret: secret)

      // In the handler of a POST request, with any HTTP server: answer 200, application/json.
      let body = endpoint.respond(to: requestBody, method: requestMethod)
      // end
      #expect(try status(of: body) == 21003)
    }
    let verifier = try Self.verifier()
    do {
      // shown
      let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: .production, sharedSecret: secret)
      let body = endpoint.respond(to: requestBody, method: requestMethod)
      // end
      #expect(try status(of: body) == 0)
    }
    do {
      // shown
      let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: .production)
      let body = endpoint.respond(to: requestBody, method: "POST")  // answer 200 with it, application/json
      // end
      #expect(try status(of: body) == 0)
    }
  }

  @Test func offVerifyReceiptWithoutItsProtocol() throws {
    let bytes = try Self.signed(Self.sample())
    let verifier = try Self.verifier()
    // shown
    let receipt = try verifier.verify(bytes)
    let isPaidFor = receipt.receipt.environment == .production
    let rights = receipt.entitlements(now: .now)
    let isPro = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    // end
    #expect(isPaidFor)
    #expect(!isPro)
  }

  @Test func answersOfThePastCanBeAsked() throws {
    let row = """
      {"product_id":"com.example.pro.monthly","transaction_id":"1","original_transaction_id":"1","quantity":"1",
      "purchase_date_ms":"1747728000000","expires_date_ms":"1750406400000"}
      """
    let storedAnswer = Array(
      """
      {"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.app","in_app":[\(row)]},
      "pending_renewal_info":[{"product_id":"com.example.pro.monthly","auto_renew_status":"1"}]}
      """.utf8)
    let date = try Self.instant("2025-06-10T00:00:00Z")
    // shown
    let response = try VerifyReceiptResponse(decoding: storedAnswer)
    let rights = response.unverifiedEntitlements(at: date)
    let wasPro = rights?.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    let willRenew = response.renewals.first?.willRenew
    // end
    #expect(wasPro == true)
    #expect(willRenew == true)
  }
}
