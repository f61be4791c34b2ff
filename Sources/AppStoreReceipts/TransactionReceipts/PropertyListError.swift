// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why a text is no property list that is read here, and where.
package struct PropertyListError: Error, Hashable, Sendable {
  /// What is wrong.
  package let code: Code

  /// The first offending byte, counted from the start of the text; its length if it ends too early.
  package let offset: Int

  /// An error with this code and offset.
  package init(code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// A kind of error: an open set of names.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens.
    package let rawValue: String

    /// The kind with this name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text is longer than `PropertyList.Limits.size`.
    package static let size = Code(rawValue: "size")
    /// Dictionaries are nested deeper than `PropertyList.Limits.depth`.
    package static let depth = Code(rawValue: "depth")
    /// There are more entries than `PropertyList.Limits.entries`.
    package static let entries = Code(rawValue: "entries")
    /// The text ends before the list does.
    package static let truncated = Code(rawValue: "truncated")
    /// A byte that the grammar does not allow at its place.
    package static let syntax = Code(rawValue: "syntax")
    /// A comment.
    package static let comment = Code(rawValue: "comment")
    /// A backslash with something that is no escape.
    package static let escape = Code(rawValue: "escape")
    /// A string that is not UTF-8.
    package static let encoding = Code(rawValue: "encoding")
    /// The second key of these bytes in one dictionary.
    package static let duplicateKey = Code(rawValue: "duplicate-key")
    /// Something other than blanks after the list.
    package static let trailingText = Code(rawValue: "trailing-text")
  }
}
