// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct DiffAndRedactionTests {
  private let root = ["--root", ToolRun.receipt("test-root.der")]

  // MARK: - Diff

  @Test func aReceiptDoesNotDifferFromItself() throws {
    let run = try ToolRun(root + ["diff", ToolRun.receipt("refund.der"), ToolRun.receipt("refund.der")])
    #expect(run.status == 0)
    #expect(run.text.hasSuffix("Both say the same.\n"))
  }

  @Test func aRefundIsAChangeAndANewPeriodAnAddition() throws {
    let run = try ToolRun(
      root + ["diff", ToolRun.receipt("sandbox-sha256.der"), ToolRun.receipt("refund.der")])
    #expect(run.status == 1)
    #expect(run.text.contains("~ transaction 2000000600000001 com.example.app.lifetime\n"))
    #expect(run.text.contains("(none) → 2025-01-02T03:04:05Z"))
    #expect(run.text.contains("+ transaction 2000000800000005"))
    #expect(run.text.contains("- transaction 2000000800000002"))
  }

  @Test func differencesReverseWithTheOrder() throws {
    let files = ["sandbox-sha256.der", "refund.der"].map(ToolRun.receipt)
    let forward = try ToolRun(root + ["diff"] + files).text
    let backward = try ToolRun(root + ["diff"] + files.reversed()).text
    func count(_ text: String, _ sign: Character) -> Int {
      text.split(separator: "\n").filter { $0.first == sign }.count
    }
    #expect(count(forward, "+") == count(backward, "-"))
    #expect(count(forward, "-") == count(backward, "+"))
    #expect(count(forward, "~") == count(backward, "~"))
  }

  @Test func ofTwoReceiptsTheWorseVerdictDecidesTheExitStatus() throws {
    let run = try ToolRun(root + ["diff", ToolRun.receipt("refund.der"), ToolRun.receipt("xcode.der")])
    #expect(run.status == 2)
    #expect(
      try ToolRun(root + ["diff", ToolRun.receipt("refund.der"), ToolRun.receipt("none.der")]).status == 66)
    #expect(try ToolRun(["diff", ToolRun.receipt("refund.der")]).status == 64)
  }

  // MARK: - Redaction

  private static let files = [
    "sandbox-sha256.der", "refund.der", "mac.der", "large-integers.der", "purchases-200.der",
  ]

  /// Everything in a receipt that identifies somebody, as text.
  private func identifiers(of file: String) throws -> Set<String> {
    let report = try JSONReader().read(ToolRun(["--json", "--no-verify", ToolRun.receipt(file)]).output)
    var found: Set<String> = []
    func collect(_ value: JSONValue, _ key: String) {
      switch value {
      case .object(let members): for member in members { collect(member.value, member.key.string) }
      case .array(let elements): for element in elements { collect(element, key) }
      case .string(let string):
        let keys = [
          "transaction_id", "original_transaction_id", "web_order_line_item_id", "download_id", "hex",
          "opaque_value",
          "sha1_hash", "serial", "sha256", "decided_by",
        ]
        // What is as short as this stands in dates and versions too.
        if keys.contains(key), string.string.count > 4 { found.insert(string.string) }
      default: break
      }
    }
    collect(report, "")
    return found
  }

  @Test(
    arguments: files,
    [["--json"], ["--ndjson"], [], ["--fields"], ["--certificates"], ["--timeline"], ["--all", "-v"]])
  func nothingThatIdentifiesAnybodySurvives(file: String, form: [String]) throws {
    let identifiers = try identifiers(of: file)
    #expect(identifiers.count > 3)
    let questions = ["--transaction", identifiers.first ?? "", "--product", "com.example.app.lifetime"]
    for verifies in [root, ["--no-verify"]] {
      let run = try ToolRun(verifies + ["--redact"] + questions + form + [ToolRun.receipt(file)])
      for identifier in identifiers { #expect(!run.text.contains(identifier), "\(identifier)") }
      #expect(!run.text.contains(file) && !run.errors.contains(file))
    }
  }

  @Test func aValueHasOneTokenWhereverItStands() throws {
    let file = ToolRun.receipt("sandbox-sha256.der")
    let plain = try JSONReader().read(ToolRun(root + ["--json", file]).output)
    let redacted = try JSONReader().read(ToolRun(root + ["--json", "--redact", file]).output)
    var tokens: [String: String] = [:]
    for (row, hidden) in zip(
      plain["receipt"]?["in_app"]?.array ?? [], redacted["receipt"]?["in_app"]?.array ?? [])
    {
      for key in ["transaction_id", "original_transaction_id"] as [StaticString] {
        let value = try #require(row[key]?.string?.string)
        let token = try #require(hidden[key]?.string?.string)
        #expect(token.hasPrefix("transaction-"))
        #expect(tokens[value, default: token] == token)
        tokens[value] = token
      }
      #expect(row["purchase_date"] == hidden["purchase_date"] && row["product_id"] == hidden["product_id"])
    }
    #expect(Set(tokens.values).count == tokens.count && tokens.count > 2)
    #expect(redacted["input"]?["name"]?.string?.string == "file-1")
  }

  @Test func aTreeCannotBeRedacted() throws {
    #expect(try ToolRun(["--redact", "--tree", ToolRun.receipt("mac.der")]).status == 64)
  }
}
