// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Testing

@Suite struct ReceiptSelectionTests {
  // MARK: - The table of keys

  @Test func theKeysAreThoseOfTheSchema() throws {
    let file = Folders.testReceipts.deletingLastPathComponent().appending(
      path: "docs/receipt-dump.schema.json")
    let schema = try Folders.json(file)
    let paths = paths(of: schema, below: "", in: schema)
    #expect(Set(paths) == Set(ReceiptSelection.paths))
    #expect(ReceiptSelection.paths.count == Set(ReceiptSelection.paths).count)
    #expect(
      ReceiptSelection.sections.allSatisfy { !$0.contains(".") } && ReceiptSelection.sections.count > 10)
  }

  /// The paths of all members that a schema allows.
  private func paths(of schema: JSONValue, below path: String, in root: JSONValue) -> [String] {
    if let reference = schema["$ref"]?.string?.string.split(separator: "/").last {
      let definition = root["$defs"]?.object?.first { $0.key.string == reference }?.value
      return definition.map { paths(of: $0, below: path, in: root) } ?? []
    }
    let alternatives = (schema["oneOf"]?.array ?? []) + [schema["items"]].compactMap { $0 }
    let members = schema["properties"]?.object ?? []
    return alternatives.flatMap { paths(of: $0, below: path, in: root) }
      + members.flatMap { member -> [String] in
        let name = path.isEmpty ? member.key.string : "\(path).\(member.key.string)"
        return [name] + paths(of: member.value, below: name, in: root)
      }
  }

  // MARK: - What is selected

  /// What a selection must leave, made slowly from the values.
  private func selected(_ value: JSONValue, _ paths: Set<String>, below path: String = "") -> JSONValue {
    if let elements = value.array { return .array(elements.map { selected($0, paths, below: path) }) }
    guard let members = value.object else { return value }
    return .object(
      members.compactMap { member in
        let name = path.isEmpty ? member.key.string : "\(path).\(member.key.string)"
        if paths.contains(name) { return member }
        guard paths.contains(where: { $0.hasPrefix(name + ".") }) else { return nil }
        return JSONMember(member.key, selected(member.value, paths, below: name))
      })
  }

  private func reports() throws -> [ReceiptReport] {
    let root = try Folders.bytes(Folders.testReceipts.appending(path: "test-root.der"))
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: .custom([root]))
    var questions = Questions()
    questions.products = ["com.example.app.pro.monthly"]
    questions.transactions = ["2000000600000001"]
    let names = [
      "refund", "hostile-text", "unknown-attributes", "malformed-quantity", "no-purchases", "xcode",
    ]
    return try names.flatMap { name in
      let input = try ReceiptInput(Folders.bytes(Folders.testReceipts.appending(path: name + ".der")))
      let decoded = DecodedReceipt(input.bytes)
      var verdict = Verdict(decoded: decoded)
      do throws(ReceiptError) { verdict = .verified(try verifier.verify(decoded)) } catch {
        verdict = Verdict(error)
      }
      return [verdict, Verdict(decoded: decoded)].map {
        ReceiptReport(
          name: "\"a\\ [b]{c}", input: input, decoded: decoded, verdict: $0, questions: questions,
          now: .latest)
      }
    } + [ReceiptReport(name: "x", refusal: Verdict.Refusal(InputError(.empty, offset: 0)))]
  }

  private func add(_ path: String, to selection: inout ReceiptSelection) {
    let isAdded = selection.add(path)
    #expect(isAdded, "\(path)")
  }

  @Test func ofEveryReportExactlyWhatIsSelectedIsLeft() throws {
    let all = ReceiptSelection.paths
    let reports = try reports()
    for round in 0..<200 {
      // Some of them, others each time.
      let paths = (0..<(round % 7)).map { all[(round * 31 + $0 * (round + 17)) % all.count] }
      var selection = ReceiptSelection()
      for path in paths { add(path, to: &selection) }
      let kept = Set(paths).union(["schema", "line", "key"])
      for report in reports {
        let whole = ReceiptJSON.document(report, onOneLine: true, line: 7, key: Array("k\"".utf8))
        let part = ReceiptJSON.document(
          report, onOneLine: true, line: 7, key: Array("k\"".utf8), selection: selection)
        #expect(part.last == 0x0A && part.dropLast().allSatisfy { $0 != 0x0A })
        #expect(
          try JSONReader().read(part) == selected(JSONReader().read(whole), kept), "\(paths): \(report.name)")
      }
    }
  }

  @Test func aSelectionOfAllSectionsLeavesEveryByte() throws {
    var selection = ReceiptSelection()
    for section in ReceiptSelection.sections.shuffled() { add(section, to: &selection) }
    for path in ReceiptSelection.paths.shuffled() { add(path, to: &selection) }
    for report in try reports() {
      #expect(
        ReceiptJSON.document(report, onOneLine: true, selection: selection)
          == ReceiptJSON.document(report, onOneLine: true))
    }
  }

  @Test(arguments: [
    "", ".", "verdict.", ".verdict", "verdict..code", "Verdict", "receipt.in_app.0", "certificate",
  ])
  func whatIsNoPathIsNotSelected(path: String) {
    var selection = ReceiptSelection()
    let isAdded = selection.add(path)
    #expect(!isAdded)
  }
}
