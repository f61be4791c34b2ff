// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct BatchTests {
  private func base64(_ name: String) throws -> String {
    try Data(contentsOf: URL(filePath: ToolRun.receipt(name))).base64EncodedString()
  }

  private func lines(_ run: ToolRun) throws -> [JSONValue] {
    #expect(run.output.last == 0x0A)
    return try run.output.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { try JSONReader().read(Array($0)) }
  }

  @Test(arguments: [1, 2, 5])
  func everyLineGivesALineInOrderWhateverStandsOnIt(jobs: Int) throws {
    let good = try base64("production-sha256.der")
    let xcode = try base64("xcode.der")
    let kinds = [good, "", "not a receipt", xcode, String(repeating: "A", count: 900_000), good + "\r"]
    let codes = [nil, "input.empty", "input.not-base64", "chain.untrusted", "limit.size", nil]
    let count = 600
    let text = (0..<count).map { kinds[$0 % kinds.count] }.joined(separator: "\n")
    let run = try ToolRun(
      ["--batch", "--jobs", "\(jobs)", "--max-size", "100000", "--root", ToolRun.receipt("test-root.der")],
      input: Array(text.utf8))
    #expect(run.status == 0)
    let reports = try lines(run)
    #expect(reports.count == count)
    for (index, report) in reports.enumerated() {
      #expect(report["line"]?.number?.int64 == Int64(index + 1))
      #expect(report["verdict"]?["code"]?.string?.string == codes[index % codes.count], "line \(index + 1)")
    }
  }

  @Test func aLastLineWithoutANewlineCountsAndAnEmptyStreamGivesNothing() throws {
    let xcode = try base64("xcode.der")
    #expect(try lines(ToolRun(["--batch"], input: Array((xcode + "\n" + xcode).utf8))).count == 2)
    #expect(try lines(ToolRun(["--batch"], input: Array((xcode + "\n").utf8))).count == 1)
    #expect(try lines(ToolRun(["--batch"], input: Array("\n\n".utf8))).count == 2)
    let empty = try ToolRun(["--batch"])
    #expect(empty.status == 0 && empty.output.isEmpty)
  }

  @Test func aBatchTakesNoFilesAndNoOtherOutput() throws {
    #expect(try ToolRun(["--batch", ToolRun.receipt("xcode.der")]).status == 64)
    #expect(try ToolRun(["--batch", "--json"]).status == 64)
    #expect(try ToolRun(["--batch", "--jobs", "0"]).status == 64)
  }

  @Test func aLineIsAnsweredWhileTheStreamWaits() throws {
    let run = try StreamRun(["--batch", "--jobs", "2"])
    for number in 1...3 {
      run.send("not a receipt\n")
      #expect(try run.answer().contains("\"line\":\(number),"))
    }
    let end = try run.finish()
    #expect(end.status == 0 && end.rest.isEmpty)
  }

  @Test func aLineIsAnsweredWhileTheNextOneIsHalfThere() throws {
    let run = try StreamRun(["--batch", "--jobs", "1"])
    run.send("not a receipt\nnot")
    #expect(try run.answer().contains("\"line\":1,"))
    run.send(" one either")
    let end = try run.finish()
    #expect(end.rest.contains("\"line\":2,") && !end.rest.contains("\"line\":3,"))
    #expect(end.status == 0)
  }

  @Test func aClosedOutputEndsTheStream() throws {
    let xcode = try base64("xcode.der")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // How many lines there were, and on a line of its own the status, which is 124 when the tool had to be ended.
    process.arguments = [
      "-c", "{ yes \"$1\" | { timeout 60 \"$0\" --batch; echo $? >&3; } | head -n 3 | wc -l; } 3>&1",
      ToolRun.tool.path, xcode,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 && lines.contains("3") && !lines.contains("124"), "\(text)")
  }
}
