// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// A file, or standard input, read with a bound.
enum InputFile {
  /// Why there are no bytes.
  enum Failure: Error {
    /// It cannot be opened; the system's words.
    case cannotOpen(String)
    /// Reading it failed; the system's words.
    case cannotRead(String)
  }

  /// Reads everything up to `limit` bytes, and one more if there is more, which tells that there is.
  ///
  /// A device or pipe without an end is left at that.
  static func read(_ name: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = name == "-" ? STDIN_FILENO : unsafe open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(systemError()) }
    defer { if name != "-" { close(descriptor) } }

    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0 else { throw .cannotOpen(systemError()) }
    guard information.st_mode & S_IFMT != S_IFDIR else { throw .cannotOpen("it is a directory") }

    var bytes: [UInt8] = []
    let expected = information.st_mode & S_IFMT == S_IFREG ? Int(information.st_size) : 0
    bytes.reserveCapacity(min(max(expected, 0) + 1, limit + 1))
    let chunkSize = 1 << 16
    while bytes.count <= limit {
      let wanted = min(chunkSize, limit + 1 - bytes.count)
      var count = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initializedCount in
        repeat {
          count = unsafe Glibc.read(descriptor, buffer.baseAddress, wanted)
        } while count < 0 && errno == EINTR
        initializedCount = max(count, 0)
      }
      guard count >= 0 else { throw .cannotRead(systemError()) }
      if count == 0 { break }
      bytes += chunk
    }
    return bytes
  }

  private static func systemError() -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}
