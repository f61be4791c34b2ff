// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Glibc

/// Where the tool writes: receipts to standard output, talk to standard error.
enum Output {
  /// Writes all bytes to standard output.
  static func write(_ bytes: [UInt8]) throws(ToolFailure) {
    guard write(bytes, to: STDOUT_FILENO) else {
      throw ToolFailure(.inputOutput, "standard output: \(systemError())")
    }
  }

  /// Says something to the person at the terminal.
  static func say(_ text: String) {
    _ = write(Array("receipt-forge: \(text)\n".utf8), to: STDERR_FILENO)
  }

  /// Whether standard output is a terminal, which binary would garble.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// What the system says of the last call that failed.
  static func systemError() -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Why the tool gives up: how it ends, and what it says.
struct ToolFailure: Error {
  /// How the tool ends.
  enum Status: Int32 {
    case usage = 64
    case recipe = 65
    case cannotOpen = 66
    case internalFault = 70
    case inputOutput = 74
  }

  let status: Status
  let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }
}
