// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A JSON value (RFC 8259, section 3) with everything that the text said but blanks and escapes.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as spelled.
  case number(JSONNumber)
  /// A string.
  case string(JSONString)
  /// An array.
  case array([JSONValue])
  /// An object: members in the order of the text, each key once.
  case object([JSONMember])
}

/// A member of a JSON object (RFC 8259, section 4).
public struct JSONMember: Hashable, Sendable {
  /// The name, compared by bytes.
  public let key: JSONString
  /// The value.
  public let value: JSONValue

  /// A member with this name and value.
  public init(_ key: JSONString, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

// MARK: - Looking inside

extension JSONValue {
  /// The value of a member, or `nil` if there is none or this is no object. Time is linear in the number of
  /// members.
  public subscript(key: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The string, or `nil` if this is none.
  public var string: JSONString? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, or `nil` if this is none.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The truth value, or `nil` if this is none.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements, or `nil` if this is no array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, or `nil` if this is no object.
  public var object: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }
}
