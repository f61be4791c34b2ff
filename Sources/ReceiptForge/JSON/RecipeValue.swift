// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import StrictJSON

extension RecipeObject {
  /// The attribute that a member makes.
  enum Change {
    case keep
    case set(ReceiptAttribute)
    case remove
  }

  /// What the member of a key does to the attribute that the sample has: nothing when it is not there, none left when
  /// it is `null`.
  func change(_ key: RecipeKey) throws(RecipeError) -> Change {
    guard let value = self[key.name] else { return .keep }
    if value == .null { return .remove }
    let path = path(key.name)
    if value.object != nil {
      let raw = try RecipeObject(value, path: path, known: ["hex"])
      return .set(.bytes(key.type, try raw.octets("hex") ?? []))
    }
    switch key.kind {
    case .text: return .set(.utf8String(key.type, try Self.text(value, path)))
    case .asciiText: return .set(.ia5String(key.type, try Self.text(value, path)))
    case .date:
      let text = try Self.text(value, path)
      guard text.isEmpty || RecipeDate.isDate(text) else {
        throw RecipeError(
          path, "must be a date, 2025-01-30T12:00:00Z, or empty; {\"hex\": …} writes anything else")
      }
      return .set(.ia5String(key.type, text))
    case .integer(let names):
      if let text = value.string?.string, let number = names[text] { return .set(.integer(key.type, number)) }
      return .set(.integer(key.type, content: try Self.integer(value, path, names: names)))
    case .flag:
      if let flag = value.bool { return .set(.integer(key.type, flag ? 1 : 0)) }
      guard value.number != nil else { throw RecipeError(path, "must be true, false or an integer") }
      return .set(.integer(key.type, content: try Self.integer(value, path)))
    case .releaseTag:
      if let text = value.string, text.utf8.contains(where: { !(0x30...0x39 ~= $0) }) {
        return .set(.integer(key.type, content: Array(text.utf8)))
      }
      return .set(.integer(key.type, content: try Self.integer(value, path)))
    case .octets:
      return .set(.bytes(key.type, version: key.type == 4 ? 2 : 1, try octets(key.name) ?? []))
    }
  }

  private static func text(_ value: JSONValue, _ path: String) throws(RecipeError) -> String {
    guard let text = value.string else { throw RecipeError(path, "must be text, or null to leave it out") }
    return text.string
  }

  /// The content octets of an integer, written as a number or as text of decimal digits.
  private static func integer(
    _ value: JSONValue, _ path: String, names: [String: Int64] = [:]
  ) throws(RecipeError) -> [UInt8] {
    if let digits = value.number?.utf8 ?? value.string?.utf8, let content = integerContent(decimal: digits) {
      return content
    }
    let others = names.isEmpty ? "" : ", or one of: \(names.keys.sorted().joined(separator: ", "))"
    throw RecipeError(
      path, "must be an integer of at most 77 digits, as a number or as text" + others)
  }

  /// The shortest content octets (X.690 8.3.2) of a decimal number of at most 77 digits, which is what 32 octets hold.
  static func integerContent(decimal: ArraySlice<UInt8>) -> [UInt8]? {
    let isNegative = decimal.first == 0x2D
    let digits = isNegative ? decimal.dropFirst() : decimal
    guard 1...77 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    // The magnitude, least octet first.
    var magnitude: [UInt8] = [0]
    for digit in digits {
      var carry = UInt(digit - 0x30)
      for index in magnitude.indices {
        carry += UInt(magnitude[index]) * 10
        magnitude[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      if carry > 0 { magnitude.append(UInt8(truncatingIfNeeded: carry)) }
    }
    // One octet more holds the sign; what is then superfluous goes.
    magnitude.append(0)
    if isNegative {
      var carry: UInt8 = 1
      for index in magnitude.indices {
        let (sum, overflow) = (~magnitude[index]).addingReportingOverflow(carry)
        magnitude[index] = sum
        carry = overflow ? 1 : 0
      }
    }
    while magnitude.count > 1, let sign = magnitude.last, let next = magnitude.dropLast().last,
      (sign == 0 && next < 0x80) || (sign == 0xFF && next >= 0x80)
    {
      magnitude.removeLast()
    }
    return magnitude.reversed()
  }
}
