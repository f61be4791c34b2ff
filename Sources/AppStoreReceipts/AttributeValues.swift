// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The values of the known attributes of a receipt or of one purchase, one slot for each type number of a table.
///
/// A slot holds milliseconds for a date, the number itself for a count or flag, a `PackedInteger` for other integers, and
/// for everything else where in the payload the value's octets stand. So a row of a receipt costs no allocation, and text is
/// made only when someone asks for it.
struct AttributeValues<let capacity: Int>: Sendable {
  private(set) var slots: InlineArray<capacity, Int64> = .init(repeating: 0)
  /// The attributes that were met, readable or not, one bit each.
  private(set) var met: UInt64 = 0
  private var recorded: UInt64 = 0
  /// The attributes that were met more than once, one bit each; they have no value.
  private(set) var repeated: UInt64 = 0

  /// Takes the value of an attribute; `nil` stands for one that cannot be read.
  @inline(__always)
  mutating func record(_ value: Int64?, at index: Int) {
    let bit: UInt64 = 1 << UInt64(index)
    if met & bit != 0 { repeated |= bit }
    met |= bit
    guard let value else { return }
    slots[index] = value
    recorded |= bit
  }

  /// The attributes that were met once and can be read, those that have a value.
  var readable: UInt64 { recorded & ~repeated }

  /// The value of an attribute that was met once and can be read.
  subscript(index: Int) -> Int64? {
    readable & (1 << UInt64(index)) != 0 ? slots[index] : nil
  }

  /// Whether an attribute was met at all.
  func hasMet(_ index: Int) -> Bool { met & (1 << UInt64(index)) != 0 }
}

/// A range of the payload, packed into a slot. Input is at most 2³¹ − 1 bytes long, and a length takes at most four octets,
/// so both halves fit.
struct PackedRange: Hashable, Sendable {
  let slot: Int64

  init(slot: Int64) {
    self.slot = slot
  }

  init(_ range: Range<Int>) {
    slot = Int64(range.lowerBound) << 32 | Int64(range.count)
  }

  /// The range that begins so much later as another begins after zero.
  func moved(by other: PackedRange) -> PackedRange {
    PackedRange(slot: slot &+ other.slot & ~0xFFFF_FFFF)
  }

  var range: Range<Int> {
    let start = Int(slot >> 32)
    return start..<(start + Int(slot & 0xFFFF_FFFF))
  }
}

/// An INTEGER, packed into a slot: the number when it is from 0 to 2⁶³ − 1, as nearly all are, so that the payload need not
/// be looked into again; else where it stands.
enum PackedInteger {
  /// The slot of a number that is not below zero.
  static func slot(_ number: Int64) -> Int64 { ~number }

  /// The number in a slot; `nil` when it is elsewhere.
  static func number(_ slot: Int64) -> Int64? { ~slot < 0 ? nil : ~slot }
}
