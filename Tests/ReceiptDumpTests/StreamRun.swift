// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Testing

/// The built tool in the middle of a stream.
///
/// What it answers is read with a deadline, so that a tool that keeps an answer back fails a test and does not hang it.
final class StreamRun {
  private static let deadline = 30.0

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = ToolRun.tool
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// What the tool writes next.
  ///
  /// - Throws: When it writes nothing until the deadline.
  func answer() throws -> String {
    var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, Int32(Self.deadline * 1_000))
    try #require(count == 1, "no answer in \(Self.deadline) seconds")
    return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Ends the stream, and returns what the tool still writes and its exit status.
  func finish() throws -> (rest: String, status: Int32) {
    try input.fileHandleForWriting.close()
    var rest = ""
    while true {
      let part = try answer()
      if part.isEmpty { break }
      rest += part
    }
    process.waitUntilExit(within: Self.deadline)
    return (rest, process.terminationStatus)
  }
}

extension Process {
  /// Waits for the end, and brings it about when it does not come in some seconds: the status is then that of a kill.
  func waitUntilExit(within seconds: Double) {
    let process = processIdentifier
    let end = DispatchWorkItem { kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
    waitUntilExit()
    end.cancel()
  }
}
