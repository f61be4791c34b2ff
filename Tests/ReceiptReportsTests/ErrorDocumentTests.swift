// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import Testing

@Suite struct ErrorDocumentTests {
  @Test func theDocumentOfErrorsListsEveryCodeWithItsWordsAndNoOther() throws {
    let document = Folders.testReceipts.deletingLastPathComponent().appending(path: "docs/errors.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    let expected = ErrorCatalogue.entries.map { "| `\($0.key)` | \($0.value.message) | \($0.value.hint) |" }
    #expect(Set(rows) == Set(expected))
    #expect(rows.count == expected.count)
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
