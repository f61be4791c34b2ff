// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding

/// The content of a receipt and what was decoded from it, shared by all values that are views of it.
final class Payload: Sendable {
  /// The bytes in which the content stands: the whole input, or a copy of the content when the input has it in pieces.
  let bytes: [UInt8]
  /// Where the content stands in `bytes`.
  let range: Range<Int>
  /// Where the elements of the content are read: as far as they say when the content is cut off, for want of another end.
  let elements: Range<Int>
  /// The pieces from which `bytes` was copied; `nil` when the content is read in place.
  private let pieces: OctetStringPieces?
  /// What it was composed of; `nil` for the content of a message.
  let composition: Composition?

  let values: ReceiptValues
  let purchases: PurchaseRecords
  let problems: [ProblemRecord]

  /// Decodes the content of a message, with its first fault.
  static func decode(
    _ signedData: SignedData, _ content: OctetStringPieces, limits: AppReceipt.Limits
  ) -> (payload: Payload, fault: ReceiptError?) {
    let (bytes, range) = joined(content, of: signedData.input)
    let end = signedData.contentIsComplete ? range.upperBound : signedData.announcedContentEnd ?? .max
    let elements = range.lowerBound..<end
    var decoder = PayloadDecoder(limits: limits)
    decoder.decode(bytes.span.extracting(0..<range.upperBound), in: elements)
    let payload = Payload(
      bytes: bytes, range: range, elements: elements, pieces: content.single == nil ? content : nil,
      decoded: decoder)
    return (payload, decoder.fault.map { payload.error($0, at: decoder.faultPlace) })
  }

  /// An error of the decoder in the terms of the input.
  func error(_ fault: ASN1Error, at place: AttributePlace) -> ReceiptError {
    ReceiptError(
      ReceiptError.Code(fault.code), at: inputOffset(of: fault.offset), path: path(of: place))
  }

  /// Decodes content that stands alone: the attributes of a receipt, or of one purchase, which becomes the only one.
  static func decode(withoutMessage bytes: [UInt8], limits: AppReceipt.Limits) -> Payload {
    var firstType: Int64?
    RawAttribute.forEach(bytes.span, in: 0..<Int.max) { firstType = firstType ?? $0.type }
    let isPurchase = firstType.map { 1700..<1800 ~= $0 } ?? false
    var decoder = PayloadDecoder(limits: limits)
    // It may be cut off, as the content of a message may, and then ends wherever its elements say.
    let open = 0..<Int.max
    if isPurchase {
      decoder.decodePurchase(bytes.span, in: open)
    } else {
      decoder.decode(bytes.span, in: open)
    }
    return Payload(
      bytes: bytes, range: bytes.indices, elements: isPurchase ? 0..<0 : open, pieces: nil, decoded: decoder)
  }

  /// The bytes that hold the content in one piece, and where: the input itself where it has it so.
  private static func joined(_ content: OctetStringPieces, of input: [UInt8]) -> ([UInt8], Range<Int>) {
    if let single = content.single { return (input, single) }
    var copy: [UInt8] = []
    copy.reserveCapacity(content.count)
    for piece in content.ranges { copy += input[piece] }
    return (copy, 0..<copy.count)
  }

  init(
    bytes: [UInt8], range: Range<Int>, elements: Range<Int>, pieces: OctetStringPieces?,
    decoded: PayloadDecoder, composition: Composition? = nil
  ) {
    self.bytes = bytes
    self.range = range
    self.elements = elements
    self.pieces = pieces
    self.composition = composition
    values = decoded.values
    purchases = decoded.purchases
    problems = decoded.problems
  }

  // MARK: - Values

  /// The octets that a slot points to.
  func octets(_ slot: Int64?) -> ArraySlice<UInt8>? {
    slot.map { bytes[PackedRange(slot: $0).range] }
  }

  /// The text that a slot points to, empty text included.
  func text(_ slot: Int64?) -> ReceiptText? {
    octets(slot).map { ReceiptText(validated: $0) }
  }

  /// The integer in a slot.
  @inline(__always)
  func integer(_ slot: Int64?) -> ASN1Integer? {
    guard let slot else { return nil }
    if let number = PackedInteger.number(slot) { return ASN1Integer(number) }
    return ASN1Integer(contents: bytes[PackedRange(slot: slot).range])
  }

  // MARK: - Places

  /// Where in the input a byte of the payload stands.
  func inputOffset(of offset: Int) -> Int {
    composition?.field(at: offset)?.offset ?? pieces?.inputOffset(of: offset) ?? offset
  }

  /// The path of an attribute, in the terms of CLI output.
  func path(of place: AttributePlace) -> String {
    if let composition { return place.attribute.flatMap { composition.field(at: $0)?.path } ?? "" }
    var path = "signedData.content"
    if let purchase = place.purchase { path += ".attribute[17][\(purchase)]" }
    if let missing = place.missingType { return path + ".attribute[\(missing)]" }
    guard let start = place.attribute else { return path }
    // A type of any length can be written into a receipt, and need not be copied into messages.
    guard let type = attribute(at: start)?.type, type.contents.count <= ASN1Integer.maximumDecimalCount else {
      return path + ".attribute"
    }
    return path + ".attribute[\(type)]"
  }

  /// The type and, if it can be read, the value of the attribute whose element begins at `start`.
  func attribute(at start: Int) -> (type: ASN1Integer, value: ArraySlice<UInt8>?)? {
    let bytes = bytes
    var reader = ASN1Reader(bytes.span.extracting(0..<range.upperBound), in: start..<Int.max, depth: 1)
    do {
      var element = try reader.enter(.sequence)
      let type = ASN1Integer(contents: bytes[try element.readIntegerContents()])
      let value = try? Self.valueBehindType(&element)
      return (type, value.map { bytes[$0] })
    } catch {
      return nil
    }
  }

  private static func valueBehindType(_ element: inout ASN1Reader) throws(ASN1Error) -> Range<Int> {
    _ = try element.readIntegerContents()
    return try element.read(.octetString)
  }
}

extension ReceiptError.Code {
  init(_ code: ASN1Error.Code) {
    self.init(rawValue: code.description)
  }
}
