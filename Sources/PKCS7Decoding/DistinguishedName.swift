// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The name of a certificate's subject or issuer (RFC 5280 4.1.2.4).
///
/// ```
/// Name ::= SEQUENCE OF RelativeDistinguishedName
/// RelativeDistinguishedName ::= SET SIZE (1..MAX) OF SEQUENCE { type OBJECT IDENTIFIER, value ANY }
/// ```
public struct DistinguishedName: Sendable {
  /// The encoded name, header included.
  public let der: ArraySlice<UInt8>

  /// The name in the form of RFC 4514, `CN=Apple Root CA,O=Apple Inc.,C=US`; `nil` when it cannot be read.
  public var rfc4514: String? {
    guard let attributes = try? attributes() else { return nil }
    var result = ""
    // From the last relative name to the first, and each from its first attribute to its last.
    var end = attributes.endIndex
    while end > 0 {
      let start = attributes[..<end].lastIndex(where: \.beginsRelativeName) ?? 0
      if end < attributes.count { result += "," }
      for index in start..<end {
        if index > start { result += "+" }
        attributes[index].write(der, to: &result)
      }
      end = start
    }
    return result
  }

  /// The last commonName in it; `nil` when there is none or the name cannot be read.
  public var commonName: String? {
    guard let attributes = try? attributes() else { return nil }
    return attributes.last { $0.type == .commonName }?.text(in: der)
  }

  /// One attribute of a name.
  private struct Attribute {
    let type: ObjectIdentifier
    let value: ASN1Element
    /// Whether it is the first of its relative name.
    let beginsRelativeName: Bool

    /// The value as text; `nil` when its type is none that holds text, or its octets are not of that type.
    func text(in der: ArraySlice<UInt8>) -> String? {
      let contents = der[inside: value.contents]
      return switch value.tag {
      case .utf8String: String(validating: contents, as: UTF8.self)
      case .printableString, .ia5String:
        contents.allSatisfy { $0 < 0x80 } ? String(decoding: contents, as: UTF8.self) : nil
      default: nil
      }
    }

    func write(_ der: ArraySlice<UInt8>, to result: inout String) {
      if let keyword = keyword(of: type), let text = text(in: der) {
        result += keyword
        result += "="
        result += escaped(text)
      } else {
        result += "\(type)=#\(hexadecimalText(der[inside: value.range]))"
      }
    }
  }

  private func attributes() throws(ASN1Error) -> [Attribute] {
    var reader = ASN1Reader(der.span, in: 0..<der.count, depth: 3)
    var sequence = try reader.enter(.sequence)
    var attributes: [Attribute] = []
    while !sequence.isAtEnd {
      var set = try sequence.enter(.set)
      var isFirst = true
      // One at least: a relative name without an attribute would not show.
      repeat {
        var pair = try set.enter(.sequence)
        let type = try pair.readObjectIdentifier()
        let value = try pair.readElement()
        try set.leave(pair)
        attributes.append(Attribute(type: type, value: value, beginsRelativeName: isFirst))
        isFirst = false
      } while !set.isAtEnd
      try sequence.leave(set)
    }
    return attributes
  }
}

extension ArraySlice {
  /// The part at a range that counts from the first element of this one.
  fileprivate subscript(inside range: Range<Int>) -> ArraySlice {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}

extension DistinguishedName {
  /// Whether a text is seen at a glance to need no escapes: letters, digits and what stands between them in nearly every
  /// name. Any other may need none either.
  package static func isPlain(_ text: String) -> Bool {
    let space = UInt8(ascii: " ")
    guard text.utf8.first != space, text.utf8.last != space else { return false }
    return text.utf8.allSatisfy { octet in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet
        || UInt8(ascii: "-")...UInt8(ascii: "9") ~= octet || octet == space
    }
  }
}

/// Escapes what RFC 4514 2.4 says must not stand raw.
private func escaped(_ text: String) -> String {
  if DistinguishedName.isPlain(text) { return text }
  var result = ""
  let scalars = Array(text.unicodeScalars)
  for (index, scalar) in scalars.enumerated() {
    let isAtEdge = index == 0 || index == scalars.count - 1
    switch scalar {
    case "\"", "+", ",", ";", "<", ">", "\\": result += "\\\(scalar)"
    case "#" where index == 0: result += "\\#"
    case " " where isAtEdge: result += "\\ "
    case "\0": result += "\\00"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The short names of RFC 4514 3, UID among them, the usual ones first.
private let keywords: [(type: ObjectIdentifier, keyword: String)] = [
  (.commonName, "CN"),
  (ObjectIdentifier(2, 5, 4, 11), "OU"),
  (ObjectIdentifier(2, 5, 4, 10), "O"),
  (ObjectIdentifier(2, 5, 4, 6), "C"),
  (ObjectIdentifier(2, 5, 4, 7), "L"),
  (ObjectIdentifier(2, 5, 4, 8), "ST"),
  (ObjectIdentifier(2, 5, 4, 9), "STREET"),
  (ObjectIdentifier(0, 9, 2342, 19200300, 100, 1, 1), "UID"),
  (ObjectIdentifier(0, 9, 2342, 19200300, 100, 1, 25), "DC"),
]

private func keyword(of type: ObjectIdentifier) -> String? { keywords.first { $0.type == type }?.keyword }

extension ObjectIdentifier {
  fileprivate static let commonName = ObjectIdentifier(2, 5, 4, 3)
}
