// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The shape of a purchase that was read, by which the next ones are read that have the same.
///
/// Most purchases of a long receipt are renewals of one subscription: from one to the next some texts, numbers and dates
/// change, and no length does. So it is written down once which bits of a row must be as they are in its model, a row that was
/// read attribute by attribute, and where its values stand. A row of which all these bits agree has the same elements of the
/// same attributes, and all that is left to look for is what no bits can tell. Whatever differs, sound or not, is read
/// attribute by attribute; so this is never a second opinion, as with `PlainAttribute`.
///
/// A class, since to copy it for each row would cost a part of what it saves.
package final class PurchaseShape: Sendable {
  /// Where the model stands in the input.
  private let model: Range<Int>
  /// The bits of a row that must be as they are in the model, octet by octet.
  private let fixed: [UInt8]
  /// The values, in the order of their places in `AttributeTable.purchase`.
  let values: [Value]
  /// The known attributes, all of which have a value, one bit each.
  let known: UInt64

  /// A value that each row of the shape has.
  struct Value {
    /// How its slot is made of its contents.
    enum Reading {
      /// It is where they stand.
      case place
      /// It is where they stand: an INTEGER of several octets, the first of which must not be zero.
      case placeOfLongInteger
      /// It is the number that their only octet is.
      case octet
      /// It is the date that they spell.
      case date
      /// It is `noDate`.
      case noDate
    }

    let reading: Reading
    /// Where the contents stand, counted from the beginning of the row.
    let contents: Range<Int>
  }

  /// How many octets a row of this shape has.
  package var count: Int { model.count }

  /// Where the row begins that it was written down from.
  package var modelStart: Int { model.lowerBound }

  /// The shape of a purchase that fills a range of the input and has nothing wrong in it; `nil` when an attribute or a value
  /// in it looks otherwise than nearly all do.
  package init?(of model: Range<Int>, in bytes: Span<UInt8>) {
    let row = bytes.extracting(model)
    var outline = Outline(count: row.count)
    var reader = ASN1Reader(row, in: 0..<row.count, depth: 1)
    guard var set = try? reader.enter(.set), set.availableEnd == row.count else { return nil }
    while !set.isAtEnd {
      guard let attribute = PlainAttribute.read(row, at: set.position, before: row.count),
        outline.add(attribute, of: row)
      else { return nil }
      set.move(to: attribute.end)
    }
    self.model = model
    fixed = outline.fixed
    values = outline.values.compactMap(\.self)
    known = outline.known
  }

  /// Whether the row that begins at an offset of the input has this shape, and each value is what it must be.
  package func fits(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    let row = bytes.extracting(start..<start + count)
    return agrees(row, in: bytes) && values.allSatisfy { $0.slot(row, at: start) != nil }
  }

  /// Whether all bits of a row that must be are as they are in the model, which stands in `bytes`.
  @inline(__always)
  func agrees(_ row: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    let model = bytes.extracting(model)
    let octets = fixed
    let fixed = octets.span
    // All octets, rather than up to the first that differs: this way takes many at a time.
    var difference: UInt8 = 0
    for index in fixed.indices { difference |= (row[index] ^ model[index]) & fixed[index] }
    return difference == 0
  }
}

// MARK: - Values

extension PurchaseShape.Value {
  /// The slot of this value in a row, which begins at `start`; `nil` when it is not what it must be.
  @inline(__always)
  func slot(_ row: Span<UInt8>, at start: Int) -> Int64? {
    switch reading {
    case .place: return place(at: start)
    case .placeOfLongInteger: return row[contents.lowerBound] != 0 ? place(at: start) : nil
    case .octet: return Int64(row[contents.lowerBound])
    case .date: return Timestamp(row, in: contents)?.millisecondsSince1970
    case .noDate: return AppStoreReceipts.noDate
    }
  }

  @inline(__always)
  private func place(at start: Int) -> Int64 {
    PackedRange(start &+ contents.lowerBound..<start &+ contents.upperBound).slot
  }
}

/// A shape while it is written down, attribute by attribute.
private struct Outline {
  typealias Value = PurchaseShape.Value

  var fixed: [UInt8]
  /// By their places in `AttributeTable.purchase`.
  var values: [Value?] = Array(repeating: nil, count: AttributeTable.purchase.count)
  var known: UInt64 = 0

  /// Nothing of a model with so many octets is known yet.
  init(count: Int) {
    fixed = Array(repeating: 0xFF, count: count)
  }

  /// Takes an attribute of the model; `false` when its value looks otherwise than nearly all do.
  mutating func add(_ attribute: PlainAttribute, of row: Span<UInt8>) -> Bool {
    let octets = attribute.value
    guard let (index, kind) = AttributeTable.purchase.known(attribute.type) else {
      release(octets)
      return true
    }
    let value: (Value.Reading, Range<Int>)?
    switch kind {
    case .octets, .uninterpreted:
      release(octets)
      value = (.place, octets)
    case .text: value = addText(octets, of: row)
    case .date, .optionalDate: value = addDate(octets, of: row)
    case .integer, .productType, .ownershipType: value = addInteger(octets, of: row)
    case .count: value = addOctet(octets, of: row, fixed: 0x80)
    case .flag: value = addOctet(octets, of: row, fixed: 0xFE)
    // No purchase has any of these.
    case .asciiText, .bundleIdentifier, .sha1Digest, .platform, .releaseTag, .inAppPurchase: value = nil
    }
    guard let (reading, contents) = value else { return false }
    values[index] = Value(reading: reading, contents: contents)
    known |= 1 << UInt64(index)
    return true
  }

  /// Text in ASCII, which the first bit of each octet tells.
  private mutating func addText(_ octets: Range<Int>, of row: Span<UInt8>) -> (Value.Reading, Range<Int>)? {
    guard let contents = PlainElement.contents(.utf8String, row, in: octets),
      isASCII(row.extracting(contents))
    else { return nil }
    release(contents, but: 0x80)
    return (.place, contents)
  }

  private mutating func addDate(_ octets: Range<Int>, of row: Span<UInt8>) -> (Value.Reading, Range<Int>)? {
    guard let contents = PlainElement.contents(.ia5String, row, in: octets) else { return nil }
    release(contents)
    return (contents.isEmpty ? .noDate : .date, contents)
  }

  /// An INTEGER that is not below zero, which its first bit tells, and has no octet too many.
  private mutating func addInteger(
    _ octets: Range<Int>, of row: Span<UInt8>
  ) -> (Value.Reading, Range<Int>)? {
    if let octet = addOctet(octets, of: row, fixed: 0x80) { return (.place, octet.1) }
    guard let contents = PlainElement.positiveInteger(row, in: octets) else { return nil }
    release(contents)
    fixed[contents.lowerBound] = 0x80
    return (.placeOfLongInteger, contents)
  }

  /// An INTEGER of one octet that is not below zero, in which some bits are zero and stay so.
  private mutating func addOctet(
    _ octets: Range<Int>, of row: Span<UInt8>, fixed bits: UInt8
  ) -> (Value.Reading, Range<Int>)? {
    guard let contents = PlainElement.contents(.integer, row, in: octets), contents.count == 1,
      row[contents.lowerBound] & bits == 0
    else { return nil }
    fixed[contents.lowerBound] = bits
    return (.octet, contents)
  }

  /// Lets octets differ from the model, but for some bits of each.
  private mutating func release(_ range: Range<Int>, but bits: UInt8 = 0) {
    for index in range { fixed[index] = bits }
  }
}

// MARK: - Shapes in a receipt

/// Which shape the next purchase of a receipt may have.
package struct PurchaseShapes {
  private var shape: PurchaseShape?
  /// The last purchase that was read attribute by attribute, if nothing is wrong in it.
  private var model: Range<Int>?
  /// Whether the one before that was as long.
  private var modelIsRepeated = false

  package init() {}

  /// The shape to try on a purchase that fills a range; `nil` when none is known of one so long, or its end is not there.
  @inline(__always)
  package mutating func shape(ofPurchaseIn range: Range<Int>, of bytes: Span<UInt8>) -> PurchaseShape? {
    guard range.upperBound <= bytes.count else { return nil }
    if shape?.count == range.count { return shape }
    // To write down a shape costs about as much as to read a purchase: only where more are likely to come.
    guard modelIsRepeated, let model, model.count == range.count else { return nil }
    shape = PurchaseShape(of: model, in: bytes)
    return shape
  }

  /// Takes note of a purchase that was read attribute by attribute, for want of a shape or because it has another.
  package mutating func add(_ range: Range<Int>, isSound: Bool) {
    if shape?.count == range.count { shape = nil }
    modelIsRepeated = model?.count == range.count
    model = isSound ? range : nil
  }
}
