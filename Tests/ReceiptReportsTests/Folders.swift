// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import StrictJSON

/// The folders that tests read.
enum Folders {
  /// The receipts that the forge made.
  static let testReceipts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestReceipts")

  /// The receipts that Apple and Xcode made, where `RECEIPT_CORPUS` names a folder of them.
  static let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map { URL(filePath: $0) }

  static func bytes(_ file: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file))
  }

  static func json(_ file: URL) throws -> JSONValue {
    try JSONReader().read(bytes(file))
  }
}

/// What `--json --no-verify` prints for some content.
func report(on content: [UInt8], name: String = "input") throws -> JSONValue {
  let input = try ReceiptInput(content)
  let decoded = DecodedReceipt(input.bytes)
  let report = ReceiptReport(
    name: name, input: input, decoded: decoded, verdict: Verdict(decoded: decoded), now: .earliest)
  return try JSONReader().read(ReceiptJSON.document(report, onOneLine: true))
}

extension JSONValue {
  /// The members by key; a key that stands twice is refused by the reader.
  var members: [JSONString: JSONValue] {
    Dictionary(uniqueKeysWithValues: (object ?? []).map { ($0.key, $0.value) })
  }

  /// This object without some of its members.
  func without(_ keys: Set<String>) -> JSONValue {
    .object((object ?? []).filter { !keys.contains($0.key.string) })
  }
}
