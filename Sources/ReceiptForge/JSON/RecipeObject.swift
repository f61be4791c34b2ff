// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import StrictJSON

/// An object of a recipe, whose keys must all be known.
struct RecipeObject {
  let path: String
  private let members: [JSONMember]

  /// The object that a value is.
  ///
  /// - Parameter known: Every key that it may have.
  init(_ value: JSONValue, path: String, known: [String]) throws(RecipeError) {
    guard let members = value.object else { throw RecipeError(path, "must be an object") }
    for member in members where !known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      throw RecipeError(
        path, "unknown key '\(Self.shown(member.key))'; known here: \(known.joined(separator: ", "))")
    }
    self.path = path
    self.members = members
  }

  /// The value of a member; `nil` if there is none.
  subscript(key: String) -> JSONValue? {
    members.first { key.utf8.elementsEqual($0.key.utf8) }?.value
  }

  /// The place of a member.
  func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Whatever was written, so that it can neither fill a screen nor move a cursor.
  private static func shown(_ key: JSONString) -> String {
    String(
      String.UnicodeScalarView(
        key.string.unicodeScalars.prefix(60).map { 0x20..<0x7F ~= $0.value ? $0 : "?" }))
  }

  // MARK: - Members of one kind

  func text(_ key: String) throws(RecipeError) -> String? {
    guard let value = self[key] else { return nil }
    guard let string = value.string else { throw RecipeError(path(key), "must be text") }
    return string.string
  }

  /// A text that is one of some words.
  func word<Meaning>(_ key: String, _ meanings: KeyValuePairs<String, Meaning>) throws(RecipeError)
    -> Meaning?
  {
    guard let text = try text(key) else { return nil }
    guard let meaning = meanings.first(where: { $0.key.utf8.elementsEqual(text.utf8) })?.value else {
      throw RecipeError(path(key), "must be one of: \(meanings.map(\.key).joined(separator: ", "))")
    }
    return meaning
  }

  func count(_ key: String, in range: ClosedRange<Int>) throws(RecipeError) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.number?.int64, let count = Int(exactly: number), range ~= count else {
      throw RecipeError(path(key), "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  func octets(_ key: String) throws(RecipeError) -> [UInt8]? {
    guard let value = self[key] else { return nil }
    guard let octets = value.string.flatMap({ Self.octets(hexadecimal: $0.utf8) }) else {
      throw RecipeError(path(key), "must be text of hexadecimal digits, two a byte")
    }
    return octets
  }

  static func octets(hexadecimal digits: ArraySlice<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x37
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      if let upper = high {
        octets.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? octets : nil
  }
}
