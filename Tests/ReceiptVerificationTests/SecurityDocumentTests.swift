// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Foundation
import Testing

/// docs/security.md says of every code what it stops, and lists all attacks. `RECEIPT_GOLDEN=write` writes the parts anew that
/// follow from the code: which attacks show a refusal, and the table of attacks.
@Suite("The document of refusals") struct SecurityDocumentTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let file = tests.deletingLastPathComponent().appending(path: "docs/security.md")

  /// The codes that refuse a receipt: all but those for what is none, which stand in docs/errors.md alone.
  private static let codes = ErrorCatalogue.entries.keys.map(\.rawValue).filter { !$0.hasPrefix("input.") }

  /// A row of the table of refusals.
  private struct Row {
    let code: String
    let stops: String
    /// The tests that show it where no attack does.
    let shownBy: String

    init?(_ line: Substring) {
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasSuffix("`") else { return nil }
      (code, stops, shownBy) = (cells[0].trimmingCharacters(in: ["`"]), cells[1], cells[2])
    }

    /// The row with the attacks that are refused with its code.
    var text: String {
      let attacks = Catalogue.attacks.filter { attack in
        // Pairs of defects show the order of the phases, not a refusal.
        attack.required == .code(code) && !attack.id.hasPrefix("X.order.")
      }
      let evidence = attacks.isEmpty ? shownBy : attacks.map(\.id).joined(separator: ", ")
      return "| `\(code)` | \(stops) | \(evidence) |"
    }
  }

  private static func line(for attack: Attack) -> String {
    let required =
      switch attack.required {
      case .verified: "genuine"
      case .code(let code): "`\(code)`"
      case .anyOf(let classes): classes.sorted().map { "`\($0).*`" }.joined(separator: " or ")
      }
    let sentence = attack.sentence.replacingOccurrences(of: "|", with: "\\|")
    return "| \(attack.id) | \(sentence) | \(required) |"
  }

  /// The document as it must read.
  private static func expected(_ document: String) -> String {
    let heading = "| attack | what it is | must be |"
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.prefix { $0 != heading }.map { line in Row(line)?.text ?? String(line) }
    let table = [heading, "|---|---|---|"] + Catalogue.attacks.map(line(for:))
    return (kept + table).joined(separator: "\n") + "\n"
  }

  @Test("It lists every code that refuses a receipt, and every attack as the catalogue has it")
  func document() throws {
    let document = try String(contentsOf: Self.file, encoding: .utf8)
    let expected = Self.expected(document)
    if ProcessInfo.processInfo.environment["RECEIPT_GOLDEN"] == "write" {
      try expected.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      let difference = expected.split(separator: "\n").difference(from: document.split(separator: "\n"))
      #expect(difference.isEmpty, "RECEIPT_GOLDEN=write writes it anew: \(difference.prefix(4))")
    }
    let rows = expected.split(separator: "\n").compactMap { Row($0) }
    #expect(Set(rows.map(\.code)) == Set(Self.codes))
    #expect(rows.count == Self.codes.count)
    #expect(rows.filter { $0.stops.isEmpty || $0.shownBy.count < 3 }.map(\.code) == [])
  }

  @Test("What it names as a proof is there")
  func proofs() throws {
    let document = try String(contentsOf: Self.file, encoding: .utf8)
    let suites = document.split(separator: "\n").compactMap { Row($0) }.flatMap { row in
      row.shownBy.split(separator: "`").filter { $0.hasSuffix("Tests") }
    }
    #expect(!suites.isEmpty)
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path)
    for suite in suites {
      #expect(names.contains { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
    }
  }
}
