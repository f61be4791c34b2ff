// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why a text was refused, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code
  /// The first offending byte, counted from zero; the length of the text if it ends too early.
  public let offset: Int

  /// An error with this code and offset.
  public init(code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// A kind of error: an open set of names, so that a later version can tell more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens.
    public let rawValue: String

    /// The kind with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text is longer than `JSONLimits.size`.
    public static let size = Code(rawValue: "size")
    /// Containers are nested deeper than `JSONLimits.depth`.
    public static let depth = Code(rawValue: "depth")
    /// There are more values than `JSONLimits.values`.
    public static let values = Code(rawValue: "values")
    /// A byte order mark stands in front (RFC 8259, section 8.1 leaves it to the reader).
    public static let byteOrderMark = Code(rawValue: "byte-order-mark")
    /// The text ends before the value does.
    public static let truncated = Code(rawValue: "truncated")
    /// A byte that the grammar does not allow at its place.
    public static let syntax = Code(rawValue: "syntax")
    /// A byte other than a digit where a number needs one.
    public static let number = Code(rawValue: "number")
    /// A control character that stands in a string without an escape.
    public static let controlCharacter = Code(rawValue: "control-character")
    /// A backslash with something that is no escape.
    public static let escape = Code(rawValue: "escape")
    /// An escaped surrogate without its other half.
    public static let surrogate = Code(rawValue: "surrogate")
    /// A string that is not UTF-8; the offset is that of the ill-formed sequence.
    public static let encoding = Code(rawValue: "encoding")
    /// The second key of these bytes in one object; the offset is that of its quote.
    public static let duplicateKey = Code(rawValue: "duplicate-key")
    /// Something other than blanks after the value.
    public static let trailingText = Code(rawValue: "trailing-text")
  }
}
