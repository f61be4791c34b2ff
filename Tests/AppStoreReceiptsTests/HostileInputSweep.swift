// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Glibc
import ReceiptForge
import Testing

/// Input that is made to cost more than it is worth, in any size.
struct HostileInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The size at which it is tried; it is tried four times as large, too.
  let size: Int
  /// The code that it must give; `nil` when it is sound.
  let code: String?
  let bytes: @Sendable (Int) throws -> [UInt8]

  init(_ name: String, _ size: Int, _ code: String?, _ bytes: @escaping @Sendable (Int) throws -> [UInt8]) {
    testDescription = name
    self.size = size
    self.code = code
    self.bytes = bytes
  }
}

@Suite("Sweep: hostile input", .serialized) struct HostileInputSweep {
  @Test(
    "small malformed input is refused where it goes wrong",
    arguments: [
      ("", "encoding.truncated", 0), ("30", "encoding.truncated", 1),
      ("30 88 FF FF FF FF FF FF FF FF", "encoding.length", 1),
      ("30 84 7F FF FF FF", "encoding.truncated", 6), ("30 84 FF FF FF FF", "encoding.truncated", 6),
      ("1F 80", "encoding.tag", 0),
      ("1F 05", "encoding.tag", 0), ("30 81", "encoding.truncated", 2), ("30 84 01", "encoding.truncated", 3),
      ("30 FF", "encoding.length", 1), ("04 80 01 00 00", "encoding.indefinite-length", 1),
      ("00", "encoding.truncated", 1),
      ("00 00", "encoding.end-of-contents", 0), ("FF FF FF", "encoding.tag", 0),
      ("30 80 00 00", "structure.missing-element", 2),
    ])
  func small(bytes: String, code: String, offset: Int) {
    let decoded = DecodedReceipt(hex(bytes))
    #expect(decoded.fault?.code.rawValue == code && decoded.fault?.offset == offset)
    #expect(decoded.receipt == nil)
  }

  private static func nested(_ count: Int) -> [UInt8] {
    // From the inside out, backwards, so that making it is linear.
    var reversed: [UInt8] = []
    for _ in 0..<count {
      let length = reversed.count
      if length < 0x80 {
        reversed += [UInt8(length), 0x30]
      } else {
        let octets = littleEndianOctets(length)
        reversed += octets + [0x80 | UInt8(octets.count), 0x30]
      }
    }
    return reversed.reversed()
  }

  private static func littleEndianOctets(_ number: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = number
    while rest > 0 {
      octets.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return octets
  }

  private static func list(_ count: Int, _ attribute: Attribute) throws -> [UInt8] {
    try Fixture.message(Fixture.payload(Fixture.required + Array(repeating: attribute, count: count)))
  }

  private static func pieces(_ payload: [UInt8], _ size: Int) throws -> [UInt8] {
    var content: [UInt8] = [0x24, 0x80]
    for start in stride(from: 0, to: payload.count, by: size) {
      content += element(0x04, Array(payload[start..<min(start + size, payload.count)]))
    }
    return try Fixture.message(content: [content + [0, 0]], style: .xcode)
  }

  private static func rows(_ count: Int, _ row: PurchaseRecipe) -> [UInt8] {
    let encoded = row.attribute(style: .xcode).encoded
    let elements = Fixture.required.map(\.encoded) + Array(repeating: encoded, count: count)
    return element(0x31, Array(elements.joined()))
  }

  /// Purchases in tens of one length, the fewest for which shapes are written down again and again, with so many lengths.
  private static func shapes(_ count: Int, _ lengths: Int) -> [UInt8] {
    let elements = (0..<count / 10).flatMap { number in
      var row = Fixture.purchase(1)
      row.set(.utf8String(1705, "1"))
      // Beyond what a text may have, lengths come from unknown attributes.
      let length = number % lengths
      row.attributes += (0..<length / 100).map { _ in .bytes(99, []) }
      row.set(.utf8String(1702, String(repeating: "p", count: length % 100)))
      return Array(repeating: row.attribute(style: .xcode).encoded, count: 10)
    }
    return element(0x31, Array((Fixture.required.map(\.encoded) + elements).joined()))
  }

  static let inputs: [HostileInput] = [
    HostileInput("zeros", 2 << 20, "encoding.end-of-contents") { [UInt8](repeating: 0, count: $0) },
    HostileInput("FF", 2 << 20, "encoding.tag") { [UInt8](repeating: 0xFF, count: $0) },
    HostileInput("04 00", 2 << 20, "structure.unexpected-element") { size in
      (0..<size).map { $0 % 2 == 0 ? 4 : 0 }
    },
    HostileInput("30 80", 20_000, "encoding.indefinite-length") { size in
      (0..<2 * size).map { $0 % 2 == 0 ? 0x30 : 0x80 }
    },
    HostileInput("nested SEQUENCEs", 3_000, "structure.unexpected-element") { nested($0) },
    HostileInput("more than 8 MiB", 9 << 20, "limit.size") { [UInt8](repeating: 0x30, count: $0) },
    HostileInput("indefinite lengths in the content", 20_000, "limit.depth") { size in
      try Fixture.message(content: [(0..<2 * size).map { $0 % 2 == 0 ? 0x24 : 0x80 }], style: .xcode)
    },
    HostileInput("nested SEQUENCEs as payload", 3_000, "structure.unexpected-element") {
      try Fixture.message(nested($0))
    },
    HostileInput("nested SEQUENCEs in an attribute", 3_000, nil) {
      try list(1, Attribute(6, value: nested($0)))
    },
    HostileInput("nested SEQUENCEs as a purchase", 3_000, "structure.unexpected-element") {
      try list(1, Attribute(17, value: nested($0)))
    },
    HostileInput("empty pieces", 100_000, nil) { size in
      let payload = element(0x04, Fixture.payload(Fixture.required))
      let content = [0x24, 0x80] + (0..<2 * size).map { $0 % 2 == 0 ? 4 : 0 } + payload + [0, 0]
      return try Fixture.message(content: [content], style: .xcode)
    },
    HostileInput("pieces of one octet", 16_000, "limit.pieces") { size in
      try pieces(Fixture.payload(Fixture.required + [.bytes(6, [UInt8](repeating: 7, count: size + 400))]), 1)
    },
    HostileInput("unknown attributes", 4_000, nil) { try list($0, Attribute(99, value: [])) },
    HostileInput("too many attributes", 25_000, "limit.attributes") {
      try list($0, Attribute(99, value: []))
    },
    HostileInput("repeated attributes", 4_000, nil) { try list($0, .utf8String(3, "1")) },
    HostileInput("malformed attributes", 4_000, nil) { try list($0, .utf8String(1, "1")) },
    HostileInput("one large attribute", 2_000_000, nil) {
      try list(1, .bytes(6, [UInt8](repeating: 0, count: $0)))
    },
    HostileInput("one large text", 2_000_000, nil) {
      try list(1, .utf8String(3, String(repeating: "é", count: $0 / 2)))
    },
    HostileInput("a large INTEGER", 1 << 20, nil) {
      try list(1, .integer(1, content: [1] + [UInt8](repeating: 0, count: $0)))
    },
    HostileInput("a large type", 1 << 20, nil) {
      try list(1, Attribute(type: [1] + [UInt8](repeating: 0, count: $0), value: []))
    },
    HostileInput("a large version", 1 << 20, nil) {
      try list(1, Attribute(type: [99], version: [1] + [UInt8](repeating: 0, count: $0), value: []))
    },
    HostileInput("purchases", 1_000, nil) { try Fixture.message(rows($0, Fixture.purchase(1))) },
    HostileInput("purchases in tens, each with another shape than the last", 4_000, nil) { size in
      try Fixture.message(shapes(size, 100))
    },
    HostileInput("purchases of more and more shapes", 4_000, nil) { size in
      try Fixture.message(shapes(size, .max))
    },
    HostileInput("purchases full of repetitions", 100, "limit.problems") {
      try Fixture.message(rows($0, PurchaseRecipe(Array(repeating: .integer(1701, 1), count: 256))))
    },
    HostileInput("purchases full of problems, in pieces", 250, "limit.problems") {
      // 2 MiB, that is, in the smaller size: in the larger one 8 192 pieces.
      try pieces(
        rows($0, PurchaseRecipe(Array(repeating: Attribute(type: [0xFF], value: []), count: 256))), 300)
    },
    HostileInput("broken purchases", 4_000, "structure.unexpected-element") {
      try list($0, Attribute(17, value: [0x30, 0]))
    },
    HostileInput("broken attributes", 4_000, "structure.missing-element") { size in
      try Fixture.message(element(0x31, (0..<2 * size).map { $0 % 2 == 0 ? 0x30 : 0 }))
    },
  ]

  /// How long this thread works on it, whatever else the machine does meanwhile.
  private static func duration(_ bytes: [UInt8]) -> Duration {
    func threadTime() -> Duration {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
    let start = threadTime()
    _ = touch(DecodedReceipt(bytes))
    return threadTime() - start
  }

  @Test("it is answered, with the right code, in a time that grows as its size does", arguments: inputs)
  func linear(input: HostileInput) throws {
    let small = try input.bytes(input.size)
    let large = try input.bytes(4 * input.size)
    #expect(DecodedReceipt(small).fault?.code.rawValue == input.code)
    if let offset = DecodedReceipt(small).fault?.offset { #expect(0...small.count ~= offset) }
    // Four times the size takes 4 times as long, or 16 times if the time is quadratic. Other work of the machine only makes
    // a run longer, so the shortest runs count, of as many as it takes.
    var (first, second) = (Self.duration(small), Self.duration(large))
    for _ in 0..<20 where second >= first * 10 + .milliseconds(20) || second >= .seconds(10) {
      (first, second) = (min(first, Self.duration(small)), min(second, Self.duration(large)))
    }
    #expect(
      second < first * 10 + .milliseconds(20),
      "\(first) and \(second) for \(small.count) and \(large.count) bytes")
    #expect(second < .seconds(10))
  }
}
