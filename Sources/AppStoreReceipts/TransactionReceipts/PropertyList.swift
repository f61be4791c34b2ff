// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A property list in the old style, as NeXTSTEP had it and as transaction receipts still do: a dictionary in braces.
///
/// ```
/// dictionary = "{" *( string "=" value ";" ) "}"
/// value      = string / dictionary
/// string     = quoted / 1*( letter / digit / "_" / "$" / "/" / ":" / "." / "-" )
/// ```
/// (Apple, *Property List Programming Guide*, "Old-Style ASCII Property Lists".) Of that grammar, what no receipt has is
/// refused: arrays, data, and comments, in which two readers could see different lists.
package struct PropertyList: Sendable {
  /// The entries, in the order of the text, each key once.
  package let entries: [Entry]

  /// One entry of a dictionary.
  package struct Entry: Sendable {
    /// The key.
    package let key: ReceiptText
    /// The value.
    package let value: Value
    /// Where the value stands in the text, without the quotes of a string.
    package let range: Range<Int>
  }

  /// What a key stands for.
  package enum Value: Sendable {
    /// Text, escapes read.
    case string(ReceiptText)
    /// A list inside the list.
    case dictionary(PropertyList)
  }

  /// How much of a text is read before it is refused.
  package struct Limits: Hashable, Sendable {
    /// Bytes of the text. 8 MiB unless set.
    package var size = 8 << 20
    /// Dictionaries open at one time. 8 unless set.
    package var depth = 8
    /// Entries in all dictionaries together. 1 024 unless set; the largest receipt known has 23.
    package var entries = 1_024

    /// The defaults.
    package init() {}
  }

  /// Reads a text that begins with a dictionary, with blanks around it or none.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: The bounds to keep.
  ///   - allowsTrailingText: Whether anything may stand behind the dictionary.
  package init(
    _ text: [UInt8], limits: Limits = Limits(), allowsTrailingText: Bool = false
  ) throws(PropertyListError) {
    guard text.count <= limits.size else { throw PropertyListError(code: .size, offset: max(0, limits.size)) }
    var parser = PropertyListParser(text, limits: limits)
    self = try parser.document(allowsTrailingText: allowsTrailingText)
  }

  init(entries: [Entry]) {
    self.entries = entries
  }

  /// The entry of a key.
  package subscript(key: String) -> Entry? {
    entries.first { $0.key.matches(key) }
  }
}

extension PropertyList.Entry {
  /// The text; `nil` for a dictionary.
  package var string: ReceiptText? {
    if case .string(let text) = value { text } else { nil }
  }
}
