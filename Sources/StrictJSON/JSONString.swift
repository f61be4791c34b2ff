// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A JSON string after its escapes were read: well-formed UTF-8.
///
/// Equality and hash are of the bytes. Swift's `String` takes `é` in one scalar and in two for the same text,
/// and the Kelvin sign for K; a product identifier or a duplicate key must not be judged so.
///
/// A string that was read without escapes is a view of the document's bytes and keeps all of them in memory.
public struct JSONString: Sendable {
  private let storage: [UInt8]
  // 32 bits halve the size of a document full of short values; `JSONReader` refuses texts beyond them.
  private let start: UInt32
  private let end: UInt32

  /// The string with the same scalars.
  public init(_ string: String) {
    self.init(wellFormed: Array(string.utf8))
  }

  init(wellFormed bytes: [UInt8]) {
    storage = bytes
    start = 0
    end = UInt32(clamping: bytes.count)
  }

  /// A view of `storage`, whose range is well-formed UTF-8 and ends below 2³².
  init(viewing storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  // MARK: - Content

  /// The bytes, without a copy.
  public var utf8: ArraySlice<UInt8> { storage[Int(start)..<Int(end)] }

  /// The text as a Swift string: a copy.
  public var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Whether the bytes are those of the literal.
  public static func == (string: JSONString, literal: StaticString) -> Bool {
    literal.withUTF8Buffer { unsafe string.utf8.elementsEqual($0) }
  }
}

// MARK: - Hashable

extension JSONString: Hashable {
  /// Whether the bytes are the same.
  public static func == (left: JSONString, right: JSONString) -> Bool {
    left.utf8 == right.utf8
  }

  /// Feeds the bytes to a hasher, which Swift seeds at random for each process.
  public func hash(into hasher: inout Hasher) {
    // At once: an array feeds its elements one by one.
    unsafe utf8.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(0xFF as UInt8)
  }
}

extension JSONString: CustomStringConvertible {
  /// The text as a Swift string.
  public var description: String { string }
}
