// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One value of a property list or JSON document that says what an attribute of a receipt would.
package struct SourceField: Sendable {
  /// The value as it is spelled: text, a number's digits, `true` or `false`. `nil` for what is no single value.
  package let text: ArraySlice<UInt8>?

  /// Which value it is, in the source's own terms.
  package let path: String

  /// Where in the input it stands.
  package let offset: Int

  /// A value of a source.
  package init(text: ArraySlice<UInt8>?, path: String, offset: Int) {
    self.text = text
    self.path = path
    self.offset = offset
  }
}

/// The values of a receipt or of a purchase that were found in a source, by the types of the attributes that they stand for.
package struct SourceFields: Sendable {
  /// The values in the order in which they are written.
  private(set) var fields: [(type: Int, kind: AttributeKind, field: SourceField)] = []

  /// Finds the values of a receipt itself.
  ///
  /// - Parameter lookup: The value that the source has under a key, if any.
  package static func receipt(_ lookup: (String) -> SourceField?) -> SourceFields {
    SourceFields(
      .receipt, types: [0, 1, 2, 3, 12, 15, 16, 18, 19, 21], aliases: [1: "adam_id"], lookup: lookup)
  }

  /// Finds the values of an app in the words of iOS 6, where they stand beside those of a purchase.
  package static func app(_ lookup: (String) -> SourceField?) -> SourceFields {
    SourceFields(.receipt, types: [1, 2, 3, 16], aliases: [2: "bid", 3: "bvrs"], lookup: lookup)
  }

  /// Finds the values of a purchase: all but its type, which only the binary receipt has.
  package static func purchase(_ lookup: (String) -> SourceField?) -> SourceFields {
    SourceFields(
      .purchase, types: Set(AttributeTable.purchase.definitions.map(\.type)).subtracting([1707]),
      aliases: [:],
      lookup: lookup)
  }

  /// The keys are those of JSON output, which are Apple's. A date has several, of which the one with milliseconds is the exact
  /// one (observed); an empty value counts as none.
  private init(
    _ table: AttributeTable, types: Set<Int>, aliases: [Int: String], lookup: (String) -> SourceField?
  ) {
    for definition in table.definitions where types.contains(definition.type) {
      guard let key = definition.key.map({ "\($0)" }) else { continue }
      var keys = [key]
      if definition.kind == .date || definition.kind == .optionalDate {
        keys = [key + "_ms", key, key + "_formatted", key + "_pst", key + "_formatted_pst"]
      }
      if let alias = aliases[definition.type] { keys.append(alias) }
      for key in keys {
        guard let field = lookup(key), field.text?.isEmpty != true else { continue }
        fields.append((definition.type, definition.kind, field))
        break
      }
    }
  }

  /// The value of an attribute.
  package subscript(type: Int) -> SourceField? {
    fields.first { $0.type == type }?.field
  }

  /// The values of both, these where both have one.
  package func merging(_ others: SourceFields) -> SourceFields {
    var merged = self
    for other in others.fields where self[other.type] == nil { merged.fields.append(other) }
    return merged
  }
}
