// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import Testing

/// What is written, and what must come of it; every expectation worked out by hand from X.690.
struct Encoding: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: String
  let write: @Sendable (inout DERWriter) -> Void

  init(_ name: String, _ expected: String, _ write: @escaping @Sendable (inout DERWriter) -> Void) {
    testDescription = name
    self.expected = expected
    self.write = write
  }
}

private let encodings: [Encoding] = [
  Encoding("integer 0", "02 01 00") { $0.integer(0) },
  Encoding("integer 127", "02 01 7f") { $0.integer(127) },
  Encoding("integer 128", "02 02 00 80") { $0.integer(128) },
  Encoding("integer 256", "02 02 01 00") { $0.integer(256) },
  Encoding("integer -1", "02 01 ff") { $0.integer(-1) },
  Encoding("integer -128", "02 01 80") { $0.integer(-128) },
  Encoding("integer -129", "02 02 ff 7f") { $0.integer(-129) },
  Encoding("integer of 64 bits", "02 08 7f ff ff ff ff ff ff ff") { $0.integer(.max) },
  Encoding("least integer of 64 bits", "02 08 80 00 00 00 00 00 00 00") { $0.integer(.min) },
  Encoding("integer of raw content, not minimal", "02 02 00 02") { $0.integer(content: [0, 2]) },
  Encoding("booleans", "01 01 ff 01 01 00") {
    $0.boolean(true)
    $0.boolean(false)
  },
  Encoding("null", "05 00") { $0.null() },
  Encoding("octet string", "04 02 ab cd") { $0.octetString([0xAB, 0xCD]) },
  Encoding("bit string", "03 02 07 80") { $0.bitString([0x80], unusedBits: 7) },
  Encoding("object identifier of signedData", "06 09 2a 86 48 86 f7 0d 01 07 02") {
    $0.objectIdentifier("1.2.840.113549.1.7.2")
  },
  Encoding("object identifier of Apple's marker", "06 0a 2a 86 48 86 f7 63 64 06 0b 01") {
    $0.objectIdentifier("1.2.840.113635.100.6.11.1")
  },
  Encoding("object identifier under 2 (X.690 8.19.5)", "06 03 88 37 03") { $0.objectIdentifier("2.999.3") },
  Encoding("strings", "0c 02 c3 a9 16 01 61 13 01 62") {
    $0.utf8String("é")
    $0.ia5String("a")
    $0.printableString("b")
  },
  Encoding("times", "17 02 30 5a 18 01 5a") {
    $0.utcTime("0Z")
    $0.generalizedTime("Z")
  },
  Encoding("nested", "30 07 a0 03 02 01 02 31 00") {
    $0.sequence {
      $0.context(0) { $0.integer(2) }
      $0.set { _ in }
    }
  },
  Encoding("length in a wrong form", "30 83 00 00 01 00") {
    $0.element(TagByte.sequence, length: .long(octets: 3), content: [0])
  },
  Encoding("length in long form where short would do", "04 81 01 61") {
    $0.element(TagByte.octetString, length: .long(octets: 1), content: [0x61])
  },
  Encoding("length that lies", "04 84 ff ff ff ff 61") {
    $0.element(TagByte.octetString, length: .literal([0x84, 0xFF, 0xFF, 0xFF, 0xFF]), content: [0x61])
  },
  Encoding("indefinite length", "30 80 02 01 01 00 00") {
    $0.sequence(length: .indefinite) { $0.integer(1) }
  },
  Encoding("indefinite length without its end", "30 80 02 01 01") {
    $0.sequence(length: .literal([0x80])) { $0.integer(1) }
  },
  Encoding("constructed octet string", "24 80 04 01 61 04 02 62 63 00 00") {
    $0.octetString(pieces: [[0x61], [0x62, 0x63]])
  },
  Encoding("constructed octet string of definite length", "24 03 04 01 61") {
    $0.octetString(pieces: [[0x61]], length: .minimal)
  },
  Encoding("constructed octet string of no piece", "24 80 00 00") { $0.octetString(pieces: []) },
  Encoding("raw bytes", "1f 81 01 00") { $0.raw([0x1F, 0x81, 0x01, 0x00]) },
]

@Suite("DERWriter") struct DERWriterTests {
  @Test("writes the known encoding", arguments: encodings)
  func known(_ encoding: Encoding) {
    #expect(DERWriter.encode(encoding.write) == hex(encoding.expected))
  }

  @Test(
    "writes definite lengths in the fewest octets",
    arguments: [
      (0, "00"), (1, "01"), (127, "7f"), (128, "81 80"), (255, "81 ff"), (256, "82 01 00"),
      (65_535, "82 ff ff"), (65_536, "83 01 00 00"),
    ])
  func lengths(_ count: Int, _ expected: String) {
    let content = [UInt8](repeating: 0x5A, count: count)
    #expect(DERWriter.encode { $0.octetString(content) } == [0x04] + hex(expected) + content)
  }

  @Test(
    "refuses text that is no object identifier",
    arguments: [
      "", "1", "1.", ".1", "1..2", "3.1", "0.40", "1.40", "1.2.x", "1.2.-3", "1.2.+3", " 1.2",
      "1.2.9223372036854775808",
    ])
  func notObjectIdentifiers(_ text: String) {
    #expect(DERWriter.objectIdentifierContent(text) == nil)
  }

  @Test("writes the greatest arc that it takes")
  func greatestArc() {
    let content = DERWriter.objectIdentifierContent("1.2.9223372036854775807")
    #expect(content == hex("2a ff ff ff ff ff ff ff ff 7f"))
  }
}

@Suite("SET OF") struct SetOrderTests {
  private let elements: [[UInt8]] = [
    hex("30 03 02 01 02"), hex("30 02 05 00"), hex("04 03 61 61 61"), hex("30 03 02 01 01"), hex("04 01 7a"),
  ]

  @Test("is sorted by octets, whatever order its elements come in (X.690 11.6)")
  func sorted() {
    let expected = hex("31 16 04 01 7a 04 03 61 61 61 30 02 05 00 30 03 02 01 01 30 03 02 01 02")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let shuffled = elements.shuffled(using: &generator)
      #expect(DERWriter.encode { $0.setOf(shuffled) } == expected)
    }
  }

  @Test("keeps its order when asked to")
  func unsorted() {
    let expected = [0x31, 0x16] + Array(elements.joined())
    #expect(DERWriter.encode { $0.setOf(elements, sorted: false) } == expected)
  }

  @Test("treats the shorter element as padded with zeros")
  func padding() {
    #expect(DERWriter.precedes([0x04], [0x04, 0x01]))
    #expect(!DERWriter.precedes([0x04], [0x04, 0x00]) && !DERWriter.precedes([0x04, 0x00], [0x04]))
    #expect(!DERWriter.precedes([0x05], [0x04, 0xFF]))
  }
}
