// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

typealias ReceiptValues = AttributeValues<33>
typealias PurchaseValues = AttributeValues<22>

/// The in-app purchases as the decoder leaves them.
///
/// The values of all stand in one array, one behind the other, and only those that there are; of purchases with a shape only
/// those that the shape cannot tell.
struct PurchaseRecords: Sendable {
  private var records: [PurchaseRecord] = []
  private var slots: [Int64] = []
  /// The shape of the last purchase that has one.
  private var shape: PurchaseShape?
  /// Where values come from, for each shape and each attribute.
  private var sources: [PurchaseShape.Source] = []

  /// How many there are.
  var count: Int { records.count }

  /// A purchase, by its index in the receipt.
  subscript(index: Int) -> PurchaseRecord { records[index] }

  /// The value of a known attribute of a purchase; `nil` when it has none, or none that can be read.
  @inline(__always)
  func value(_ purchase: Int, _ attribute: Int) -> Int64? {
    let record = records[purchase]
    guard record.firstSource == PurchaseRecord.noSource else {
      return switch sources[Int(record.firstSource) + attribute] {
      case .none: nil
      case .place(let place): place.moved(by: record.value).slot
      case .reading(let number): slots[Int(record.firstSlot) + number]
      case .noDate: noDate
      }
    }
    let bit: UInt32 = 1 << UInt32(attribute)
    guard record.readable & bit != 0 else { return nil }
    return slots[Int(record.firstSlot) + (record.readable & (bit - 1)).nonzeroBitCount]
  }

  /// Takes the next purchase, whose attributes fill a range.
  mutating func append(_ values: borrowing PurchaseValues, in range: Range<Int>, isBroken: Bool) {
    records.append(
      PurchaseRecord(
        value: PackedRange(range), met: UInt32(truncatingIfNeeded: values.met),
        readable: UInt32(truncatingIfNeeded: values.readable), firstSlot: slots.count, firstSource: nil,
        isBroken: isBroken))
    // A span, since each look into the array itself would copy it whole (Swift 6.3).
    let row = values.slots.span
    var rest = values.readable
    slots.append(addingCapacity: rest.nonzeroBitCount) { output in
      while rest != 0 {
        output.append(row[rest.trailingZeroBitCount])
        rest &= rest - 1
      }
    }
  }

  /// Takes the next purchase if it has a shape and its values are what they must be; `false`, and nothing taken, when not.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>, in range: Range<Int>, like shape: PurchaseShape) -> Bool {
    let firstSlot = slots.count
    guard shape.read(range, of: bytes, into: &slots) else { return false }
    if shape !== self.shape { begin(shape, atMost: (bytes.count - range.lowerBound) / range.count) }
    records.append(
      PurchaseRecord(
        value: PackedRange(range), met: shape.known, readable: shape.known, firstSlot: firstSlot,
        firstSource: sources.count - shape.sources.count, isBroken: false))
    return true
  }

  /// Takes a shape for the purchases that come, and makes room for as many as there can be.
  private mutating func begin(_ shape: PurchaseShape, atMost count: Int) {
    self.shape = shape
    sources += shape.sources
    records.makeRoom(for: count)
    slots.makeRoom(for: count * shape.readings.count)
  }

  /// Makes the last purchase one that is broken.
  mutating func breakLast() {
    guard let last = records.indices.last else { return }
    records[last].setBroken()
  }
}

extension Array {
  /// Makes room for more elements at once. It at least doubles, so that many calls copy no more than there is room for.
  fileprivate mutating func makeRoom(for more: Int) {
    if capacity - count < more { reserveCapacity(Swift.max(count + more, 2 * capacity)) }
  }
}

/// One in-app purchase as the decoder leaves it, but for its values. Small, since hostile input can have very many.
struct PurchaseRecord: Sendable {
  /// The value of its attribute, a SET, in the payload; past the end of the payload when it is cut off.
  let value: PackedRange
  /// The known attributes that were met, one bit each, and `brokenBit`.
  private var met: UInt32
  /// The known attributes that have a value.
  fileprivate let readable: UInt32
  /// Where its first value stands among those of all purchases. Fewer than 2³², since an attribute takes ten bytes of the
  /// input at least.
  fileprivate let firstSlot: UInt32
  /// Where the sources of its shape begin; `noSource` when it has none.
  fileprivate let firstSource: UInt32

  private static let brokenBit: UInt32 = 1 << 31
  fileprivate static let noSource = UInt32.max

  fileprivate init(
    value: PackedRange, met: UInt32, readable: UInt32, firstSlot: Int, firstSource: Int?, isBroken: Bool
  ) {
    self.value = value
    self.met = isBroken ? met | Self.brokenBit : met
    self.readable = readable
    self.firstSlot = UInt32(truncatingIfNeeded: firstSlot)
    self.firstSource = firstSource.map { UInt32(truncatingIfNeeded: $0) } ?? Self.noSource
  }

  /// Whether something is wrong in it, so that it must not grant anything.
  var isBroken: Bool { met & Self.brokenBit != 0 }

  fileprivate mutating func setBroken() { met |= Self.brokenBit }

  /// Whether an attribute was met at all.
  func hasMet(_ attribute: Int) -> Bool { met & (1 << UInt32(attribute)) != 0 }
}

/// Which attribute of a payload is meant.
struct AttributePlace: Hashable, Sendable {
  private static let none: Int32 = -1
  private var purchaseIndex = none
  private var attributeStart = none
  private var missing = none

  /// The payload itself.
  init() {}

  /// A purchase, by its index in the receipt.
  init(purchase: Int) {
    purchaseIndex = Int32(truncatingIfNeeded: purchase)
  }

  /// A top-level attribute that is not there.
  init(missingType: Int) {
    missing = Int32(truncatingIfNeeded: missingType)
  }

  /// The purchase that holds the attribute; `nil` at the top level.
  var purchase: Int? { purchaseIndex == Self.none ? nil : Int(purchaseIndex) }

  /// The type of an attribute that is not there.
  var missingType: Int? { missing == Self.none ? nil : Int(missing) }

  /// Where the attribute's element begins in the payload.
  var attribute: Int? {
    get { attributeStart == Self.none ? nil : Int(attributeStart) }
    set { attributeStart = newValue.map { Int32(truncatingIfNeeded: $0) } ?? Self.none }
  }
}

/// A problem as the decoder leaves it: small, since hostile input can have very many.
struct ProblemRecord: Sendable {
  /// What is wrong.
  enum Code: UInt8, Sendable {
    case value
    case duplicateAttribute
    case attributeType
    case missingAttribute
  }

  let code: Code
  let place: AttributePlace
  /// The first offending byte in the payload.
  private let packedOffset: Int32

  init(code: Code, place: AttributePlace, offset: Int) {
    self.code = code
    self.place = place
    packedOffset = Int32(truncatingIfNeeded: offset)
  }

  var offset: Int { Int(packedOffset) }
}
