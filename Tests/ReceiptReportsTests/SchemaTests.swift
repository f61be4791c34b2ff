// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Testing

@Suite struct SchemaTests {
  private let schema: JSONSchema

  init() throws {
    let file = Folders.testReceipts.deletingLastPathComponent().appending(
      path: "docs/receipt-dump.schema.json")
    schema = JSONSchema(try Folders.json(file))
  }

  /// Every report that there is of some content: verified, rejected, not checked, with questions and without.
  private func reports(on content: [UInt8]) throws -> [ReceiptReport] {
    let input: ReceiptInput
    do throws(InputError) {
      input = try ReceiptInput(content)
    } catch {
      return [ReceiptReport(name: "r.der", refusal: Verdict.Refusal(error))]
    }
    let decoded = DecodedReceipt(input.bytes)
    let root = try Folders.bytes(Folders.testReceipts.appending(path: "test-root.der"))
    var questions = Questions()
    questions.products = ["com.example.app.pro.monthly", "com.example.app.lifetime", ""]
    questions.transactions = ["2000000600000001", "none"]
    questions.originalPurchases = [.beforeVersion("2.0"), .beforeVersion("x"), .beforeDate(.latest)]
    var reports: [ReceiptReport] = []
    for anchors in [TrustAnchors.apple, .custom([root])] {
      let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
      var verdict = Verdict(decoded: decoded)
      do throws(ReceiptError) { verdict = .verified(try verifier.verify(decoded)) } catch {
        verdict = Verdict(error)
      }
      for verdict in [verdict, Verdict(decoded: decoded)] {
        reports.append(
          ReceiptReport(
            name: "r.der", input: input, decoded: decoded, verdict: verdict, questions: questions,
            now: .latest))
      }
    }
    return reports
  }

  private func expectValid(_ report: ReceiptReport, _ name: String) throws {
    let document = try JSONReader().read(ReceiptJSON.document(report, onOneLine: true))
    #expect(schema.faults(of: document) == [], "\(name)")
  }

  @Test func everyReportOnATestReceiptFitsTheSchema() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Folders.testReceipts, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "der" }
    #expect(files.count > 20)
    for file in files {
      let bytes = try Folders.bytes(file)
      for report in try reports(on: bytes) { try expectValid(report, file.lastPathComponent) }
      for length in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 5)) {
        for report in try reports(on: Array(bytes.prefix(length))) {
          try expectValid(report, "\(file.lastPathComponent), \(length) bytes")
        }
      }
    }
  }

  @Test func everyReportOnACorpusReceiptFitsTheSchema() throws {
    guard let corpus = Folders.corpus else {
      print("corpus not found, 0 read")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "der" }
    for file in files {
      for report in try reports(on: Folders.bytes(file)) { try expectValid(report, file.lastPathComponent) }
    }
    print("corpus: \(files.count) receipts read")
  }

  @Test func whatIsNoReceiptFitsTheSchema() throws {
    try expectValid(
      ReceiptReport(name: "x", refusal: Verdict.Refusal(InputError(.empty, offset: 0))), "empty")
    try expectValid(ReceiptReport(name: "x", failure: "No such file or directory"), "no file")
  }

  @Test func theSchemaRefusesWhatIsNotInTheContract() throws {
    let report = try report(on: Folders.bytes(Folders.testReceipts.appending(path: "mac.der")))
    #expect(schema.faults(of: report) == [])
    let extended = JSONValue.object((report.object ?? []) + [JSONMember(JSONString("extra"), .bool(true))])
    #expect(!schema.faults(of: extended).isEmpty)
    #expect(!schema.faults(of: report.without(["verdict"])).isEmpty)
  }
}
