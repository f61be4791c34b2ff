// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A JSON value whose members keep their order, and its text.
enum JSONValue {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The value in two-space indentation, `depth` levels deep.
  func rendered(_ depth: Int = 0) -> String {
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return String(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let items): return Self.block("[", items.map { $0.rendered(depth + 1) }, "]", depth)
    case .object(let members):
      let lines = members.map { Self.quoted($0.key) + ": " + $0.value.rendered(depth + 1) }
      return Self.block("{", lines, "}", depth)
    }
  }

  private static func block(_ open: String, _ lines: [String], _ close: String, _ depth: Int) -> String {
    if lines.isEmpty { return open + close }
    let margin = String(repeating: "  ", count: depth)
    return open + "\n" + lines.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin + close
  }

  /// Text between quotes. Whatever is not printable ASCII is escaped, so that the file can be looked at
  /// anywhere.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case " "..."~": result.unicodeScalars.append(scalar)
      default: for unit in UTF16.encode(scalar) ?? .init() { result += escape(unit) }
      }
    }
    return result + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// Bytes in lower-case hexadecimal.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
}
