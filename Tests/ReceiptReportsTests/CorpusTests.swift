// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct CorpusTests {
  @Test func everyReceiptOfTheCorpusGivesWhatAnIndependentDecoderSays() throws {
    guard let corpus = Folders.corpus else {
      print("corpus not found, 0 read")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "der" }
    for file in files {
      let expected = try Folders.json(file.deletingPathExtension().appendingPathExtension("json"))
      let der = try Folders.bytes(file)
      let report = try report(on: der)
      compare(report, expected, file.lastPathComponent)

      let text = Array(Data(der).base64EncodedData())
      let fromText = try ReceiptReportsTests.report(on: text)
      #expect(fromText["input"]?["form"]?.string?.string == "base64")
      #expect(
        fromText.without(["input"]) == report.without(["input"]), "\(file.lastPathComponent) from base64")
    }
    print("corpus: \(files.count) receipts read")
    #expect(!files.isEmpty)
  }

  private func compare(_ report: JSONValue, _ expected: JSONValue, _ name: String) {
    #expect(report["kind"] == expected["kind"], "\(name)")
    #expect(report["verdict"]?["status"]?.string?.string == "not-checked", "\(name)")
    #expect(report["problems"] == nil, "\(name)")
    #expect(report["signer"]?["digest"] == expected["digest"], "\(name)")
    #expect(report["certificates"]?.array?.map { $0["sha256"] } == expected["certificates"]?.array, "\(name)")

    let receipt = report["receipt"]
    let expectedReceipt = expected["receipt"]
    #expect(
      receipt?.without(["in_app", "other_attributes"]).members
        == expectedReceipt?.without(["in_app", "other_attribute_types"]).members, "\(name)")
    let others = (receipt?["other_attributes"]?.array ?? []).compactMap { $0["type"]?.number?.int64 }
    #expect(
      others.sorted()
        == (expectedReceipt?["other_attribute_types"]?.array ?? []).compactMap { $0.number?.int64 },
      "\(name)")
    let rows = (receipt?["in_app"]?.array ?? []).map { $0.without(["other_attributes"]).members }
    #expect(rows == expectedReceipt?["in_app"]?.array?.map(\.members), "\(name)")
    let unknown = (receipt?["in_app"]?.array ?? []).flatMap { $0["other_attributes"]?.array ?? [] }
      .compactMap { $0["type"]?.number?.int64 }
    #expect(Set(unknown).isSubset(of: [1709, 1714, 1715, 1716, 1717, 1718]), "\(name)")
  }
}
