// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import StrictJSON
import Testing

@Suite struct ErrorDocumentTests {
  @Test func theDocumentOfErrorsListsEveryCodeWithItsWordsAndNoOther() throws {
    let rows = try rows(in: "docs/errors.md").errors
    let expected = ErrorCatalogue.entries.map { "| `\($0.key)` | \($0.value.message) | \($0.value.hint) |" }
    #expect(Set(rows) == Set(expected))
    #expect(rows.count == expected.count)
  }

  @Test func theDocumentListsEveryWarningWithItsWordsAndNoOther() throws {
    #expect(
      try rows(in: "docs/errors.md").warnings == ReportWarning.all.map { "| `\($0.code)` | \($0.message) |" })
  }

  @Test func theSchemaListsEveryWarningAndNoOther() throws {
    let schema = try Folders.json(
      Folders.testReceipts.deletingLastPathComponent().appending(path: "docs/receipt-dump.schema.json"))
    let codes = schema["$defs"]?["warning_code"]?["enum"]?.array?.compactMap { $0.string?.string }
    #expect(codes == ReportWarning.all.map(\.code))
  }

  /// The rows of the document's tables, as they stand before and after the heading of the warnings.
  private func rows(in document: String) throws -> (errors: [String], warnings: [String]) {
    let file = Folders.testReceipts.deletingLastPathComponent().appending(path: document)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let heading = try #require(lines.firstIndex(of: "## Warnings"))
    return (
      lines[..<heading].filter { $0.hasPrefix("| `") }, lines[heading...].filter { $0.hasPrefix("| `") }
    )
  }

  @Test func theCatalogueHasEveryCodeOfTheInputAndNoOtherOfItsClass() {
    let codes = Set(ErrorCatalogue.entries.keys.map(\.rawValue))
    let ofInput = InputError.Code.all.map(\.rawValue)
    #expect(codes.isSuperset(of: ofInput))
    #expect(codes.filter { $0.hasPrefix("input.") }.isSubset(of: ofInput))
  }

  @Test(arguments: ErrorCatalogue.entries.keys.map(\.rawValue).sorted())
  func theWordsOfACodeAreWholeSentences(code: String) {
    let entry = ErrorCatalogue.entry(for: ReceiptError.Code(rawValue: code))
    for sentence in [entry.message, entry.hint] {
      #expect(sentence.last == "." && sentence.first?.isUppercase == true)
    }
  }
}
