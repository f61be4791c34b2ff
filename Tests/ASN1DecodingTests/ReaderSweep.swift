// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing
import SeededRandom

/// An element read by other means: a recursive reading of X.690 8.1 over arrays, without limits but that of
/// the test.
private enum Reference {
  enum Outcome: Equatable {
    case element(tag: UInt8, contents: Range<Int>)
    case fault
    case truncated
  }

  /// The one element of definite length that begins `bytes`.
  static func element(_ bytes: [UInt8]) -> Outcome {
    guard let tag = bytes.first else { return .truncated }
    guard bytes.count > 1 else { return .truncated }
    if tag == 0 || tag & 31 == 31 { return .fault }
    let length = bytes[1]
    if length < 128 {
      let end = 2 + Int(length)
      return end <= bytes.count ? .element(tag: tag, contents: 2..<end) : .truncated
    }
    let count = Int(length) - 128
    if count == 0 || count > 4 { return .fault }
    let octets = bytes.dropFirst(2).prefix(count)
    if octets.count < count { return .truncated }
    let size = octets.reduce(0) { $0 * 256 + Int($1) }
    if size < 128 || octets.first == 0 { return .fault }
    let end = 2 + count + size
    return end <= bytes.count ? .element(tag: tag, contents: 2 + count..<end) : .truncated
  }
}

@Suite("Sweep: the reader against any bytes") struct ReaderSweep {
  private static func octet(_ random: inout SplitMix) -> UInt8 {
    let interesting: [UInt8] = [
      0, 0, 1, 2, 3, 4, 5, 6, 0x1F, 0x24, 0x24, 0x30, 0x30, 0x31, 0x7F, 0x80, 0x80, 0x81, 0x82, 0x84, 0x85,
      0xA0, 0xFE, 0xFF,
    ]
    return interesting[Int(random.next() % UInt64(interesting.count))]
  }

  @Test(
    "every first two octets, and random longer headers, are judged as by another reading of the standard")
  func headers() {
    var random = SplitMix(state: 3)
    var inputs: [[UInt8]] = [[]]
    for first in UInt8.min...UInt8.max {
      inputs.append([first])
      for second in UInt8.min...UInt8.max {
        inputs.append([first, second])
        inputs.append([first, second, Self.octet(&random)])
      }
    }
    for _ in 0..<300_000 {
      let count = Int(random.next() % 9)
      inputs.append((0..<count).map { _ in Self.octet(&random) })
    }
    for bytes in inputs {
      let expected = Reference.element(bytes)
      var outcome: Reference.Outcome
      switch read(bytes, { reader throws(ASN1Error) in try reader.readElement() }) {
      case .success(let element): outcome = .element(tag: element.tag.rawValue, contents: element.contents)
      case .failure(let error):
        outcome = error.code == .truncated ? .truncated : .fault
        if error.offset > bytes.count || (error.code == .truncated && error.offset != bytes.count) {
          Issue.record("\(bytes): \(error)")
        }
      }
      if outcome != expected {
        Issue.record("\(bytes): \(outcome), expected \(expected)")
        return
      }
    }
  }

  /// Walks whatever is there, with every function of the reader.
  private static func walk(_ reader: inout ASN1Reader, _ random: inout SplitMix, _ steps: inout Int)
    throws(ASN1Error)
  {
    while !reader.isAtEnd, steps < 200 {
      steps += 1
      let before = reader.position
      switch random.next() % 12 {
      case 0: _ = try reader.readElement()
      case 1: try reader.skipElement()
      case 2: _ = try reader.readIntegerContents()
      case 3: _ = try reader.readInteger()
      case 4: _ = try reader.readObjectIdentifier()
      case 5: _ = try reader.readOctetAlignedBitString()
      case 6: _ = try reader.readBoolean()
      case 7:
        var pieces = OctetStringPieces(at: reader.position)
        try reader.readOctetString(into: &pieces, nesting: 3)
        for index in 0...pieces.count { _ = pieces.inputOffset(of: index) }
      case 8: _ = try reader.readAnnounced(.octetString)
      default:
        let tag = ASN1Tag(rawValue: [0x30, 0x31, 0x24, 0xA0][Int(random.next() % 4)])
        guard reader.isNext(tag) else { continue }
        var contents = try reader.enter(tag, rules: random.next() % 4 == 0 ? .distinguished : nil)
        try walk(&contents, &random, &steps)
        if random.next() % 2 == 0 { try reader.leave(contents) } else { try reader.moveBehind(contents) }
      }
      if reader.position < before { Issue.record("moved back from \(before) to \(reader.position)") }
    }
    try reader.finish()
  }

  @Test("no sequence of calls over any bytes traps, moves back or blames a byte that is not there")
  func walks() {
    var random = SplitMix(state: 4)
    for _ in 0..<300_000 {
      let count = Int(random.next() % 24)
      let bytes = (0..<count).map { _ in Self.octet(&random) }
      var steps = 0
      let found = fault(bytes, rules: random.next() % 4 == 0 ? .distinguished : .basic, depth: 6) {
        reader throws(ASN1Error) in
        try Self.walk(&reader, &random, &steps)
      }
      if let found,
        found.offset < 0 || found.offset > bytes.count
          || (found.code == .truncated && found.offset != bytes.count)
      {
        Issue.record("\(bytes): \(found)")
        return
      }
    }
  }
}
