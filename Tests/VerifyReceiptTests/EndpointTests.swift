// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct EndpointTests {
  private let forge: Forge

  init() throws {
    forge = try Forge.shared.get()
  }

  private func text(_ value: JSONValue?) -> String? { value?.string?.string }

  // MARK: - The answer

  @Test func `a receipt is answered with Apple's keys, triplets, texts and numbers`() throws {
    let receipt = try forge.receipt()
    let response = try forge.endpoint().respond(to: Forge.request(receipt), now: Forge.now)
    let expected = """
      {"status":0,"environment":"Production","receipt":{"receipt_type":"Production","adam_id":4000000000,\
      "app_item_id":4000000000,"bundle_id":"com.example.app","application_version":"7",\
      "download_id":90000000000001,"version_external_identifier":812345678,\
      "receipt_creation_date":"2025-07-01 06:30:00 Etc/GMT","receipt_creation_date_ms":"1751351400000",\
      "receipt_creation_date_pst":"2025-06-30 23:30:00 America/Los_Angeles",\
      "request_date":"2025-12-01 12:00:00 Etc/GMT","request_date_ms":"1764590400250",\
      "request_date_pst":"2025-12-01 04:00:00 America/Los_Angeles",\
      "original_purchase_date":"2024-11-30 23:59:59 Etc/GMT","original_purchase_date_ms":"1733011199000",\
      "original_purchase_date_pst":"2024-11-30 15:59:59 America/Los_Angeles",\
      "original_application_version":"1.0","in_app":[
      """
    let answer = String(decoding: response, as: UTF8.self)
    #expect(answer.hasPrefix(expected))
    let row = """
      {"quantity":"1","product_id":"pro","transaction_id":"11","original_transaction_id":"1",\
      "purchase_date":"2025-01-01 08:00:00 Etc/GMT","purchase_date_ms":"1735718400000",\
      "purchase_date_pst":"2025-01-01 00:00:00 America/Los_Angeles",\
      "original_purchase_date":"2024-12-01 08:00:00 Etc/GMT","original_purchase_date_ms":"1733040000000",\
      "original_purchase_date_pst":"2024-12-01 00:00:00 America/Los_Angeles",\
      "expires_date":"2025-02-01 08:00:00 Etc/GMT","expires_date_ms":"1738396800000",\
      "expires_date_pst":"2025-02-01 00:00:00 America/Los_Angeles",\
      "web_order_line_item_id":"2000000000001","is_trial_period":"true","is_in_intro_offer_period":"false",\
      "in_app_ownership_type":"PURCHASED"}
      """
    #expect(answer.contains(row))
    #expect(text(response.json["latest_receipt"]) == Data(receipt).base64EncodedString())
    let rows = response.json["receipt"]?["in_app"]?.array ?? []
    let life = try #require(rows.first { text($0["transaction_id"]) == "13" })
    #expect(
      life["expires_date"] == nil && life["web_order_line_item_id"] == nil && life["cancellation_date"] == nil
    )
    let refunded = try #require(rows.first { text($0["transaction_id"]) == "14" })
    #expect(text(refunded["cancellation_date_pst"]) == "2025-03-09 03:00:00 America/Los_Angeles")
    let shared = rows.first { text($0["transaction_id"]) == "12" }
    #expect(text(shared?["in_app_ownership_type"]) == "FAMILY_SHARED")
  }

  @Test
  func
    `the latest rows come by purchase date, and of subscriptions the last alone when old ones are excluded`()
    throws
  {
    let receipt = try forge.receipt()
    func latest(_ members: String) throws -> [String] {
      let response = try forge.endpoint().respond(to: Forge.request(receipt, members), now: Forge.now)
      #expect(response.json["receipt"]?["in_app"]?.array?.count == 4)
      return response.json["latest_receipt_info"]?.array?.compactMap { text($0["transaction_id"]) } ?? []
    }
    let all = try latest("")
    #expect(all.last == "12" && Set(all) == ["11", "12", "13", "14"])
    #expect(try latest(#", "exclude-old-transactions": false"#) == all)
    #expect(try latest(#", "exclude-old-transactions": true"#) == all.filter { $0 != "11" })
    #expect(try latest(#", "exclude-old-transactions": "true""#) == all.filter { $0 != "11" })
  }

  @Test func `latest rows of one date come as the receipt has them, and what does not renew is not excluded`()
    throws
  {
    var dateless = Forge.purchase("16", "dateless", [.integer(1707, 0)])
    dateless.remove(type: 1704)
    var late = Forge.purchase("15", "late", [.integer(1707, 0)])
    late.set(.ia5String(1704, "2025-03-01T08:00:00Z"))
    let receipt = try forge.receipt(Forge.recipe([dateless, late] + Forge.subscription))
    let response = try forge.endpoint().respond(to: Forge.request(receipt), now: Forge.now)
    func identifiers(_ rows: JSONValue?) -> [String] {
      rows?.array?.compactMap { text($0["transaction_id"]) } ?? []
    }
    let early = identifiers(response.json["receipt"]?["in_app"]).filter { ["11", "13", "14"].contains($0) }
    #expect(early.count == 3)
    #expect(identifiers(response.json["latest_receipt_info"]) == early + ["12", "15", "16"])
    // All six go back to one transaction, and two of them are periods of a subscription.
    let excluding = try forge.endpoint().respond(
      toReceipt: receipt, excludesOldTransactions: true, now: Forge.now)
    #expect(
      identifiers(excluding.json["latest_receipt_info"]) == early.filter { $0 != "11" } + ["12", "15", "16"])
  }

  @Test func `a receipt without purchases has no latest ones`() throws {
    let response = try forge.endpoint().respond(
      to: Forge.request(try forge.receipt(Forge.recipe([]))), now: Forge.now)
    #expect(response.status == 0)
    #expect(response.json["receipt"]?["in_app"] == .array([]))
    #expect(response.json["latest_receipt_info"] == nil && response.json["latest_receipt"] == nil)
  }

  @Test func `a row with a problem is left out, and a receipt whose end cannot be read is malformed`() throws
  {
    var recipe = Forge.recipe()
    recipe.purchases.append(
      Forge.purchase("15", "broken", [.integer(1707, 0), .ia5String(1712, "sometime")]))
    let response = try forge.endpoint().respond(to: Forge.request(try forge.receipt(recipe)), now: Forge.now)
    #expect(response.json["receipt"]?["in_app"]?.array?.count == 4)
    #expect(!String(decoding: response, as: UTF8.self).contains("broken"))
    // Of the receipt's own dates, only its end decides what it is worth.
    recipe.set(.ia5String(8, "sometime"))
    #expect(
      try forge.endpoint().respond(to: Forge.request(try forge.receipt(recipe)), now: Forge.now).status == 0)
    recipe.set(.ia5String(21, "sometime"))
    #expect(
      try forge.endpoint().respond(to: Forge.request(try forge.receipt(recipe)), now: Forge.now).status
        == 21002)
    recipe.set(.ia5String(21, "2025-08-01T00:00:00Z"))
    let volume = try forge.endpoint().respond(to: Forge.request(try forge.receipt(recipe)), now: Forge.now)
    #expect(text(volume.json["receipt"]?["expiration_date_ms"]) == "1754006400000")
  }

  // MARK: - Statuses

  @Test func `requests that cannot be read are 21000, and receipts that cannot be 21002`() throws {
    let endpoint = try forge.endpoint()
    let good = Forge.request(try forge.receipt())
    func status(_ body: String, _ method: String = "POST") -> Int64? {
      endpoint.respond(to: Array(body.utf8), method: method, now: Forge.now).status
    }
    #expect(endpoint.respond(to: good, now: Forge.now).status == 0)
    #expect(endpoint.respond(to: good, method: "GET", now: Forge.now).status == 21000)
    for body in ["", "{", "[]", "1", "{\"receipt-data\": \"\", \"receipt-data\": \"\"}", "{}{}"] {
      #expect(status(body) == 21000)
    }
    for body in [
      "{}", "{\"receipt-data\": 1}", "{\"receipt-data\": null}", "{\"receipt-data\": \"\"}",
      "{\"receipt-data\": \"no base64\"}", "{\"receipt-data\": \"QUJD\"}", "{\"receipt-data\": \"MIIB\"}",
      "{\"receipt-data\": \"e30=\"}",
    ] {
      #expect(status(body) == 21002, "\(body)")
    }
    let receipt = try forge.receipt()
    #expect(endpoint.respond(to: Forge.request(receipt + [1]), now: Forge.now).status == 21002)
    #expect(endpoint.respond(to: Forge.request(receipt.dropLast()), now: Forge.now).status == 21002)
    #expect(endpoint.respond(toReceipt: receipt, now: Forge.now).status == 0)
    let refusal = endpoint.respond(to: [], now: Forge.now)
    #expect(String(decoding: refusal, as: UTF8.self) == "{\"status\":21000}\n")
  }

  @Test func `receipts that are not authentic are 21003`() throws {
    let endpoint = try forge.endpoint()
    var receipt = try forge.receipt()
    receipt[receipt.count - 1] ^= 1
    #expect(endpoint.respond(to: Forge.request(receipt), now: Forge.now).status == 21003)
    let stranger = try TestAuthority(
      rootKey: forge.authority.leafKey, intermediateKey: forge.authority.leafKey,
      leafKey: forge.authority.leafKey)
    let foreign = try Forge.recipe().signed(by: try stranger.signer(.sha256))
    #expect(endpoint.respond(to: Forge.request(foreign), now: Forge.now).status == 21003)
    var other = Forge.recipe()
    other.set(.utf8String(2, "com.example.other"))
    #expect(endpoint.respond(to: Forge.request(try forge.receipt(other)), now: Forge.now).status == 21003)
    let unknown = try forge.receipt(Forge.recipe(type: "Elsewhere"))
    #expect(endpoint.respond(to: Forge.request(unknown), now: Forge.now).status == 21003)
    let xcode = try Forge.recipe(type: "Xcode").signed(by: try ReceiptSigner.xcodeLike())
    for accepted in [[.production], [.production, .xcode]] as [Set<ReceiptEnvironment>] {
      let endpoint = try forge.endpoint(nil, accepting: accepted)
      #expect(endpoint.respond(to: Forge.request(xcode), now: Forge.now).status == 21003)
    }
  }

  @Test func `a receipt of Xcode's is not authentic, even where the verifier accepts it`() throws {
    let signer = try ReceiptSigner.xcodeLike()
    let certificate = try #require(signer.certificates.first)
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: .any,
      anchors: .localTesting(fingerprints: [ReceiptForge.DigestAlgorithm.sha256.hash(certificate)]))
    let receipt = try Forge.recipe(type: "Xcode").signed(by: signer)
    #expect(try verifier.verify(receipt, now: Forge.now).trust == .localTesting)
    for environment in [nil, .production, .sandbox, .xcode] as [ReceiptEnvironment?] {
      let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: environment)
      #expect(endpoint.respond(toReceipt: receipt, now: Forge.now).status == 21003)
    }
  }

  @Test func `receipts of the other environment are told apart, whatever the verifier accepts`() throws {
    let production = try forge.receipt()
    let sandbox = try forge.receipt(Forge.recipe(type: "ProductionSandbox"))
    for accepted in [[.production, .sandbox], [.production]] as [Set<ReceiptEnvironment>] {
      let endpoint = try forge.endpoint(.production, accepting: accepted)
      #expect(endpoint.respond(to: Forge.request(production), now: Forge.now).status == 0)
      #expect(
        endpoint.respond(to: Forge.request(sandbox), now: Forge.now).json
          == Array("{\"status\":21007}".utf8).json)
    }
    for accepted in [[.production, .sandbox], [.sandbox]] as [Set<ReceiptEnvironment>] {
      let endpoint = try forge.endpoint(.sandbox, accepting: accepted)
      #expect(endpoint.respond(to: Forge.request(production), now: Forge.now).status == 21008)
      let response = endpoint.respond(to: Forge.request(sandbox), now: Forge.now)
      #expect(text(response.json["environment"]) == "Sandbox")
    }
    let both = try forge.endpoint(nil)
    #expect(both.respond(to: Forge.request(production), now: Forge.now).status == 0)
    #expect(both.respond(to: Forge.request(sandbox), now: Forge.now).status == 0)
    // Forged ones are not told what they would have to be.
    var forged = sandbox
    forged[forged.count - 1] ^= 1
    let endpoint = try forge.endpoint(.production, accepting: [.production])
    #expect(endpoint.respond(to: Forge.request(forged), now: Forge.now).status == 21003)
  }

  @Test func `a shared secret that is set must be met, and one that is not is ignored`() throws {
    let subscription = Forge.request(try forge.receipt())
    func status(_ members: String, _ recipe: ReceiptRecipe = Forge.recipe(), secret: String?) throws -> Int64?
    {
      try forge.endpoint(secret: secret).respond(
        to: Forge.request(try forge.receipt(recipe), members), now: Forge.now
      ).status
    }
    #expect(try forge.endpoint(secret: "abc").respond(to: subscription, now: Forge.now).status == 21004)
    #expect(try status(#", "password": "abc""#, secret: "abc") == 0)
    for wrong in [#""ab""#, #""abd""#, #""abcd""#, #""""#, "null", "[]"] {
      let expected: Int64 = 21004
      #expect(try status(", \"password\": \(wrong)", secret: "abc") == expected)
      #expect(try status(", \"password\": \(wrong)", secret: nil) == 0)
    }
    let bought = Forge.recipe([Forge.subscription[2]])
    #expect(try status("", bought, secret: "abc") == 0)
    #expect(try status(#", "password": "ab""#, bought, secret: "abc") == 21004)
    #expect(try status(#", "password": null"#, bought, secret: "abc") == 0)
    // Without a product type, a purchase that ends is a subscription.
    let old = Forge.recipe([Forge.purchase("15", "old", [.ia5String(1708, "2025-02-01T08:00:00Z")])])
    #expect(try status("", old, secret: "abc") == 21004)
    let owned = Forge.recipe([Forge.purchase("15", "old", [.ia5String(1708, "")])])
    #expect(try status("", owned, secret: "abc") == 0)
  }

  // MARK: - Transaction receipts

  @Test func `a transaction receipt is answered as iOS 6 had it, and an expired one is 21006`() throws {
    var recipe = TransactionReceiptRecipe(purchaseInfo: [
      ("purchase-date-ms", "1447848000000"), ("expires-date", "1450440000000"), ("transaction-id", "2"),
      ("product-id", "pro"), ("bid", "com.example.app"),
      ("expires-date-formatted", "2015-12-18 12:00:00 Etc/GMT"),
      ("purchase-date", "2015-11-18 12:00:00 Etc/GMT"), ("quantity", "1"),
    ])
    let signer = try forge.authority.signer(.sha1)
    let endpoint = try forge.endpoint(.sandbox)
    let row = """
      {"purchase_date_ms":"1447848000000","expires_date":"1450440000000","transaction_id":"2","product_id":"pro",\
      "bid":"com.example.app","expires_date_formatted":"2015-12-18 12:00:00 Etc/GMT",\
      "purchase_date":"2015-11-18 12:00:00 Etc/GMT","quantity":"1"}
      """
    let text = try recipe.text(signedBy: signer)
    let expired = endpoint.respond(to: Forge.request(text), now: Forge.now)
    #expect(
      String(decoding: expired, as: UTF8.self)
        == "{\"receipt\":\(row),\"latest_expired_receipt_info\":\(row),\"status\":21006}\n")
    for (end, status) in [("11:59:59.999", 0), ("12:00:00", 21006), ("12:00:00.001", 21006)]
      as [(String, Int64)]
    {
      let instant = try #require(Timestamp("2015-12-18T\(end)Z"))
      for blanks in ["", " ", "\n", "\t\r\n  "] {
        let response = endpoint.respond(to: Forge.request(Array(blanks.utf8) + text), now: instant)
        #expect(response.status == status, "\(end) \(blanks.debugDescription)")
      }
    }
    let during = try #require(Timestamp("2015-12-18T11:59:59Z"))
    let valid = endpoint.respond(to: Forge.request(text), now: during)
    #expect(valid.status == 0)
    #expect(valid.json["latest_receipt_info"] == Array(row.utf8).json)
    #expect(valid.json["latest_receipt"]?.string?.string == Data(text).base64EncodedString())
    #expect(try forge.endpoint(.production).respond(to: Forge.request(text), now: during).status == 21007)

    recipe.set("expires-date", nil)
    recipe.set("expires-date-formatted", nil)
    let bought = endpoint.respond(to: Forge.request(try recipe.text(signedBy: signer)), now: Forge.now)
    #expect(bought.status == 0)
    #expect(bought.json["latest_receipt_info"] == nil)
    // What cannot be read is not handed on.
    recipe.set("cancellation-date", "sometime")
    #expect(
      endpoint.respond(to: Forge.request(try recipe.text(signedBy: signer)), now: Forge.now).status == 21002)
    var forged = try recipe.signature(by: signer)
    forged[9] ^= 1
    #expect(
      endpoint.respond(to: Forge.request(recipe.text(signature: forged)), now: Forge.now).status == 21003)
  }

  @Test func `what cannot be decided here is 21009`() throws {
    let key = try SigningKey.rsa(bits: 1024)
    var leaf = try forge.authority.purchaseReceiptLeafRecipe(key: key)
    leaf.issuer = DistinguishedName([
      .country("US"), .organization("Apple Inc."), .organizationalUnit("Apple Certification Authority"),
      .commonName("Apple iTunes Store Certification Authority"),
    ])
    let signer = ReceiptSigner(
      key: key, certificates: [try leaf.signed(by: key)], issuer: leaf.issuer,
      serialNumber: leaf.serialNumber,
      digest: .sha1)
    var recipe = TransactionReceiptRecipe(purchaseInfo: [
      ("purchase-date-ms", "1447848000000"), ("bid", "com.example.app"), ("product-id", "pro"),
    ])
    recipe.version = 2
    let text = try recipe.text(signedBy: signer)
    #expect(try forge.endpoint(.sandbox).respond(to: Forge.request(text), now: Forge.now).status == 21009)
  }
}
