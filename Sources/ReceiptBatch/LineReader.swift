// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// A stream as lines, each read with a bound.
package struct LineReader {
  /// One line, without its newline.
  package enum Line: Sendable {
    case bytes([UInt8])
    /// A line longer than the bound, read to its end and forgotten but for how it began.
    case tooLong(beginning: [UInt8])
  }

  /// How many bytes are remembered of a line that is too long.
  static let rememberedSize = 1 << 12

  private let limit: Int
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// Whether reading failed.
  package private(set) var hasFailed = false

  /// The lines of what a descriptor gives, `limit` bytes each at most.
  package init(limit: Int, descriptor: Int32) {
    self.limit = limit
    self.descriptor = descriptor
  }

  /// The next line; `nil` at the end. A last line without a newline counts.
  package mutating func next() -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    var hasBegun = false
    while true {
      if position == buffer.count {
        guard fill() else {
          return hasBegun ? (isTooLong ? .tooLong(beginning: line) : .bytes(line)) : nil
        }
      }
      hasBegun = true
      let rest = buffer[position...]
      let end = newline ?? buffer.count
      if isTooLong || line.count + (end - position) > limit {
        isTooLong = true
        line = Array(
          (line.prefix(Self.rememberedSize) + rest[..<end].prefix(Self.rememberedSize))
            .prefix(Self.rememberedSize))
      } else {
        line += rest[..<end]
      }
      position = end
      if end < buffer.count {
        position += 1
        return isTooLong ? .tooLong(beginning: line) : .bytes(line)
      }
    }
  }

  /// Whether the next line cannot be had without waiting for it: what is done should be shown meanwhile.
  package var wouldWait: Bool {
    guard !isAtEnd, newline == nil else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) == 0
  }

  /// Where the next newline stands in the buffer, by the C library, which looks at many bytes at a time.
  private var newline: Int? {
    unsafe buffer.withUnsafeBytes { memory in
      guard let start = memory.baseAddress,
        let found = unsafe memchr(start + position, 0x0A, memory.count - position)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// Reads more; `false` at the end.
  private mutating func fill() -> Bool {
    guard !isAtEnd else { return false }
    let size = 1 << 16
    var count = 0
    buffer = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, initializedCount in
      repeat { count = unsafe read(descriptor, memory.baseAddress, size) } while count < 0 && errno == EINTR
      initializedCount = max(count, 0)
    }
    position = 0
    hasFailed = count < 0
    isAtEnd = count <= 0
    return count > 0
  }
}
