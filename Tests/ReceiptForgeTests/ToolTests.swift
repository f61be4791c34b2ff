// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptForge
import StrictJSON
import Testing

/// One run of the built tool.
private struct ToolRun {
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  init(_ arguments: [String], input: String = "") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "receipt-forge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: nothing to fill up, and nothing to read at the same time.
    func file(_ name: String, _ contents: String = "") throws -> FileHandle {
      let url = folder.appending(path: name)
      try Data(contents.utf8).write(to: url)
      return try FileHandle(forUpdating: url)
    }
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "receipt-forge")
    process.arguments = arguments
    process.standardInput = try file("input", input)
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = [UInt8](try Data(contentsOf: folder.appending(path: "output")))
    errors = String(decoding: try Data(contentsOf: folder.appending(path: "errors")), as: UTF8.self)
  }
}

@Suite("receipt-forge") struct ToolTests {
  @Test("a recipe in, a receipt out, in three forms")
  func forms() throws {
    let receipt = try forged("{}")
    let binary = try ToolRun([], input: "{}")
    #expect(binary.status == 0 && binary.output == receipt && binary.errors.isEmpty)
    #expect(try ToolRun(["--base64"], input: "{}").text == Data(receipt).base64EncodedString() + "\n")
    let pem = try ToolRun(["--pem", "-"], input: "{}").text
    #expect(pem.hasPrefix("-----BEGIN PKCS7-----\n") && pem.hasSuffix("\n-----END PKCS7-----\n"))
    #expect(pem.split(separator: "\n").allSatisfy { $0.count <= 64 })
    #expect(try report(on: Array(pem.utf8))["receipt"] == report(on: receipt)["receipt"])
  }

  @Test("the root comes as DER and as PEM, and is that of the authority that is named")
  func root() throws {
    #expect(try ToolRun(["--root"]).output == forge.rootCertificate())
    #expect(try ToolRun(["--root", "--authority", "x"]).output == forge.rootCertificate(of: "x"))
    #expect(try ToolRun(["--root", "--authority=x"]).output == forge.rootCertificate(of: "x"))
    #expect(try ToolRun(["--root", "--pem"]).text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
  }

  @Test("an authority of the recipe outweighs that of the command line")
  func authority() throws {
    #expect(try ToolRun(["--authority", "x"], input: "{}").output == forged(#"{"authority": "x"}"#))
    let own = #"{"authority": "y"}"#
    #expect(try ToolRun(["--authority", "x"], input: own).output == forged(own))
  }

  @Test("many recipes in, one receipt a line out, in order")
  func batch() throws {
    let recipes = (0..<600).map { "{\"receipt\": {\"application_version\": \"\($0)\"}}" }
    let run = try ToolRun(["--batch"], input: recipes.joined(separator: "\n"))
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 601 && lines.last == "")
    for index in [0, 1, 255, 256, 511, 599] {
      #expect(String(lines[index]) == Data(try forged(recipes[index])).base64EncodedString())
    }
    #expect(try ToolRun(["--batch"]).output.isEmpty)
  }

  @Test("a batch ends at the first line that is no recipe, with its number, after those before it")
  func batchError() throws {
    let run = try ToolRun(["--batch"], input: "{}\n{}\n\n{}\n")
    #expect(run.status == 65)
    #expect(run.text.split(separator: "\n").count == 2)
    #expect(run.errors == "receipt-forge: standard input, line 3: not JSON at byte 0: truncated\n")
  }

  @Test(
    "exit statuses tell whose fault it is",
    arguments: [
      (["--bas64"], 64, "unknown option '--bas64'"), (["--root", "recipe.json"], 64, "takes no recipe"),
      (["--authority"], 64, "needs a value"), (["--batch", "--pem"], 64, "base64"),
      (["--base64", "--pem"], 64, "exclude"), (["--batch", "--root"], 64, "exclude"),
      (["a", "b"], 64, "--batch"),
      (["/no/such/file"], 66, "/no/such/file: No such file or directory"), (["/"], 74, "directory"),
      ([], 65, "standard input: not JSON"),
    ] as [([String], Int32, String)])
  func failures(_ arguments: [String], _ status: Int32, _ words: String) throws {
    let run = try ToolRun(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(words) && run.errors.hasPrefix("receipt-forge: "), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("help names every option and every key of a recipe")
  func help() throws {
    let run = try ToolRun(["--help"])
    #expect(run.status == 0)
    for word in ["--base64", "--pem", "--batch", "--root", "--authority"] { #expect(run.text.contains(word)) }
    do {
      _ = try FileRecipe(json: Array(#"{"?": 0}"#.utf8))
    } catch {
      let known = error.message.split(separator: "known here: ")[1].split(separator: ", ")
      for key in known { #expect(run.text.contains("\n  \(key) "), "\(key)") }
      for key in known {
        #expect(try Project.text("docs/receipt-forge.md").contains("| `\(key)` |"), "\(key)")
      }
    }
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }
}
