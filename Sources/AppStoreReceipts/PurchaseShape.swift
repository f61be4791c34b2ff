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
  /// The octets of a row that must not be zero: the first of each INTEGER with several.
  private let notZero: [Int]
  /// Where the value of each attribute comes from, by its place in `AttributeTable.purchase`.
  let sources: [Source]
  /// What is read of each row, in this order.
  let readings: [Reading]
  /// The known attributes, one bit each.
  let known: UInt32

  /// Where the value of an attribute comes from.
  enum Source {
    /// There is none.
    case none
    /// It stands here, counted from the beginning of the row.
    case place(PackedRange)
    /// It is one that was read of the row, by its number.
    case reading(Int)
    /// It is `noDate`.
    case noDate
  }

  /// A value that is read when a row is taken.
  enum Reading {
    /// The number that an octet is.
    case octet(Int)
    /// The integer that at most eight octets are.
    case integer(Range<Int>)
    /// The date that some octets spell.
    case date(Range<Int>)
  }

  /// How many octets a row of this shape has.
  package var count: Int { model.count }

  /// Where the row begins that it was written down from.
  package var modelStart: Int { model.lowerBound }

  /// The fewest known attributes of a row with a shape. Nothing is gained with fewer, and a shape takes more memory than they.
  private static let fewestAttributes = 8

  /// The most octets of such a row. In a larger one there must be values that are stepped over when they are read one by one.
  private static let mostOctets = 4_096

  /// The shape of a purchase that fills a range of the input and has nothing wrong in it; `nil` when an attribute or a value
  /// in it looks otherwise than nearly all do, when there are few, and when it is very large.
  package init?(of model: Range<Int>, in bytes: Span<UInt8>) {
    guard model.count <= Self.mostOctets else { return nil }
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
    guard outline.known.nonzeroBitCount >= Self.fewestAttributes else { return nil }
    self.model = model
    fixed = outline.fixed
    notZero = outline.notZero
    sources = outline.sources
    readings = outline.readings
    known = outline.known
  }

  /// Reads the row that fills a range of the input in which the model stands, behind what `slots` hold; `false`, and nothing
  /// added, when it has another shape, or a value in it is not what it must be.
  @inline(__always)
  package func read(_ range: Range<Int>, of bytes: Span<UInt8>, into slots: inout [Int64]) -> Bool {
    let row = bytes.extracting(range)
    guard agrees(row, in: bytes) else { return false }
    let count = slots.count
    slots.append(addingCapacity: readings.count) { output in
      for reading in readings {
        guard let value = reading.value(in: row) else { return }
        output.append(value)
      }
    }
    if slots.count - count == readings.count { return true }
    slots.removeLast(slots.count - count)
    return false
  }

  /// Whether all bits of a row that must be are as they are in the model, which stands in `bytes`.
  @inline(__always)
  private func agrees(_ row: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    let model = bytes.extracting(model)
    let octets = fixed
    let fixed = octets.span
    // All octets, rather than up to the first that differs: this way takes many at a time.
    var difference: UInt8 = 0
    for index in fixed.indices { difference |= (row[index] ^ model[index]) & fixed[index] }
    return difference == 0 && notZero.allSatisfy { row[$0] != 0 }
  }
}

extension PurchaseShape.Reading {
  /// The value in a row; `nil` when there is none.
  @inline(__always)
  func value(in row: Span<UInt8>) -> Int64? {
    switch self {
    case .octet(let offset): Int64(row[offset])
    case .integer(let contents): PackedInteger.slot(unsigned(row, in: contents))
    case .date(let contents): Timestamp(row, in: contents)?.millisecondsSince1970
    }
  }
}

// MARK: - Writing down

/// A shape while it is written down, attribute by attribute.
private struct Outline {
  typealias Source = PurchaseShape.Source

  var fixed: [UInt8]
  var notZero: [Int] = []
  var sources: [Source] = Array(repeating: .none, count: AttributeTable.purchase.count)
  var readings: [PurchaseShape.Reading] = []
  var known: UInt32 = 0

  /// Nothing of a model with so many octets is known yet.
  init(count: Int) {
    fixed = Array(repeating: 0xFF, count: count)
  }

  /// Takes an attribute of the model; `false` when its value looks otherwise than nearly all do.
  mutating func add(_ attribute: PlainAttribute, of row: Span<UInt8>) -> Bool {
    guard let (index, kind) = AttributeTable.purchase.known(attribute.type) else {
      release(attribute.value)
      return true
    }
    guard let source = add(kind, attribute.value, of: row) else { return false }
    sources[index] = source
    known |= 1 << UInt32(index)
    return true
  }

  private mutating func add(_ kind: AttributeKind, _ octets: Range<Int>, of row: Span<UInt8>) -> Source? {
    switch kind {
    case .octets, .uninterpreted:
      release(octets)
      return .place(PackedRange(octets))
    case .text:
      // In ASCII, which the first bit of each octet tells.
      guard let contents = PlainElement.contents(.utf8String, row, in: octets),
        isASCII(row.extracting(contents))
      else { return nil }
      release(contents, but: 0x80)
      return .place(PackedRange(contents))
    case .date, .optionalDate:
      guard let contents = PlainElement.contents(.ia5String, row, in: octets) else { return nil }
      if contents.isEmpty { return kind == .optionalDate ? .noDate : nil }
      release(contents)
      return add(.date(contents))
    case .integer, .productType, .ownershipType:
      if let octet = octet(octets, of: row, fixed: 0x80) { return add(.integer(octet..<octet + 1)) }
      // Not below zero, which the first bit tells, and without an octet too many.
      guard let contents = PlainElement.positiveInteger(row, in: octets), contents.count <= 8 else {
        return nil
      }
      release(contents)
      fixed[contents.lowerBound] = 0x80
      notZero.append(contents.lowerBound)
      return add(.integer(contents))
    case .count: return octet(octets, of: row, fixed: 0x80).map { add(.octet($0)) }
    case .flag: return octet(octets, of: row, fixed: 0xFE).map { add(.octet($0)) }
    // No purchase has any of these.
    case .asciiText, .bundleIdentifier, .sha1Digest, .platform, .releaseTag, .inAppPurchase: return nil
    }
  }

  private mutating func add(_ reading: PurchaseShape.Reading) -> Source {
    readings.append(reading)
    return .reading(readings.count - 1)
  }

  /// The only octet of an INTEGER in which some bits, the first among them, are zero and stay so.
  private mutating func octet(_ octets: Range<Int>, of row: Span<UInt8>, fixed bits: UInt8) -> Int? {
    guard let contents = PlainElement.contents(.integer, row, in: octets), contents.count == 1,
      row[contents.lowerBound] & bits == 0
    else { return nil }
    fixed[contents.lowerBound] = bits
    return contents.lowerBound
  }

  /// Lets octets differ from the model, but for some bits of each.
  private mutating func release(_ range: Range<Int>, but bits: UInt8 = 0) {
    for index in range { fixed[index] = bits }
  }
}

// MARK: - Shapes in a receipt

/// Which shape the next purchase of a receipt may have. All that it is told of stands in one input.
package struct PurchaseShapes {
  /// How often a shape must have been tried to be worth what it cost.
  private static let worthwhile = 8

  private var shape: PurchaseShape?
  /// How often it was tried.
  private var tries = worthwhile
  /// The last purchase that was read attribute by attribute, if nothing is wrong in it.
  private var model: Range<Int>?
  /// How many such purchases as long as that one came before it, one after the other, since a shape was written down.
  private var repeats = 0
  /// How many there must be. To write down a shape costs more than to read a purchase: when there is none to write down, or
  /// the last one was not worth it, twice as many have to come before the next.
  private var wanted = 1

  package init() {}

  /// The shape to try on a purchase that fills a range; `nil` when none is known of one so long, or its end is not there.
  @inline(__always)
  package mutating func shape(ofPurchaseIn range: Range<Int>, of bytes: Span<UInt8>) -> PurchaseShape? {
    guard range.upperBound <= bytes.count else { return nil }
    if shape?.count != range.count {
      guard repeats >= wanted, let model, model.count == range.count, write(model, of: bytes) else {
        return nil
      }
    }
    tries += 1
    return shape
  }

  /// Writes down the shape of a purchase; `false`, and the one before stays, when it has none.
  private mutating func write(_ model: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    repeats = 0
    guard let next = PurchaseShape(of: model, in: bytes) else {
      wanted *= 2
      return false
    }
    wanted = tries < Self.worthwhile ? 2 * wanted : 1
    (shape, tries) = (next, 0)
    return true
  }

  /// Takes note of a purchase that was read attribute by attribute, for want of a shape or because it has another.
  package mutating func add(_ range: Range<Int>, isSound: Bool) {
    if shape?.count == range.count { shape = nil }
    repeats = model?.count == range.count ? repeats + 1 : 0
    model = isSound ? range : nil
  }
}
