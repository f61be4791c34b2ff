// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct ManifestTests {
  private static let entries: [JSONValue] =
    (try? Folders.json(Folders.testReceipts.appending(path: "manifest.json")))?["receipts"]?.array ?? []

  @Test func theManifestNamesEveryTestReceipt() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Folders.testReceipts.path)
      .filter { $0.hasSuffix(".der") && $0 != "test-root.der" && $0 != "xcode-like.der" }
    #expect(files.sorted() == Self.entries.compactMap { $0["file"]?.string?.string }.sorted())
    #expect(files.count >= 20)
  }

  @Test(arguments: entries.compactMap { $0["file"]?.string?.string })
  func aTestReceiptGivesWhatTheManifestSays(file: String) throws {
    let entry = try #require(Self.entries.first { $0["file"]?.string?.string == file })
    let report = try report(on: Folders.bytes(Folders.testReceipts.appending(path: file)))
    #expect(report["kind"] == entry["kind"])
    #expect(report["receipt"] == entry["receipt"])
    #expect(report["signer"]?["digest"] == entry["digest"])
    #expect(report["certificates"]?.array?.map { $0["sha256"] } == entry["certificates"]?.array)
    #expect(
      report["problems"]?.array?.map { $0.without(["offset"]).members }
        == entry["problems"]?.array?.map(\.members))
  }

  @Test func keysComeInTheOrderOfTheContract() throws {
    let report = try report(on: Folders.bytes(Folders.testReceipts.appending(path: "malformed-quantity.der")))
    #expect(
      report.object?.map(\.key.string) == [
        "schema", "input", "kind", "verdict", "receipt", "problems", "signer", "certificates",
        "unverified_entitlements",
      ])
    #expect(
      report["certificates"]?.array?.first?.object?.map(\.key.string) == [
        "role", "subject", "issuer", "serial", "not_before", "not_after", "signature_algorithm", "key",
        "sha256",
        "marker_oids", "valid_at_creation",
      ])
    #expect(
      report["certificates"]?.array?.compactMap { $0["role"]?.string?.string } == [
        "signer", "intermediate", "root",
      ])
  }
}
