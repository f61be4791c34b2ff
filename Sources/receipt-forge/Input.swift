// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Glibc

/// A file, or standard input.
@safe struct Input: ~Copyable {
  private let stream: UnsafeMutablePointer<FILE>
  private let name: String

  /// Opens a file; `-` is standard input.
  init(_ name: String) throws(ToolFailure) {
    let opened = unsafe name == "-" ? fdopen(STDIN_FILENO, "rb") : fopen(name, "rb")
    guard let opened = unsafe opened else {
      throw ToolFailure(.cannotOpen, "\(name): \(Output.systemError())")
    }
    unsafe stream = unsafe opened
    self.name = name == "-" ? "standard input" : name
  }

  deinit { unsafe fclose(stream) }

  /// Everything up to the end.
  func all() throws(ToolFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, stream)
      bytes += chunk.prefix(count)
      guard bytes.count <= Self.maximumSize else { throw ToolFailure(.recipe, "\(name): longer than 64 MiB") }
      if count < chunk.count { break }
    }
    try checkForErrors()
    return bytes
  }

  /// The next line without its newline; `nil` at the end. A last line without a newline counts.
  func line() throws(ToolFailure) -> [UInt8]? {
    var text: UnsafeMutablePointer<CChar>?
    var capacity = 0
    let count = unsafe getline(&text, &capacity, stream)
    defer { unsafe free(text) }
    guard count > 0, let text = unsafe text else {
      try checkForErrors()
      return nil
    }
    var line = unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
    if line.last == 0x0A { line.removeLast() }
    return line
  }

  private static let maximumSize = 64 << 20

  private func checkForErrors() throws(ToolFailure) {
    guard unsafe ferror(stream) == 0 else {
      throw ToolFailure(.inputOutput, "\(name): \(Output.systemError())")
    }
  }
}
