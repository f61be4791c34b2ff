// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

/// The forms in which receipts arrive, through the tool.
@Suite struct CoatTests {
  private static let root = ["--root", ToolRun.receipt("test-root.der"), "--at", "2026-01-01"]
  private static let receipts = ["production-sha256.der", "xcode-purchases.der"]

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: ToolRun.receipt(name))))
  }

  /// A report without what may differ between forms of one receipt and between runs.
  private static func report(_ run: ToolRun) throws -> (input: JSONValue?, rest: [JSONMember]) {
    let report = try JSONReader().read(run.output)
    let rest = try #require(report.object).filter { $0.key.string != "input" }.map { member in
      guard member.key == "verdict", let verdict = member.value.object else { return member }
      return JSONMember(member.key, .object(verdict.filter { $0.key.string != "checked_at" }))
    }
    return (report["input"], rest)
  }

  // MARK: - Texts

  static let coats: [(form: String, encode: @Sendable (String) -> String)] = [
    ("base64", { $0 }), ("base64", { $0.replacing("+", with: " ") }),
    ("base64url", { $0.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" } }),
    ("percent-encoded", { $0.replacing("+", with: "%2B").replacing("/", with: "%2F") }),
    ("json-string", { "\"\($0.replacing("/", with: "\\/"))\"" }),
    ("json", { "{\"receipt-data\": \"\($0)\", \"password\": \"\"}" }),
    ("pem", { "-----BEGIN PKCS7-----\n\($0)\n-----END PKCS7-----" }),
    ("base64", { Data($0.utf8).base64EncodedString(options: .lineLength64Characters) }),
  ]

  @Test(arguments: coats.indices, receipts)
  func aReceiptInAnyFormGivesTheSameReportButForTheInput(_ index: Int, _ name: String) throws {
    let plain = try Self.report(ToolRun(Self.root + ["--json", ToolRun.receipt(name)]))
    let (form, encode) = Self.coats[index]
    let text = encode(Data(try Self.bytes(name)).base64EncodedString())
    let coated = try Self.report(ToolRun(Self.root + ["--json"], input: Array(text.utf8)))
    #expect(coated.rest == plain.rest)
    #expect(coated.input?["form"]?.string?.string == form)
    #expect(coated.input?["bytes"] == plain.input?["bytes"])
  }

  // MARK: - Folders

  @Test(arguments: [
    ("Example.app/Contents/_MASReceipt/receipt", "Example.app"),
    ("Example.app/Contents/_MASReceipt/receipt", "Example.app/"),
    ("Example.app/Contents/_MASReceipt/receipt", "Example.app/Contents"),
    ("_MASReceipt/receipt", "_MASReceipt"), ("Container/StoreKit/receipt", "Container"),
    ("Example.app/StoreKit/sandboxReceipt", "Example.app"), ("StoreKit/sandboxReceipt", "StoreKit"),
  ])
  func anAppOrAFolderStandsForTheReceiptInIt(_ place: String, _ given: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: place)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try Self.bytes("mac.der")).write(to: file)

    let run = try ToolRun(Self.root + ["--json", folder.path + "/" + given])
    let report = try Self.report(run)
    let plain = try Self.report(ToolRun(Self.root + ["--json", ToolRun.receipt("mac.der")]))
    #expect(run.status == 0)
    #expect(report.rest == plain.rest)
    #expect(report.input?["name"]?.string?.string.hasSuffix(place) == true)
  }

  @Test func aFolderWithoutAReceiptCannotBeOpenedAndSaysWhereItLooked() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // A folder of that name is no receipt.
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Contents/_MASReceipt/receipt"), withIntermediateDirectories: true)
    let run = try ToolRun([folder.path])
    #expect(run.status == 66)
    #expect(run.errors.contains("Contents/_MASReceipt/receipt"))
  }

  // MARK: - What is no app receipt

  @Test(arguments: [
    ("{\"signedPayload\": \"eyJ\"}", "input.server-notification"),
    ("null", "input.placeholder"), ("2000000987654321", "input.transaction-id"),
  ])
  func whatIsNoAppReceiptIsNamedWithAdvice(_ text: String, _ code: String) throws {
    let run = try ToolRun([], input: Array(text.utf8))
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("receipt-dump: error: standard input: \(code): "))
    #expect(run.errors.contains("\nreceipt-dump: hint: "))
    let report = try JSONReader().read(ToolRun(["--json"], input: Array(text.utf8)).output)
    #expect(report["verdict"]?["code"]?.string?.string == code)
    #expect(report["kind"] == nil && report["receipt"] == nil)
  }

  @Test func contentWithoutItsMessageIsRejectedAndPrinted() throws {
    let receipt = try Self.bytes("production-sha256.der")
    // The content is the first SET behind the OID of data, which stands in every message.
    let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let start = try #require(receipt.firstRange(of: data)?.upperBound)
    let set = try #require(receipt[start...].firstIndex(of: 0x31))
    let size = 4 + Int(receipt[set + 2]) << 8 + Int(receipt[set + 3])
    for options in [["--no-verify"], Self.root] {
      let run = try ToolRun(options + ["--json"], input: Array(receipt[set..<set + size]))
      let report = try JSONReader().read(run.output)
      #expect(run.status == 65)
      #expect(report["verdict"]?["status"]?.string?.string == "rejected")
      #expect(report["verdict"]?["code"]?.string?.string == "input.payload-without-envelope")
      #expect(report["receipt"]?["bundle_id"]?.string?.string == "com.example.app")
      #expect(report["kind"] == nil && report["signer"] == nil)
    }
  }
}
