// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// One attribute as the receipt has it, known or not.
public struct ReceiptAttribute: Sendable {
  /// The type; `nil` outside 0 … 2³¹ − 1, where no attribute has a meaning.
  public let type: Int?

  /// The version: 1, but for type 4, which Apple writes with 2 (observed).
  public let version: ASN1Integer

  /// The octets of the value.
  public let value: ArraySlice<UInt8>

  /// The first byte of the attribute in the input.
  public let offset: Int

  /// Whether the same type stands once more, although it may stand only once.
  public let isRepeated: Bool

  /// What is known of the type; `nil` when nothing is.
  public let definition: AttributeDefinition?

  /// All sound attributes of the SET that fills a range of the payload.
  static func all(in payload: Payload, _ range: Range<Int>, _ table: AttributeTable) -> [ReceiptAttribute] {
    let bytes = payload.bytes
    let span = bytes.span.extracting(0..<payload.range.upperBound)
    var attributes: [RawAttribute] = []
    var met: UInt64 = 0
    var repeated: UInt64 = 0
    RawAttribute.forEach(span, in: range) { attribute in
      attributes.append(attribute)
      guard let type = attribute.type, let (index, kind) = table.known(type), kind != .inAppPurchase else {
        return
      }
      let bit: UInt64 = 1 << UInt64(index)
      repeated |= met & bit
      met |= bit
    }
    return attributes.map { attribute in
      let known = attribute.type.flatMap { table.known($0) }
      return ReceiptAttribute(
        type: attribute.type.map { Int($0) },
        version: ASN1Integer(contents: bytes[attribute.versionContents]),
        value: bytes[attribute.value], offset: payload.inputOffset(of: attribute.start),
        isRepeated: known.map { repeated & (1 << UInt64($0.index)) != 0 } ?? false,
        definition: attribute.type.flatMap { table.definition(of: Int($0)) })
    }
  }
}

/// What is wrong with one attribute. It does not keep the rest of the receipt from being read.
public struct ReceiptProblem: Hashable, Sendable {
  /// What is wrong: a code of class `payload`.
  public let code: ReceiptError.Code

  /// The type of the attribute; `nil` outside 0 … 2³¹ − 1.
  public let type: Int?

  /// Which attribute, indices from zero: `signedData.content.attribute[17][3].attribute[1708]`.
  public let path: String

  /// The first offending byte in the input.
  public let offset: Int

  /// The octets of the attribute's value; `nil` when there is no such attribute.
  public let value: ArraySlice<UInt8>?

  /// The index of the purchase that it is in; `nil` at the top level.
  public let purchase: Int?

  /// The problem as an error, for those who refuse a receipt for it.
  public var error: ReceiptError { ReceiptError(code, at: offset, path: path) }

  init(_ record: ProblemRecord, in payload: Payload) {
    code =
      switch record.code {
      case .value: .payloadValue
      case .duplicateAttribute: .payloadDuplicateAttribute
      case .attributeType: .payloadAttributeType
      case .missingAttribute: .payloadMissingAttribute
      }
    let attribute = record.place.attribute.flatMap { payload.attribute(at: $0) }
    let number = record.place.missingType.map { Int64($0) } ?? attribute?.type.int64
    type = number.flatMap { 0...Int64(Int32.max) ~= $0 ? Int($0) : nil }
    path = payload.path(of: record.place)
    offset = payload.inputOffset(of: record.offset)
    value = record.place.attribute.flatMap { payload.composition?.field(at: $0)?.text } ?? attribute?.value
    purchase = record.place.purchase
  }
}
