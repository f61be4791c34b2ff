// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One attribute of a receipt: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }` (Apple,
/// Receipt Fields).
public struct ReceiptAttribute: Sendable, Hashable {
  /// The INTEGER content of `type`.
  public var type: [UInt8]
  /// The INTEGER content of `version`: 1, but 2 for the opaque value of App Store receipts.
  public var version: [UInt8]
  /// The octets inside `value`.
  public var value: [UInt8]

  /// An attribute of raw content: any integer, any octets.
  public init(type: [UInt8], version: [UInt8] = [1], value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  /// An attribute of that type number whose value holds these octets.
  public init(_ type: Int64, version: Int64 = 1, value: [UInt8]) {
    self.init(
      type: DERWriter.integerContent(type), version: DERWriter.integerContent(version), value: value)
  }

  // MARK: - Values of the common kinds

  /// An attribute that holds a UTF8String: types 0, 2, 3, 19, 1702, 1703, 1705, …
  public static func utf8String(_ type: Int64, _ text: String) -> ReceiptAttribute {
    ReceiptAttribute(type, value: DERWriter.encode { $0.utf8String(text) })
  }

  /// An attribute that holds an IA5String: type 10, and every date. Text that is empty means an absent date.
  public static func ia5String(_ type: Int64, _ text: String) -> ReceiptAttribute {
    ReceiptAttribute(type, value: DERWriter.encode { $0.ia5String(text) })
  }

  /// An attribute that holds an INTEGER: types 1, 11, 13 to 16, 25, 1701, 1707, 1711, …
  public static func integer(_ type: Int64, _ value: Int64) -> ReceiptAttribute {
    ReceiptAttribute(type, value: DERWriter.encode { $0.integer(value) })
  }

  /// An attribute that holds an INTEGER of these content octets, for what an `Int64` cannot hold or DER
  /// forbids.
  public static func integer(_ type: Int64, content: [UInt8]) -> ReceiptAttribute {
    ReceiptAttribute(type, value: DERWriter.encode { $0.integer(content: content) })
  }

  /// An attribute whose value is no ASN.1 at all: types 4 to 7.
  public static func bytes(_ type: Int64, version: Int64 = 1, _ value: [UInt8]) -> ReceiptAttribute {
    ReceiptAttribute(type, version: version, value: value)
  }

  // MARK: - Encoding

  /// The element.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.integer(content: type)
        $0.integer(content: version)
        $0.octetString(value)
      }
    }
  }

  /// The number that `type` is, or nil when it does not fit an `Int64`.
  public var typeNumber: Int64? {
    guard (1...8).contains(type.count) else { return nil }
    return type.reduce(type[0] >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  /// Whether the type's content is the DER of that number.
  func has(type number: Int64) -> Bool { type == DERWriter.integerContent(number) }
}
