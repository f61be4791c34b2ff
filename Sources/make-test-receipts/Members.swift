// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// The members of a JSON object being gathered; a value that is nil adds none.
struct Members {
  private var members: [(key: String, value: JSONValue)] = []

  /// The object.
  var object: JSONValue { .object(members) }

  mutating func append(_ key: String, _ value: JSONValue) { members.append((key, value)) }

  mutating func text(_ key: String, _ text: String?) {
    if let text { append(key, .text(text)) }
  }

  mutating func list(_ key: String, _ items: [JSONValue]) { append(key, .list(items)) }

  /// Identifiers and 64-bit numbers are text.
  mutating func integer(_ key: String, _ number: SampleInteger?) { text(key, number?.decimal) }

  mutating func flag(_ key: String, _ number: SampleInteger?) {
    if let number { append(key, .flag(number.decimal == "1")) }
  }

  /// `other_attributes`: those without a key of their own, in the order of the receipt; none, no member.
  mutating func others(_ attributes: [ReceiptAttribute], style: ReceiptStyle, keyed: Set<Int64>) {
    var rest = attributes.filter { attribute in attribute.typeNumber.map { !keyed.contains($0) } ?? true }
    if style == .der { rest.sort { DERWriter.precedes($0.encoded, $1.encoded) } }
    if rest.isEmpty { return }
    list(
      "other_attributes",
      rest.map { attribute in
        .object([
          ("type", .number(attribute.typeNumber ?? 0)),
          ("version", .number(attribute.version.reduce(0) { $0 << 8 | Int64($1) })),
          ("hex", .text(hexadecimal(attribute.value))),
        ])
      })
  }
}
