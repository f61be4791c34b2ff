// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Glibc

/// The folder that the receipts are written into.
struct OutputFolder {
  let path: String

  /// A folder at that path, made if it is not there.
  init(_ path: String) throws(OutputError) {
    self.path = path
    if unsafe mkdir(path, 0o777) != 0 && errno != EEXIST { throw OutputError(path: path, number: errno) }
  }

  /// Writes a file, over what was there.
  func write(_ bytes: [UInt8], to name: String) throws(OutputError) {
    let place = path + "/" + name
    guard let file = unsafe fopen(place, "wb") else { throw OutputError(path: place, number: errno) }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    let number = errno
    guard unsafe fclose(file) == 0 && count == bytes.count else {
      throw OutputError(path: place, number: number)
    }
  }
}

/// Why something could not be written.
struct OutputError: Error {
  let path: String
  let number: Int32

  var message: String { "\(path): \(unsafe String(cString: strerror(number)))" }
}
