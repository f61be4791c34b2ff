// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Foundation
import StrictJSON
import Testing

@Suite struct TransactionReceiptTests {
  private func decode(_ change: (inout TransactionText) -> Void = { _ in }) throws(ReceiptError)
    -> TransactionReceipt
  {
    var text = TransactionText()
    change(&text)
    return try TransactionReceipt(decoding: text.bytes)
  }

  @Test func `every value is where the model has it`() throws {
    let receipt = try decode()
    #expect(receipt.receipt.bundleID == "com.example.app")
    #expect(receipt.receipt.appVersion == "1.2")
    #expect(receipt.receipt.appItemID?.int64 == 123)
    #expect(receipt.receipt.versionExternalID?.int64 == 456)
    #expect(receipt.receipt.receiptType == nil)
    #expect(receipt.receipt.creationDate == nil)
    #expect(receipt.receipt.problems == [])
    #expect(receipt.receipt.environment == .sandbox)
    #expect(receipt.uniqueIdentifier == "0123456789abcdef")
    #expect(receipt.uniqueVendorIdentifier == "01234567-89AB-CDEF-0123-456789ABCDEF")
    let purchase = receipt.purchase
    #expect(purchase.quantity == 1)
    #expect(purchase.productID == "com.example.app.pro")
    #expect(purchase.productType == nil)
    #expect(purchase.itemID?.int64 == 987_654_321)
    #expect(purchase.transactionID == "1000000000000002")
    #expect(purchase.originalTransactionID == "1000000000000001")
    #expect(purchase.webOrderLineItemID?.int64 == 1_000_000_000_000_003)
    #expect(purchase.purchaseDate?.description == "2015-10-23T09:47:56.123Z")
    #expect(purchase.originalPurchaseDate?.description == "2015-10-22T09:47:56Z")
    #expect(purchase.expirationDate?.description == "2015-10-23T10:47:56Z")
    #expect(purchase.isTrialPeriod == true)
    #expect(purchase.isInIntroductoryOfferPeriod == false)
    #expect(!purchase.hasProblems)
    #expect(receipt.entries.count == 20)
    #expect(receipt.signature == nil)
  }

  @Test func `the entitlements are those of any receipt`() throws {
    let receipt = try decode().receipt
    let during = try #require(Timestamp("2015-10-23T10:00:00Z"))
    let after = try #require(Timestamp("2015-10-23T10:47:56Z"))
    #expect(
      receipt.unverifiedEntitlements(at: during).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
    #expect(
      !receipt.unverifiedEntitlements(at: after).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
    let kept = try decode { text in
      text.set("expires-date", nil)
      text.set("expires-date-formatted", nil)
    }.receipt.unverifiedEntitlements(at: after)
    #expect(kept.isValidWithPersistentProductId("com.example.app.pro"))
  }

  @Test(
    arguments: [
      (nil, .production), ("Production", .production), ("Sandbox", .sandbox), ("sandbox", .unknown),
      ("", .unknown),
    ] as [(String?, ReceiptEnvironment)])
  func `a receipt without a word on its environment claims production`(
    _ word: String?, _ environment: ReceiptEnvironment
  ) throws {
    let receipt = try decode { text in
      text.entries = word.map { [("environment", $0)] } ?? []
    }
    #expect(receipt.environment == environment)
  }

  @Test(arguments: [
    ("purchase-date-ms", "soon", 1704), ("expires-date", "2015-10-23", 1708), ("quantity", "-1", 1701),
    ("quantity", "9007199254740993", 1701), ("item-id", "0x10", 1710),
    ("web-order-line-item-id", "1.5", 1711),
    ("is-trial-period", "yes", 1713), ("cancellation-date", "never", 1712),
    ("in-app-ownership-type", "STOLEN", 1722),
  ])
  func `a malformed value is a problem at its place, and its row grants nothing`(
    _ key: String, _ value: String, _ type: Int
  ) throws {
    var text = TransactionText()
    text.set(key, value)
    let receipt = try TransactionReceipt(decoding: text.bytes)
    let problem = try #require(receipt.receipt.problems.first)
    #expect(receipt.receipt.problems.count == 1)
    #expect(problem.code.rawValue == "payload.value")
    #expect(problem.path == "purchase-info.\(key)")
    #expect(problem.type == type)
    #expect(problem.value.map { String(decoding: $0, as: UTF8.self) } == value)
    // The group of base64 that holds the first byte of the value.
    let group = Array(text.bytes[problem.offset..<problem.offset + 4])
    let decoded = try #require(Data(base64Encoded: Data(group)))
    #expect(decoded.contains(value.utf8.first ?? 0))
    #expect(receipt.purchase.hasProblems)
    let during = try #require(Timestamp("2015-10-23T10:00:00Z"))
    let rights = receipt.receipt.unverifiedEntitlements(at: during)
    #expect(!rights.isSubscribedWithAutoRenewProduct("com.example.app.pro"))
    #expect(!rights.isValidWithPersistentProductId("com.example.app.pro"))
  }

  @Test func `numbers of any size that attributes have are kept`() throws {
    for number in [
      "0", "127", "128", "255", "256", "32768", "9223372036854775808", String(repeating: "9", count: 64),
    ] {
      #expect(try decode { $0.set("item-id", number) }.purchase.itemID?.description == number)
    }
    #expect(try decode { $0.set("item-id", String(repeating: "9", count: 65)) }.purchase.itemID == nil)
  }

  @Test func `a date in text counts where there is none in milliseconds`() throws {
    let receipt = try decode { text in
      text.set("purchase-date-ms", nil)
      text.set("original-purchase-date-ms", nil)
      text.set("expires-date", nil)
    }
    #expect(receipt.purchase.purchaseDate?.description == "2015-10-23T09:47:56Z")
    #expect(receipt.purchase.originalPurchaseDate?.description == "2015-10-23T09:47:56Z")
    #expect(receipt.purchase.expirationDate?.description == "2015-10-23T10:47:56Z")
  }

  @Test func `what is no transaction receipt is refused with code and place`() throws {
    func refusal(_ text: String) -> String? {
      do {
        _ = try TransactionReceipt(decoding: Array(text.utf8))
        return nil
      } catch {
        return "\(error.code) \(error.offset.map(String.init) ?? "-") \(error.path ?? "-")"
      }
    }
    func info(_ text: String) -> String {
      "{ purchase-info = \"\(Data(text.utf8).base64EncodedString())\"; }"
    }
    #expect(refusal("") == "encoding.truncated 0 -")
    #expect(refusal("{ x }") == "encoding.property-list 4 -")
    #expect(refusal("{}") == "structure.purchase-info - purchase-info")
    #expect(refusal("{ purchase-info = {}; }") == "structure.purchase-info 18 purchase-info")
    #expect(refusal("{ purchase-info = e30; }") == "encoding.base64 18 purchase-info")
    // Bits that belong to no byte, and padding that is not all there is at the end.
    for text in [
      "e31=", "e3==", "e3=A", "e===", "=e30", "e30=e30=", "e30=AAAA", "e30==", "A===", "====", "A=A=", "AA=A",
    ] {
      let found = refusal("{ purchase-info = \"\(text)\"; }")
      #expect(found?.hasPrefix("encoding.base64 ") == true, "\(text)")
    }
    for text in ["e30=", " e\t3\n0\r= "] {
      let found = refusal("{ purchase-info = \"\(text)\"; }")
      #expect(found?.hasPrefix("encoding.base64 ") != true, "\(text)")
    }
    #expect(refusal("{ purchase-info = \"e3\\U0030=\"; }") == nil)
    #expect(refusal(info("{}")) == nil)
    // Behind the outer list stands what it may, behind the signed one nothing.
    #expect(refusal(info("{}") + "junk") == nil)
    #expect(refusal(info("{} junk")) == "encoding.property-list 23 purchase-info")
    #expect(refusal(info("{ a = b; a = c; }")) == "encoding.property-list 31 purchase-info")
    #expect(refusal(info("{ a = ")) == "encoding.truncated 23 purchase-info")
    #expect(refusal(info(String(repeating: "{a=", count: 100_000))) == "limit.depth 51 purchase-info")
  }

  @Test(arguments: [(2, 128), (3, 256)] as [(UInt8, Int)])
  func `a signature with no certificate behind it is none`(_ version: UInt8, _ size: Int) throws {
    for count in 0...(size + 5) {
      var text = TransactionText()
      let octets = Data([version] + [UInt8](repeating: 0, count: count))
      text.entries = [("signature", octets.base64EncodedString())]
      #expect(try TransactionReceipt(decoding: text.bytes).signature == nil, "\(count)")
    }
  }

  @Test func `limits are kept`() {
    var limits = AppReceipt.Limits()
    limits.inputSize = TransactionText().bytes.count
    #expect(throws: Never.self) { try TransactionReceipt(decoding: TransactionText().bytes, limits: limits) }
    limits.inputSize -= 1
    #expect(throws: ReceiptError.self) {
      try TransactionReceipt(decoding: TransactionText().bytes, limits: limits)
    }
  }

  @Test func `no cut of a receipt and no changed byte makes it trap`() {
    let bytes = TransactionText().bytes
    for end in bytes.indices { _ = try? TransactionReceipt(decoding: Array(bytes[..<end])) }
    for index in bytes.indices {
      for flip in [1, 0x20, 0x80] as [UInt8] {
        var changed = bytes
        changed[index] ^= flip
        _ = try? TransactionReceipt(decoding: changed)
      }
    }
  }

  @Test func `the transaction receipts of the corpus give what an independent decoder says`() throws {
    guard let folder = TransactionCorpus.folder else {
      print("transaction receipts not found, 0 read")
      return
    }
    let files = try TransactionCorpus.files(in: folder)
    for file in files {
      let receipt = try TransactionReceipt(decoding: [UInt8](Data(contentsOf: file)))
      let expected = try JSONReader().read(
        [UInt8](Data(contentsOf: file.deletingPathExtension().appendingPathExtension("json"))))
      let info = try #require(expected["purchase_info"]?.object)
      let name = file.lastPathComponent
      #expect(receipt.entries.map(\.key.description) == info.map(\.key.string), "\(name)")
      #expect(
        receipt.entries.map(\.value.description) == info.compactMap { $0.value.string?.string }, "\(name)")
      #expect(receipt.receipt.problems == [], "\(name)")
      let values = Dictionary(
        uniqueKeysWithValues: info.map { ($0.key.string, $0.value.string?.string ?? "") })
      let purchase = receipt.purchase
      func milliseconds(_ date: Timestamp?) -> String? { date.map { String($0.millisecondsSince1970) } }
      #expect(receipt.receipt.bundleID?.description == values["bid"], "\(name)")
      #expect(receipt.receipt.appVersion?.description == values["bvrs"], "\(name)")
      #expect(receipt.receipt.appItemID?.description == values["app-item-id"], "\(name)")
      #expect(
        receipt.receipt.versionExternalID?.description == values["version-external-identifier"], "\(name)")
      #expect(purchase.productID?.description == values["product-id"], "\(name)")
      #expect(purchase.transactionID?.description == values["transaction-id"], "\(name)")
      #expect(purchase.originalTransactionID?.description == values["original-transaction-id"], "\(name)")
      #expect(purchase.itemID?.description == values["item-id"], "\(name)")
      #expect(purchase.webOrderLineItemID?.description == values["web-order-line-item-id"], "\(name)")
      #expect(purchase.quantity.map { String($0) } == values["quantity"], "\(name)")
      #expect(milliseconds(purchase.expirationDate) == values["expires-date"], "\(name)")
      #expect(purchase.isTrialPeriod.map { "\($0)" } == values["is-trial-period"], "\(name)")
      for (date, key) in [
        (purchase.purchaseDate, "purchase-date"), (purchase.originalPurchaseDate, "original-purchase-date"),
      ] {
        let date = try #require(date)
        if let exact = values[key + "-ms"] { #expect(milliseconds(date) == exact, "\(name)") }
        // Where the signature was made unreadable, so were the dates.
        guard receipt.signature != nil else { continue }
        #expect(StoreDate.greenwichText(date) == values[key], "\(name)")
        #expect(StoreDate.pacificText(date) == values[key + "-pst"], "\(name)")
      }
      let environment = expected["outer"]?["environment"]?.string?.string
      #expect(receipt.environment == (environment == "Sandbox" ? .sandbox : .production), "\(name)")
      #expect(receipt.uniqueIdentifier?.description == values["unique-identifier"], "\(name)")
      let version = expected["signature_version"]?.number?.int64
      if expected["cert"] == nil {
        #expect(receipt.signature == nil, "\(name)")
      } else {
        #expect(receipt.signature.map { Int64($0.version) } == version, "\(name)")
      }
    }
    print("transaction receipts: \(files.count) read")
    #expect(!files.isEmpty)
  }
}

/// The transaction receipts that Apple made, beside the folder that `RECEIPT_CORPUS` names.
enum TransactionCorpus {
  static var folder: URL? {
    ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "transaction-receipts")
    }.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
  }

  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "plist" }.sorted { $0.path < $1.path }
  }
}
