// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

/// What an engine that cuts an archive in pieces needs of a batch: keys that come back, and no more than it asks for.
@Suite struct KeyedBatchTests {
  private let root = ["--root", ToolRun.receipt("test-root.der")]

  private func receipt() throws -> String {
    try Data(contentsOf: URL(filePath: ToolRun.receipt("refund.der"))).base64EncodedString()
  }

  private func reports(_ options: [String], _ input: [UInt8]) throws -> [JSONValue] {
    let run = try ToolRun(["--batch"] + options, input: input)
    #expect(run.status == 0)
    return try run.output.split(separator: 0x0A).map { try JSONReader().read(Array($0)) }
  }

  private func code(_ report: JSONValue) -> String? {
    report["verdict"]?["code"]?.string?.string ?? report["verdict"]?["status"]?.string?.string
  }

  @Test func aKeyComesBackAndIsNoPartOfTheReceipt() throws {
    let receipt = try receipt()
    let lines = [
      ("customer-1", receipt, "verified"), ("", receipt, "verified"),
      ("two words", receipt + "\r", "verified"),
      ("\"quoted\\\"", "{\"receipt-data\":\t\"\(receipt)\"}", "verified"),
      ("é\u{2028}", "?", "input.not-base64"),
      ("nothing", "", "input.empty"),
    ]
    let text = lines.map { "\($0.0)\t\($0.1)" }.joined(separator: "\n")
    let found = try reports(["--keyed"] + root, Array(text.utf8))
    #expect(found.map { $0["key"]?.string?.string } == lines.map(\.0))
    #expect(found.map(code) == lines.map(\.2))
  }

  @Test func aLineWithoutATabIsAKeyWithoutAReceipt() throws {
    let found = try reports(["--keyed"], Array("lonely\n\n".utf8))
    #expect(found.map { $0["key"]?.string?.string } == ["lonely", ""])
    #expect(found.map(code) == ["input.empty", "input.empty"])
  }

  @Test func aLineThatIsTooLongKeepsItsKey() throws {
    let long = String(repeating: "A", count: 900_000)
    let key = String(repeating: "k", count: 4_000)
    let found = try reports(
      ["--keyed", "--max-size", "1000"], Array("\(key)\t\(long)\n\(long)\n\(long)\tx\nnext\tx".utf8))
    #expect(found.map { $0["key"]?.string?.string } == [key, nil, nil, "next"])
    #expect(found.map(code) == ["limit.size", "limit.size", "limit.size", "input.not-base64"])
  }

  @Test func aKeyTakesNothingFromTheSizeOfItsReceipt() throws {
    let receipt = try receipt()
    let size = try #require(Data(base64Encoded: receipt)).count
    // As long as a receipt of that size may be in any form.
    let longest = receipt + String(repeating: " ", count: 4 * size - receipt.utf8.count)
    let key = String(repeating: "k", count: 4_000)
    let options = ["--keyed", "--max-size", "\(size)"] + root
    let found = try reports(options, Array("\(key)\t\(longest)\n\(key)\t\(longest) ".utf8))
    #expect(found.map(code) == ["verified", "limit.size"])
    #expect(found.map { $0["key"]?.string?.string } == [key, key])
  }

  @Test func aKeyThatIsNotUTF8ComesBackWithReplacements() throws {
    let found = try reports(["--keyed"], [0x61, 0xFF, 0x62, 0x09, 0x0A])
    #expect(found.first?["key"]?.string?.string == "a\u{FFFD}b")
  }

  @Test func onlyWhatIsSelectedIsWrittenAndWhatNamesTheLine() throws {
    let options = ["--keyed", "--select", "verdict.status,receipt.in_app.transaction_id", "--select=kind"]
    let run = try ToolRun(["--batch"] + root + options, input: Array("a\t\(try receipt())\nb\t?".utf8))
    #expect(
      run.text == """
        {"schema":1,"line":1,"key":"a","kind":"app-receipt","verdict":{"status":"verified"},"receipt":{"in_app":\
        [{"transaction_id":"2000000600000001"},{"transaction_id":"2000000800000005"},\
        {"transaction_id":"2000000800000001"}]}}
        {"schema":1,"line":2,"key":"b","verdict":{"status":"rejected"}}

        """)
  }

  @Test(arguments: [
    (["--select", "verdict.sttaus", "--ndjson"], "did you mean verdict.status?"),
    (["--select", "", "--ndjson"], "there is no key ''"), (["--select", "verdict.", "--ndjson"], "no key"),
    (["--select", "verdict,,kind", "--ndjson"], "no key"), (["--select", "verdict"], "--ndjson and --batch"),
    (["--select", "verdict", "--json"], "--ndjson and --batch"), (["--keyed"], "--batch"),
    (["--keyed", "--batch", "--redact"], "--redact"),
  ])
  func whatCannotBeSelectedOrKeyedIsAUsageError(arguments: [String], words: String) throws {
    let run = try ToolRun(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
