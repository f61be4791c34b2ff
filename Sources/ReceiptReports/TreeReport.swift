// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding

/// The elements of any bytes as a tree, each with its offset and length, for whoever looks into a receipt by hand.
///
/// It follows the bytes and nothing else, so it works on what no decoder accepts, up to the first malformed header. The
/// payload of a receipt, which is wrapped in an OCTET STRING, is opened, and its attribute types are named.
public struct TreeReport {
  private let bytes: [UInt8]
  private var lines: [String] = []

  /// How many levels are shown; what lies deeper is counted in bytes.
  private static let maximumDepth = 24

  /// How many lines are written before the rest is left out.
  private static let maximumLines = 100_000

  /// The tree of an input as text.
  public static func text(_ report: ReceiptReport, style: TextStyle) -> String {
    TextLines.reduced(text(report.bytes), isASCII: style.isASCII)
  }

  /// The tree of any bytes as text.
  public static func text(_ bytes: [UInt8]) -> String {
    var report = TreeReport(bytes: bytes)
    report.write(0..<bytes.count, depth: 0, isIndefinite: false)
    return report.lines.joined(separator: "\n") + "\n"
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: - Elements

  /// Writes the elements that fill a range, and gives where they end.
  @discardableResult
  private mutating func write(_ range: Range<Int>, depth: Int, isIndefinite: Bool) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, lines.count < Self.maximumLines {
      guard let header = TreeHeader(bytes, at: position, end: range.upperBound) else {
        line(position, depth, "MALFORMED HEADER, \(range.upperBound - position) bytes left")
        return range.upperBound
      }
      if header.tag == 0, isIndefinite {
        line(position, depth, "end of contents")
        return header.contents.lowerBound
      }
      position = write(header, at: position, depth: depth)
    }
    if lines.count == Self.maximumLines { lines.append("(more left out)") }
    return position
  }

  /// Writes one element with what it holds, and gives where it ends.
  private mutating func write(_ header: TreeHeader, at position: Int, depth: Int) -> Int {
    let contents = header.contents
    let size = header.isIndefinite ? "indefinite" : "\(contents.count) bytes"
    let isWrapped = header.tag == ASN1Tag.octetString.rawValue && holdsElements(contents)
    let isOpened = header.isConstructed || isWrapped
    let cut = header.isTruncated ? ", CUT OFF" : ""
    line(
      position, depth,
      "\(header.name) (\(size)\(cut))" + (isWrapped ? " holding" : isOpened ? "" : value(header))
        + note(header, contents))
    guard isOpened else { return contents.upperBound }
    guard depth < Self.maximumDepth else {
      line(contents.lowerBound, depth + 1, "deeper than \(Self.maximumDepth) levels, left out")
      return contents.upperBound
    }
    let end = write(contents, depth: depth + 1, isIndefinite: header.isIndefinite)
    return header.isIndefinite ? end : contents.upperBound
  }

  /// Whether an OCTET STRING is filled by one constructed element: the payload, a purchase, most extensions.
  private func holdsElements(_ range: Range<Int>) -> Bool {
    guard let header = TreeHeader(bytes, at: range.lowerBound, end: range.upperBound) else { return false }
    return (header.tag == 0x30 || header.tag == 0x31) && !header.isIndefinite && !header.isTruncated
      && header.contents.upperBound == range.upperBound
  }

  private mutating func line(_ offset: Int, _ depth: Int, _ text: String) {
    let number = String(offset)
    let gap = String(repeating: " ", count: max(0, 7 - number.count))
    lines.append(gap + number + String(repeating: "  ", count: depth) + " " + text)
  }

  // MARK: - Values

  private func value(_ header: TreeHeader) -> String {
    let contents = bytes[header.contents]
    switch ASN1Tag(rawValue: header.tag) {
    case .integer where !contents.isEmpty: return " \(ASN1Integer(contents: contents))"
    case .objectIdentifier:
      let octets = Array(contents)
      guard let identifier = try? ObjectIdentifier(octets.span, contents: 0..<octets.count) else { break }
      return " \(identifier)" + (identifier.knownName.map { " (\($0))" } ?? "")
    case .utf8String, .printableString, .ia5String, .utcTime, .generalizedTime:
      guard let text = String(validating: contents.prefix(200), as: UTF8.self) else { break }
      return " \"\(terminalText(text))\"" + (contents.count > 200 ? "…" : "")
    case .null where contents.isEmpty: return ""
    default: break
    }
    guard !contents.isEmpty else { return "" }
    return " " + hexadecimalText(contents.prefix(32)) + (contents.count > 32 ? "…" : "")
  }

  /// The name of the attribute that a SEQUENCE of type, version and value is.
  private func note(_ header: TreeHeader, _ contents: Range<Int>) -> String {
    guard header.tag == ASN1Tag.sequence.rawValue,
      let type = TreeHeader(bytes, at: contents.lowerBound, end: contents.upperBound), type.tag == 0x02,
      let version = TreeHeader(bytes, at: type.contents.upperBound, end: contents.upperBound),
      version.tag == 0x02,
      let value = TreeHeader(bytes, at: version.contents.upperBound, end: contents.upperBound),
      value.tag == 0x04,
      value.contents.upperBound == contents.upperBound,
      let number = ASN1Integer(contents: bytes[type.contents]).int64, 0...Int64(Int32.max) ~= number,
      let definition = AttributeTable.receipt.definition(of: Int(number))
        ?? AttributeTable.purchase.definition(of: Int(number))
    else { return "" }
    return ": attribute \(number), \(definition.name)" + text(definition.kind, value.contents)
  }

  /// The text of an attribute whose value is a string; nothing for bytes that are only by chance one.
  private func text(_ kind: AttributeKind, _ range: Range<Int>) -> String {
    switch kind {
    case .text, .bundleIdentifier, .asciiText, .date, .optionalDate, .integer, .count, .flag, .productType,
      .ownershipType, .platform, .releaseTag:
      guard let header = TreeHeader(bytes, at: range.lowerBound, end: range.upperBound),
        !header.isConstructed,
        header.contents.upperBound == range.upperBound
      else { return "" }
      return " =" + value(header)
    case .octets, .sha1Digest, .inAppPurchase, .uninterpreted: return ""
    }
  }
}

/// Identifier and length octets as they stand, with no rule but that they can be followed.
private struct TreeHeader {
  let tag: UInt8
  let contents: Range<Int>
  let isIndefinite: Bool
  /// Whether the element would end behind what encloses it; its contents are then what is left.
  let isTruncated: Bool

  init?(_ bytes: [UInt8], at start: Int, end: Int) {
    guard start + 1 < end, bytes[start] & 0x1F != 0x1F else { return nil }
    tag = bytes[start]
    let first = Int(bytes[start + 1])
    var position = start + 2
    var length = first
    if first > 0x80 {
      guard first <= 0x84, position + first - 0x80 <= end else { return nil }
      length = bytes[position..<position + first - 0x80].reduce(0) { $0 << 8 | Int($1) }
      position += first - 0x80
    }
    isIndefinite = first == 0x80 && tag & 0x20 != 0
    guard first != 0x80 || isIndefinite else { return nil }
    isTruncated = !isIndefinite && length > end - position
    contents = position..<(isIndefinite || isTruncated ? end : position + length)
  }

  var isConstructed: Bool { tag & 0x20 != 0 }

  var name: String {
    if tag & 0xC0 == 0x80 { return "[\(tag & 0x1F)]" }
    return Self.names[tag] ?? "tag \(tag)"
  }

  private static let names: [UInt8: String] = [
    0x00: "end of contents", 0x01: "BOOLEAN", 0x02: "INTEGER", 0x03: "BIT STRING", 0x04: "OCTET STRING",
    0x05: "NULL",
    0x06: "OBJECT IDENTIFIER", 0x0C: "UTF8String", 0x13: "PrintableString", 0x14: "TeletexString",
    0x16: "IA5String",
    0x17: "UTCTime", 0x18: "GeneralizedTime", 0x1E: "BMPString", 0x24: "OCTET STRING in pieces",
    0x30: "SEQUENCE",
    0x31: "SET",
  ]
}
