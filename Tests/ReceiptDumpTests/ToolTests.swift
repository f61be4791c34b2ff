// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct ToolTests {
  private let root = ["--root", ToolRun.receipt("test-root.der")]

  // MARK: - Verdict and exit status

  @Test func aReceiptUnderItsRootIsVerified() throws {
    let run = try ToolRun(root + [ToolRun.receipt("production-sha256.der")])
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("VERIFIED receipt of com.example.app"))
    #expect(run.errors.isEmpty)
  }

  @Test func aReceiptOfAnotherAuthorityIsRejectedAndStillPrinted() throws {
    let run = try ToolRun(["--json", ToolRun.receipt("production-sha256.der")])
    let report = try JSONReader().read(run.output)
    #expect(run.status == 2)
    #expect(report["verdict"]?["status"]?.string?.string == "rejected")
    #expect(report["verdict"]?["code"]?.string?.string == "chain.untrusted")
    #expect(report["receipt"]?["bundle_id"]?.string?.string == "com.example.app")
  }

  @Test func withoutVerificationEveryFormSaysSo() throws {
    let file = ToolRun.receipt("production-sha256.der")
    let text = try ToolRun(["--no-verify", file])
    #expect(text.status == 0)
    #expect(text.text.hasPrefix("NOT CHECKED receipt of"))
    for form in ["--json", "--ndjson"] {
      let run = try ToolRun(["--no-verify", form, file])
      #expect(run.status == 0)
      #expect(try JSONReader().read(run.output)["verdict"]?["status"]?.string?.string == "not-checked")
    }
  }

  private static let checks: [(options: [String], status: Int32)] = [
    (["--bundle-id", "com.example.app"], 0),
    (["--bundle-id", "com.example.App"], 2),
    (["--bundle-id", "com.example.other", "--bundle-id", "com.example.app"], 0),
    (["--environment", "sandbox"], 2),
    (["--environment", "production", "--environment", "sandbox"], 0),
    (["--environment=xcode", "--environment=sandbox"], 2),
    (["--app-version", "0"], 2),
    (["--guid", "00:11:22:33:44:55"], 2),
    (["--trust-xcode"], 0),
  ]

  @Test(arguments: checks)
  func optionsOfCheckingDecide(options: [String], status: Int32) throws {
    #expect(try ToolRun(root + options + [ToolRun.receipt("production-sha256.der")]).status == status)
  }

  @Test func ofSeveralInputsTheWorstOutcomeCounts() throws {
    let good = ToolRun.receipt("production-sha256.der")
    let missing = ToolRun.receipt("no-such-file.der")
    let other = ToolRun.receipt("manifest.json")
    let xcode = ToolRun.receipt("xcode.der")
    #expect(try ToolRun(root + [good, good]).status == 0)
    #expect(try ToolRun(root + [good, xcode]).status == 2)
    #expect(try ToolRun(root + [xcode, other, good]).status == 65)
    #expect(try ToolRun(root + [other, missing, xcode]).status == 66)
  }

  @Test func everyInputIsOneLineOfNDJSON() throws {
    let names = ["production-sha256.der", "no-such-file.der", "manifest.json", "xcode.der"]
    let run = try ToolRun(root + ["--ndjson"] + names.map(ToolRun.receipt))
    let lines = run.output.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines.last?.isEmpty == true)
    let statuses = try lines.dropLast().map {
      try JSONReader().read(Array($0))["verdict"]?["status"]?.string?.string
    }
    #expect(statuses == ["verified", "undetermined", "rejected", "rejected"])
  }

  @Test(arguments: [40, 60, 100])
  func theFirstLineIsBrokenAtTheWidthLikeOthers(width: Int) throws {
    let file = ToolRun.receipt("production-sha256.der")
    for options in [root, ["--no-verify"], []] {
      for color in ["never", "always"] {
        let run = try ToolRun(["--width", "\(width)", "--color", color] + options + [file])
        let lines = run.text.replacing(/\u{1B}\[[0-9]*m/, with: "").split(separator: "\n")
        #expect(lines.prefix(4).allSatisfy { $0.count <= width }, "\(run.text.prefix(400))")
        #expect(lines.first?.contains("com.example.app") == true || options.isEmpty)
      }
    }
  }

  // MARK: - Input

  @Test func standardInputInBase64IsTheSameReceipt() throws {
    let file = ToolRun.receipt("xcode-purchases.der")
    let text = Array(
      try Data(contentsOf: URL(filePath: file)).base64EncodedData(options: .lineLength76Characters))
    let fromFile = try JSONReader().read(ToolRun(["--json", "--no-verify", file]).output)
    let fromText = try JSONReader().read(ToolRun(["--json", "--no-verify"], input: text).output)
    #expect(fromText["input"]?["form"]?.string?.string == "base64")
    #expect(fromText["input"]?["name"]?.string?.string == "standard input")
    #expect(fromText["receipt"] == fromFile["receipt"])
  }

  @Test func aDirectoryCannotBeOpenedAndAnEmptyInputIsNoReceipt() throws {
    let directory = try ToolRun([FileManager.default.temporaryDirectory.path])
    #expect(directory.status == 66)
    #expect(directory.errors.contains("directory"))
    let empty = try ToolRun(["-"])
    #expect(empty.status == 65)
    #expect(empty.output.isEmpty)
    #expect(empty.errors.hasPrefix("receipt-dump: error: standard input: input.empty: "))
    #expect(empty.errors.contains("\nreceipt-dump: hint: "))
  }

  @Test func anEndlessInputIsReadWithABound() throws {
    let run = try ToolRun(["--json", "--max-size", "100000", "/dev/zero"])
    #expect(run.status == 65)
    #expect(try JSONReader().read(run.output)["verdict"]?["code"]?.string?.string == "limit.size")
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)").path
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "mkfifo \"$0\" && cat \"$1\" > \"$0\"; rm \"$0\"", pipe, ToolRun.receipt("mac.der"),
    ]
    try shell.run()
    let deadline = Date.now + 30
    while !FileManager.default.fileExists(atPath: pipe), Date.now < deadline { usleep(1_000) }
    let run = try ToolRun(["--json", "--no-verify", pipe])
    shell.waitUntilExit(within: 30)
    #expect(run.status == 0)
    #expect(try JSONReader().read(run.output)["receipt"]?["platform"]?.string?.string == "macos")
  }

  @Test func everyTestReceiptGivesWhatTheManifestSays() throws {
    let manifest = try JSONReader().read(
      [UInt8](Data(contentsOf: URL(filePath: ToolRun.receipt("manifest.json")))))
    let entries = try #require(manifest["receipts"]?.array)
    let files = try entries.map { ToolRun.receipt(try #require($0["file"]?.string?.string)) }
    let lines = try ToolRun(["--ndjson", "--no-verify"] + files).output.split(separator: 0x0A)
    #expect(lines.count == entries.count)
    for (line, entry) in zip(lines, entries) {
      #expect(try JSONReader().read(Array(line))["receipt"] == entry["receipt"])
    }
  }

  @Test func aTruncatedReceiptIsPrintedUpToItsEnd() throws {
    let whole = [UInt8](try Data(contentsOf: URL(filePath: ToolRun.receipt("purchases-200.der"))))
    let run = try ToolRun(["--json"], input: Array(whole.prefix(whole.count / 2)))
    let report = try JSONReader().read(run.output)
    #expect(run.status == 65)
    #expect(report["verdict"]?["code"]?.string?.string == "encoding.truncated")
    #expect(report["verdict"]?["offset"]?.number?.int64 == Int64(whole.count / 2))
    #expect((report["receipt"]?["in_app"]?.array?.count ?? 0) > 50)
  }

  // MARK: - Questions

  @Test(
    arguments: [
      (["--product", "com.example.app.lifetime"], 0), (["--product", "com.example.app.none"], 1),
      (["--transaction", "2000000600000001"], 0), (["--transaction", "1"], 1),
      (["--at", "2040-01-01", "--transaction", "2000000600000001"], 1),
      (["--at", "2040-01-01", "--product", "com.example.app.lifetime"], 1),
      (["--originally-before", "4"], 0), (["--originally-before", "3.0"], 1),
      (["--originally-before", "2017-01-01"], 0),
      (["--at", "2040-01-01", "--originally-before", "4"], 1),
      (["--no-verify", "--product", "com.example.app.lifetime"], 1),
    ] as [([String], Int32)])
  func ofAReceiptThatExpiresEveryAnswerIsNoFromThenOn(question: [String], status: Int32) throws {
    let roots = question.contains("--no-verify") ? [] : root
    let at = question.contains("--at") ? [] : ["--at", "2025-07-01"]
    let run = try ToolRun(roots + at + question + ["-e", "--json", ToolRun.receipt("vpp.der")])
    #expect(run.status == status)
    let answers = try JSONReader().read(run.output)["answers"]?.array
    #expect(answers?.count == 1)
    if question.contains("--no-verify") { #expect(answers?.first?["is_valid"]?.bool == false) }
  }

  // MARK: - The command line

  @Test(arguments: [
    ["--no-such-option"], ["--json", "--ndjson"], ["--max-size", "0"], ["--max-size"], ["--guid", "xyz"],
    ["--environment", "prod"], ["--json=yes"], ["--environment", "xcode"], ["-q", "-v"], ["--jobs", "2"],
    ["--redact", "--no-redact"], ["--no-verify", "--bundle-id", "x"], ["--no-verify", "--root", "x"],
    ["--ascii", "--json"],
    ["--ascii", "--html"], ["--originally-before", "2014-1-1"], ["--originally-before", ""], ["-e"],
    ["--batch", "-e"],
    ["--timezone", "Europe"], ["--timezone", "leapseconds"], ["--timezone", "../zoneinfo/UTC"],
    ["--at", "2014-1-1"], ["--root", "/no/such/root"], ["--root", "/dev/null"],
  ])
  func aWrongCommandLineIsAUsageError(arguments: [String]) throws {
    let run = try ToolRun(arguments + [ToolRun.receipt("xcode.der")])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("receipt-dump: error: "))
  }

  @Test func helpNamesEveryExitStatusAndVersionNamesThePinnedRoot() throws {
    let help = try ToolRun(["--help"])
    #expect(help.status == 0)
    for status in ["0", "2", "3", "64", "65", "66", "70", "74"] {
      #expect(help.text.contains(" \(status)  "))
    }
    #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    let version = try ToolRun(["--version"])
    #expect(version.text.contains("OpenSSL 3"))
    #expect(version.text.contains("b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"))
  }

  @Test func aFileNameThatLooksLikeAnOptionFollowsTwoHyphens() throws {
    let run = try ToolRun(["--json", "--", "--help"])
    #expect(run.status == 66)
    #expect(try JSONReader().read(run.output)["input"]?["name"]?.string?.string == "--help")
  }
}
