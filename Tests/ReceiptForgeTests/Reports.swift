// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON

/// One forge for all tests, since its keys take a moment.
let forge = Forge()

/// The file of a recipe in JSON.
func forged(_ recipe: String) throws -> [UInt8] {
  try forge.bytes(of: FileRecipe(json: Array(recipe.utf8)))
}

/// What `receipt-dump --json --no-verify` prints for some content.
func report(on content: [UInt8]) throws -> JSONValue {
  let input = try ReceiptInput(content)
  let decoded = DecodedReceipt(input.bytes)
  let report = ReceiptReport(
    name: "receipt", input: input, decoded: decoded, verdict: Verdict(decoded: decoded), now: .earliest)
  return try JSONReader().read(ReceiptJSON.document(report, onOneLine: true))
}

/// The code with which a verifier refuses a receipt; `verified` if it does not.
func verdict(on receipt: [UInt8], _ anchors: TrustAnchors) throws -> String {
  let verifier = try ReceiptVerifier(
    bundleIDs: .any, environments: [.production, .sandbox, .xcode], anchors: anchors)
  do {
    _ = try verifier.verify(receipt)
    return "verified"
  } catch {
    return error.code.rawValue
  }
}

/// The files of the project that tests read.
enum Project {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }
}
