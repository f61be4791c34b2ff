// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Testing

/// What the one table of options becomes: help, manual page, completions.
@Suite struct ManualTests {
  private func optionNames() throws -> [String] {
    let help = try ToolRun(["--help"]).text
    return help.split(separator: "\n").filter { $0.hasPrefix("  --") }
      .flatMap { $0.dropFirst(2).split(separator: " ").prefix { $0.hasPrefix("-") } }
      .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
  }

  @Test func theManualPageInTheDocumentsIsTheOneThatTheToolPrints() throws {
    let file = URL(filePath: ToolRun.receipt("")).deletingLastPathComponent().appending(
      path: "docs/receipt-dump.1")
    #expect(try ToolRun(["--man"]).text == String(contentsOf: file, encoding: .utf8))
  }

  @Test func theManualPageNamesEveryOption() throws {
    let page = try ToolRun(["--man"]).text
    let names = try optionNames()
    #expect(names.count > 25)
    for name in names {
      let spelled = name.dropFirst().split(separator: "-", omittingEmptySubsequences: false).joined(
        separator: "\\-")
      #expect(page.contains("Fl \(spelled)"), "\(name)")
    }
  }

  @Test(arguments: [
    (
      "bash",
      [
        "-c",
        "source \"$0\" && complete -p receipt-dump && COMP_WORDS=(receipt-dump --js) COMP_CWORD=1 && _receipt_dump && echo ${COMPREPLY[@]}",
      ]
    ),
    (
      "zsh",
      ["-fc", "autoload -U compinit && compinit -D && source \"$0\" && echo ${_comps[receipt-dump]} --json"]
    ),
    ("fish", ["--no-config", "-c", "source $argv[1]; complete -C 'receipt-dump --js'"]),
  ])
  func aShellLoadsItsCompletions(shell: String, arguments: [String]) throws {
    let path = ["/usr/bin/\(shell)", "/bin/\(shell)"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let path else {
      print("\(shell) not found, its completions were not loaded")
      return
    }
    let script = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString)")
    try Data(ToolRun(["--completions", shell]).output).write(to: script)
    defer { try? FileManager.default.removeItem(at: script) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments + [script.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("--json"), "\(text)")
  }

  @Test(arguments: [
    ("--jsno", "--json"), ("--bundleid", "--bundle-id"), ("--exit_status", "--exit-status"),
    ("--no-verfiy", "--no-verify"),
  ])
  func aMistypedOptionNamesTheRightOne(typed: String, meant: String) throws {
    let run = try ToolRun([typed])
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean \(meant)?"))
  }

  @Test func aWordThatIsNearToNothingIsGivenNoMeaning() throws {
    #expect(try !ToolRun(["--frobnicate"]).errors.contains("did you mean"))
    #expect(try ToolRun(["--environment", "Sandbx"]).errors.contains("did you mean sandbox?"))
  }

  @Test func quietPrintsNothingAndTheExitStatusSaysIt() throws {
    let root = ["-q", "--root", ToolRun.receipt("test-root.der")]
    for (file, status) in [("mac.der", 0), ("xcode.der", 2)] as [(String, Int32)] {
      let run = try ToolRun(root + [ToolRun.receipt(file)])
      #expect(run.status == status)
      #expect(run.output.isEmpty && run.errors.isEmpty)
    }
  }
}
