// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Foundation
import ReceiptForge
import ReceiptVerification

/// Transaction receipts of a test authority, and verifiers that know it.
struct TransactionFixture {
  let authority: TestAuthority
  let intermediate: [UInt8]
  let version2: ReceiptSigner
  let version3: ReceiptSigner

  static let shared = Result { try TransactionFixture() }

  private init() throws {
    authority = try Keys.authority.get()
    version3 = try authority.signer(.sha1)
    intermediate = version3.certificates[1]
    version2 = try authority.purchaseReceiptSigner(key: try Keys.rsa1024.get())
  }

  static let recipe = TransactionReceiptRecipe(purchaseInfo: [
    ("original-purchase-date-ms", "1447840000000"), ("purchase-date-ms", "1447848000000"),
    ("purchase-date", "2015-11-18 12:00:00 Etc/GMT"), ("expires-date", "1450440000000"),
    ("original-transaction-id", "1000000000000001"), ("transaction-id", "1000000000000002"), ("bvrs", "1.2"),
    ("product-id", "com.example.app.pro"), ("item-id", "987654321"), ("bid", "com.example.app"),
    ("quantity", "1"),
    ("web-order-line-item-id", "1000000000000003"), ("unique-identifier", "0123456789abcdef"),
  ])

  static func recipe(_ change: (inout TransactionReceiptRecipe) -> Void) -> TransactionReceiptRecipe {
    var recipe = recipe
    change(&recipe)
    return recipe
  }

  func text(
    version: UInt8 = 3, _ change: (inout TransactionReceiptRecipe) -> Void = { _ in }
  ) throws -> [UInt8] {
    let recipe = Self.recipe { recipe in
      recipe.version = version
      change(&recipe)
    }
    return try recipe.text(signedBy: version == 2 ? version2 : version3)
  }

  func verifier(
    anchors: [[UInt8]]? = nil, bundleIDs: AcceptedBundleIDs = ["com.example.app"],
    environments: Set<ReceiptEnvironment> = [.sandbox], appVersion: String? = nil,
    devices: [DeviceIdentifier] = [], maximumAge: Int64? = nil, denied: Set<[UInt8]> = []
  ) throws -> ReceiptVerifier {
    try ReceiptVerifier(
      bundleIDs: bundleIDs, environments: environments,
      anchors: .custom(anchors ?? [authority.rootCertificate, intermediate]), appVersion: appVersion,
      deviceIdentifiers: devices, maximumAge: maximumAge, deniedLeafKeys: denied)
  }
}

extension ReceiptVerifier {
  /// The code with which a transaction receipt is refused, and the field; `nil` when it is verified.
  func refusal(_ text: [UInt8], now: String = "2026-11-30T00:00:00Z") throws -> String? {
    do throws(ReceiptError) {
      _ = try verify(transactionReceipt: text, now: Timestamp(now) ?? .now)
      return nil
    } catch {
      return error.path.map { "\(error.code) \($0)" } ?? error.code.rawValue
    }
  }
}

/// The transaction receipts that Apple made, beside the folder that `RECEIPT_CORPUS` names.
enum TransactionCorpus {
  struct Sample: CustomStringConvertible {
    let description: String
    let text: [UInt8]
    let receipt: TransactionReceipt
  }

  static let samples: [Sample] = {
    guard let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"] else { return [] }
    let folder = URL(filePath: corpus).deletingLastPathComponent().appending(path: "transaction-receipts")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "plist" }.sorted { $0.path < $1.path }.compactMap { file in
      guard let data = try? Data(contentsOf: file),
        let receipt = try? TransactionReceipt(decoding: [UInt8](data))
      else { return nil }
      return Sample(description: file.lastPathComponent, text: [UInt8](data), receipt: receipt)
    }
  }()
}
