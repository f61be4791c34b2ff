// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// Where the tool writes: data to standard output, talk to standard error.
enum Terminal {
  /// Writes all bytes.
  ///
  /// - Returns: Whether that succeeded.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[position...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        position += count
      }
      return true
    }
  }

  /// Whether standard output is a terminal that shows colours, and the person has not declined them.
  static var showsColor: Bool {
    guard isatty(STDOUT_FILENO) == 1, environment("NO_COLOR")?.isEmpty ?? true else { return false }
    return environment("TERM") != "dumb"
  }

  /// The columns of the terminal; `nil` when standard output is none.
  static var width: Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// How many processors the host has.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Says something to the person at the terminal.
  static func say(_ text: String) {
    _ = write(Array("receipt-dump: \(text)\n".utf8), to: STDERR_FILENO)
  }
}
