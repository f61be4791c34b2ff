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

  /// Says something to the person at the terminal.
  static func say(_ text: String) {
    _ = write(Array("receipt-dump: \(text)\n".utf8), to: STDERR_FILENO)
  }
}
