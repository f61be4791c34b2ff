// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CReceipts
import CReceiptsHeader
import Foundation
import ReceiptReports
import Testing

@Suite struct HeaderTests {
  private let project = TestReceipt.folder.deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: project.appending(path: path), encoding: .utf8)
  }

  /// The functions that the header declares, by their names.
  private func declared() throws -> [String] {
    let header = try text("Sources/CReceiptsHeader/include/receipts.h")
    return header.matches(of: /(?m)^[a-z][a-z0-9_ ]* \*?(receipts_[a-z0-9_]+)\(/).map { String($0.1) }
      .sorted()
  }

  @Test func theLibraryShowsTheFunctionsOfTheHeaderAndNothingElse() throws {
    let map = try text("scripts/packaging/libreceipts.map")
    let shown = map.matches(of: /(?m)^    (receipts_[a-z0-9_]+);$/).map { String($0.1) }
    #expect(try declared().count == 30)
    #expect(shown == (try declared()))
  }

  @Test func everyFunctionOfTheHeaderHasACommentBeforeIt() throws {
    let lines = try text("Sources/CReceiptsHeader/include/receipts.h").split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(/^[a-z][a-z0-9_ ]* \*?receipts_[a-z0-9_]+\(/)
    {
      #expect(lines[index - 1].hasSuffix("*/"), "\(line)")
    }
  }

  @Test func theVersionsAreThoseOfTheToolkit() {
    let version = unsafe String(cString: receipts_version())
    #expect(version == "\(Toolkit.version)")
    #expect(receipts_abi_version() == RECEIPTS_ABI_VERSION)
  }

  @Test func everyStatusHasASentence() {
    var sentences: Set<String> = []
    for status in UInt32(0)...8 {
      guard let message = unsafe receipts_status_message(receipts_status(rawValue: status)) else { continue }
      sentences.insert(unsafe String(cString: message))
    }
    #expect(sentences.count == 9)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
  }
}
