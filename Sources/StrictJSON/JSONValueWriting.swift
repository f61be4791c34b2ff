// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension JSONWriter {
  /// Writes one document that is the value, and a newline.
  public mutating func value(_ value: JSONValue) {
    output.value(value)
    output.endDocument()
  }
}

extension JSONObjectWriter {
  /// Writes a member that holds a value as it was read; strings are escaped anew.
  public mutating func member(_ key: StaticString, value: JSONValue?) {
    guard let value else { return }
    output.key(key)
    output.value(value)
  }

  /// Writes a member as it was read; strings are escaped anew.
  public mutating func member(_ member: JSONMember) {
    output.key(member.key.utf8.span)
    output.value(member.value)
  }
}

extension JSONArrayWriter {
  /// Writes an element that is a value as it was read; strings are escaped anew.
  public mutating func element(value: JSONValue) {
    output.nextItem()
    output.value(value)
  }
}

extension JSONOutput {
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .number(let number): encoded(number.utf8.span)
    case .string(let text): string(text.utf8.span)
    case .array(let elements): array { for element in elements { $0.element(value: element) } }
    case .object(let members): object { for member in members { $0.member(member) } }
    }
  }
}
