// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import PKCS7Decoding
import Testing

@Suite("Receipts that Apple made") struct CorpusTests {
  @Test("each decodes without fault and without problems, and has the purchases that another reader finds")
  func corpus() throws {
    guard let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"] else {
      print("corpus not found, 0 read")
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".der") }
      .sorted()
    #expect(!names.isEmpty)
    for name in names {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
      let bytes = try [UInt8](Data(contentsOf: url))
      let expected = try JSONSerialization.jsonObject(
        with: Data(contentsOf: url.deletingPathExtension().appendingPathExtension("json")))
      let receipt = (expected as? [String: Any])?["receipt"] as? [String: Any]
      let purchases = try #require(receipt?["in_app"] as? [Any], "\(name)")

      let decoded = DecodedReceipt(bytes)
      #expect(decoded.fault == nil, "\(name)")
      let found = try #require(decoded.receipt, "\(name)")
      #expect(found.problems.isEmpty, "\(name)")
      #expect(found.inAppPurchases.count == purchases.count, "\(name)")
      #expect(found.inAppPurchases.filter(\.hasProblems).isEmpty, "\(name)")
      #expect(found.bundleID?.description == receipt?["bundle_id"] as? String, "\(name)")
      #expect(found.creationDate?.description == receipt?["receipt_creation_date"] as? String, "\(name)")
      #expect(
        decoded.signedData.signerInfos.count == 1 && !decoded.signedData.certificates.isEmpty, "\(name)")
      // All that it has is of a known type.
      #expect(found.attributes.filter { $0.definition == nil }.isEmpty, "\(name)")
    }
    print("corpus: \(names.count) receipts read")
  }
}
