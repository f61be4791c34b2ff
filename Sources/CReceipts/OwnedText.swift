// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Text for C code, with a NUL behind it, that stays where it is as long as this object.
@safe final class OwnedText: @unchecked Sendable {
  /// The bytes, which nobody writes any more.
  private let bytes: UnsafeMutableBufferPointer<CChar>

  /// A copy of some bytes.
  init(_ text: some Collection<UInt8>) {
    unsafe bytes = .allocate(capacity: text.count + 1)
    let end = unsafe bytes.initialize(fromContentsOf: text.lazy.map { CChar(bitPattern: $0) })
    unsafe bytes.initializeElement(at: end, to: 0)
  }

  deinit { unsafe bytes.deallocate() }

  /// The first byte. How many there are before the NUL is stored where `length` points, unless that is NULL.
  func pointer(_ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
    if let length = unsafe length { unsafe length.pointee = bytes.count - 1 }
    return unsafe UnsafePointer(bytes.baseAddress)
  }
}
