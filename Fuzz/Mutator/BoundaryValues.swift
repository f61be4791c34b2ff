// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import SeededRandom

/// Values at which readers have gone wrong, by the kind of element that holds them.
enum BoundaryValues {
  /// The tags of elements for which there are values.
  static let tags: Set<UInt8> = [0x01, 0x02, 0x03, 0x06, 0x0C, 0x13, 0x16, 0x17, 0x18]

  /// Octets for an element of this tag, and the tag that fits them.
  static func value(for tag: UInt8, _ random: inout SplitMix) -> (tag: UInt8, octets: [UInt8])? {
    switch tag {
    case 0x02: (tag, pick(integers, &random))
    case 0x0C, 0x13: (tag, Array(pick(texts, &random).utf8))
    case 0x16: (tag, Array(pick(random.isChosen(oneIn: 4) ? texts : dates, &random).utf8))
    case 0x17, 0x18:
      random.isChosen(oneIn: 2)
        ? (0x17, Array(pick(shortTimes, &random).utf8)) : (0x18, Array(pick(longTimes, &random).utf8))
    case 0x06: (tag, pick(identifiers, &random))
    case 0x01: (tag, pick([[0x00], [0xFF], [0x01], []], &random))
    case 0x03: (tag, pick([[], [0x00], [0x07, 0x80], [0x05, 0xA0], [0x08, 0x00], [0x00, 0x80]], &random))
    default: nil
    }
  }

  /// The types of attributes that mean something, and some around them.
  static let attributeTypes: [Int] = Array(0...26) + Array(1699...1723) + [32, 127, 128, 255, 32_767, 65_536]

  /// The content of an INTEGER of a type number.
  static func integer(_ number: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = number
    repeat {
      octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while rest > 0 || octets[0] >= 0x80
    return octets
  }

  static let integers: [[UInt8]] = [
    [], [0], [1], [2], [3], [0x7F], [0xFF], [0x80], [0, 0x80], [0, 0], [0, 1], [0xFF, 0xFF], [0x10, 0x0F],
    [0x7F, 0xFF, 0xFF, 0xFF], [0, 0x80, 0, 0, 0], [1, 0, 0, 0, 2],
    [0x1F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x20, 0, 0, 0, 0, 0, 0], [0x20, 0, 0, 0, 0, 0, 1], [0x7F] + Array(repeating: 0xFF, count: 7),
    [0x80] + Array(repeating: 0, count: 7), [0, 0x80] + Array(repeating: 0, count: 7),
    [0] + Array(repeating: 0xFF, count: 8), [1] + Array(repeating: 0, count: 8), Array("P305".utf8),
    [0x5A] + Array(repeating: 0xA5, count: 300),
  ]

  static let dates = [
    "", "2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T23:59:60Z",
    "0001-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59.999Z", "10000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-0100", "0001-01-01T00:00:00+0100", "4001-01-01T00:00:00Z", "2025-06-01T12:00:00",
    "2025-06-01T12:00:00.1Z", "2025-06-01T12:00:00.123456789Z", "2025-06-01T12:00:00.Z",
    "2025-06-01T12:00:00+0300", "2025-06-01T12:00:00+03:00", "2025-06-01T12:00:00-0000",
    "2025-06-01T12:00:00+2500", "2025-13-01T12:00:00Z", "2025-06-31T12:00:00Z", "2025-06-01 12:00:00Z",
    "2015-11-13T02:15:09Z", "2023-02-07T21:48:47Z", "2024-07-24T14:50:03Z", "2025-01-23T23:59:59Z",
    "2025-01-24T00:00:00Z", "2026-06-01T12:00:00Z", "2026-06-01T12:05:00Z", "2026-06-01T12:05:01Z",
    "2026-08-23T14:50:02Z", "2016-01-01T00:00:00Z", "2014-01-01T00:00:00Z", "2099-01-01T00:00:00Z",
  ]

  static let texts = [
    "", " ", "a", "Production", "ProductionSandbox", "ProductionVPP", "ProductionVPPSandbox", "Xcode",
    "production", "Production ", "Production\0", "com.example.app", "com.example.app\0", "com.example.other",
    "com.example.e\u{301}", "com.example.\u{E9}", "7", "1.0", "\u{1B}[2J", "\r\n", "\u{7F}", "\u{85}\u{9B}",
    "\u{202E}", "\u{2028}", "\u{FEFF}", "\"},\"verified\":true,\"x\":\"", "%n%s", "../../etc/passwd",
    "<script>", "\u{1F680}", String(repeating: "x", count: 600),
  ]

  static let shortTimes = [
    "240724145003Z", "991231235959Z", "500101000000Z", "491231235959Z", "250230000000Z", "2507241450Z",
    "250724145003+0000", "", "000101000000Z",
  ]

  static let longTimes = [
    "20240724145003Z", "99991231235959Z", "00000101000000Z", "20240724145003.5Z", "20491231235959Z", "",
  ]

  /// Content of object identifiers: those of messages, algorithms and markers, and broken ones.
  static let identifiers: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0C], [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05],
    [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01], [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02],
    [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], [0x2B, 0x0E, 0x03, 0x02, 0x1A],
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01],
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x01, 0x02],
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x05, 0x06, 0x01], [0x55, 0x1D, 0x0E], [0x55, 0x1D, 0x0F],
    [0x55, 0x1D, 0x13], [0x55, 0x1D, 0x20], [0x55, 0x1D, 0x23], [0x55, 0x1D, 0x25], [0x55, 0x1D, 0x20, 0x00],
    [0x55, 0x04, 0x03], [], [0x80], [0x2A, 0x80, 0x01], [0x2A, 0x86], Array(repeating: 0x2A, count: 33),
    [0x82] + Array(repeating: 0x80, count: 9) + [0x00],
  ]

  static func pick<Value>(_ values: [Value], _ random: inout SplitMix) -> Value {
    values[random.below(values.count)]
  }
}

extension SplitMix {
  /// A number from 0 up to `bound`, which it does not reach; 0 when `bound` is not above it.
  mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

  /// Whether this is the one time in so many.
  mutating func isChosen(oneIn count: Int) -> Bool { below(count) == 0 }
}
