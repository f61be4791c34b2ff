// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import StrictJSON

/// A JSON value that any encoder can take.
struct EncodedJSON: Encodable {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// A key by its name.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members {
        try container.encode(EncodedJSON(member.value), forKey: Key(stringValue: member.key.string))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(EncodedJSON(element)) }
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string.string)
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .number(let number):
      var container = encoder.singleValueContainer()
      guard let integer = number.int64 else {
        // Models have no other numbers.
        throw EncodingError.invalidValue(
          number.text, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no integer"))
      }
      try container.encode(integer)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}
