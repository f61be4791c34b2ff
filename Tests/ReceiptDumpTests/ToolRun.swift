// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// One run of the built tool.
struct ToolRun {
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the tool to its end, which comes after five minutes at the latest.
  init(_ arguments: [String], input: [UInt8] = []) throws {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = arguments
    let files = FileManager.default.temporaryDirectory.appending(path: "receipt-dump-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    // Files instead of pipes: nothing to fill up, and nothing to read at the same time.
    func file(_ name: String, _ contents: [UInt8] = []) throws -> FileHandle {
      let url = files.appending(path: name)
      try Data(contents).write(to: url)
      return try FileHandle(forUpdating: url)
    }
    process.standardInput = try file("input", input)
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    process.waitUntilExit(within: 300)
    status = process.terminationStatus
    output = [UInt8](try Data(contentsOf: files.appending(path: "output")))
    errors = String(decoding: try Data(contentsOf: files.appending(path: "errors")), as: UTF8.self)
  }

  /// The tool that was built beside the tests.
  static var tool: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "receipt-dump")
  }

  /// The path of a file in `TestReceipts`.
  static func receipt(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "TestReceipts").appending(path: name).path
  }
}
