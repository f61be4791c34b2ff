// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptVerification
import StrictJSON
import VerifyReceipt

/// Answers that Apple gave, beside the folder that `RECEIPT_CORPUS` names.
enum Samples {
  static let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map { URL(filePath: $0) }

  static let answers: [URL] = {
    guard let folder = corpus?.deletingLastPathComponent().appending(path: "verify-receipt-json") else {
      return []
    }
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()

  static func bytes(_ file: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file))
  }

  /// The receipts with the answer that Apple gave to each.
  static func pairs() throws -> [(receipt: [UInt8], answer: [UInt8], name: String)] {
    guard let corpus, let folder = answers.first?.deletingLastPathComponent() else { return [] }
    let lines = try String(contentsOf: folder.appending(path: "pairs.tsv"), encoding: .utf8).split(
      separator: "\n")
    return try lines.dropFirst().map { line in
      let fields = line.split(separator: "\t")
      return (
        try bytes(corpus.appending(path: fields[0])), try bytes(folder.appending(path: fields[1])),
        String(fields[1])
      )
    }
  }
}

/// Receipts of a test authority, and endpoints that know it.
struct Forge {
  let authority: TestAuthority

  static let shared = Result { Forge(authority: try TestAuthority()) }

  static let now = Timestamp("2025-12-01T12:00:00.250Z") ?? .latest

  /// A verifier of what Apple signed.
  static func apple() throws -> ReceiptVerifier {
    try ReceiptVerifier(bundleIDs: .any, environments: [.production, .sandbox])
  }

  func verifier(_ environments: Set<ReceiptEnvironment> = [.production, .sandbox]) throws -> ReceiptVerifier {
    try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: environments,
      anchors: .custom([authority.rootCertificate, try authority.signer(.sha1).certificates[1]]))
  }

  func endpoint(
    _ environment: ReceiptEnvironment? = .production, secret: String? = nil,
    accepting environments: Set<ReceiptEnvironment> = [.production, .sandbox]
  ) throws -> VerifyReceiptEndpoint {
    VerifyReceiptEndpoint(
      verifier: try verifier(environments), environment: environment, sharedSecret: secret)
  }

  static func purchase(_ id: String, _ product: String, _ attributes: [ReceiptForge.ReceiptAttribute])
    -> PurchaseRecipe
  {
    PurchaseRecipe(
      [
        .integer(1701, 1), .utf8String(1702, product), .utf8String(1703, id), .utf8String(1705, "1"),
        .ia5String(1704, "2025-01-01T08:00:00Z"), .ia5String(1706, "2024-12-01T08:00:00Z"),
      ] + attributes)
  }

  static func recipe(type: String = "Production", _ purchases: [PurchaseRecipe] = subscription)
    -> ReceiptRecipe
  {
    ReceiptRecipe(
      attributes: [
        .utf8String(0, type), .integer(1, 4_000_000_000), .utf8String(2, "com.example.app"),
        .utf8String(3, "7"),
        .ia5String(12, "2025-07-01T06:30:00Z"), .integer(15, 90_000_000_000_001), .integer(16, 812_345_678),
        .ia5String(18, "2024-11-30T23:59:59Z"), .utf8String(19, "1.0"), .ia5String(8, "2025-01-01T00:00:00Z"),
      ], purchases: purchases)
  }

  static let subscription = [
    purchase(
      "11", "pro",
      [
        .integer(1707, 3), .ia5String(1708, "2025-02-01T08:00:00Z"), .integer(1711, 2_000_000_000_001),
        .integer(1713, 1), .integer(1719, 0), .ia5String(1712, ""), .integer(1722, 0),
      ]),
    PurchaseRecipe([
      .integer(1701, 1), .utf8String(1702, "pro"), .utf8String(1703, "12"), .utf8String(1705, "1"),
      .ia5String(1704, "2025-02-01T08:00:00Z"), .ia5String(1706, "2024-12-01T08:00:00Z"), .integer(1707, 3),
      .ia5String(1708, "2026-02-01T08:00:00Z"), .integer(1711, 2_000_000_000_002), .integer(1713, 0),
      .integer(1719, 0), .ia5String(1712, ""), .integer(1722, 1),
    ]),
    purchase("13", "life", [.integer(1707, 0), .ia5String(1708, ""), .integer(1711, 0), .integer(1713, 0)]),
    purchase(
      "14", "refunded", [.integer(1707, 0), .ia5String(1712, "2025-03-09T10:00:00Z"), .integer(1713, 0)]),
  ]

  func receipt(_ recipe: ReceiptRecipe = recipe()) throws -> [UInt8] {
    try recipe.signed(by: try authority.signer(.sha256))
  }

  static func request(_ receipt: [UInt8], _ members: String = "") -> [UInt8] {
    Array("{\"receipt-data\": \"\(Data(receipt).base64EncodedString())\"\(members)}".utf8)
  }
}

extension [UInt8] {
  var json: JSONValue { (try? JSONReader().read(self)) ?? .null }
  var status: Int64? { json["status"]?.number?.int64 }
}
