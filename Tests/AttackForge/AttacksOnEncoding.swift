// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The encoding (X.690) and the resources that reading it takes.
  static let onEncoding: [Attack] = onLengths + onEnds + onTags + onNesting + onValues + onSize

  /// An attack by bytes that are no receipt at all; its twin is the usual receipt.
  private static func bytes(
    _ id: String, _ sentence: String, _ required: Requirement, _ bytes: @escaping @Sendable () -> [UInt8]
  ) -> Attack {
    Attack(id, sentence, required) { $0.editBytes { $0 = bytes() } }
  }

  private static let encoding = Requirement.anyOf(["encoding"])
  private static let anyDecoding = Requirement.anyOf(["limit", "encoding", "structure"])

  private static func outerLength(_ id: String, _ sentence: String, _ code: String, _ form: LengthForm)
    -> Attack
  {
    Attack(id, sentence, code) { scene in scene.edit { $0.lengths.contentInfo = form } }
  }

  private static let onLengths: [Attack] = [
    outerLength("D01", "the outer length in three octets, one too many", "encoding.length", .long(octets: 3)),
    outerLength(
      "D02", "the length 84 FF FF FF FF", "encoding.truncated", .literal([0x84, 0xFF, 0xFF, 0xFF, 0xFF])),
    outerLength(
      "D03", "the length 88 7F FF …", "encoding.length",
      .literal([0x88, 0x7F] + Array(repeating: 0xFF, count: 7))),
    outerLength("D04", "the reserved length FF", "encoding.length", .literal([0xFF])),
    outerLength("D05", "the outer length in five octets", "encoding.length", .long(octets: 5)),
  ]

  private static let onEnds: [Attack] = [
    Attack("D06", "cut in half", "encoding.truncated") { $0.editBytes { $0.removeLast($0.count / 2) } },
    Attack("D07", "without the last byte", "encoding.truncated") { $0.editBytes { $0.removeLast() } },
    Attack("D08", "the first header only", "encoding.truncated") {
      $0.editBytes { $0 = Array($0.prefix(4)) }
    },
    bytes("D23", "nothing", .code("encoding.truncated")) { [] },
    bytes("D24", "one byte", .code("encoding.truncated")) { [0x30] },
    bytes("D25", "zeros", .code("encoding.end-of-contents")) { Array(repeating: 0, count: 64) },
    bytes("D26", "FFs", .code("encoding.tag")) { Array(repeating: 0xFF, count: 64) },
    outerLength("D09", "an indefinite length without its end", "encoding.truncated", .literal([0x80])),
    Attack("D10", "an indefinite length on a primitive OCTET STRING", "encoding.indefinite-length") { scene in
      scene.editMade { message, made in message.content = [[0x04, 0x80] + made.content + [0, 0]] }
    },
    Attack("D11", "end-of-contents inside a definite length", encoding) { scene in
      scene.edit { message in
        let content = message.content ?? []
        message.content = [
          [0x24] + LengthForm.minimal.prefix(of: content[0].count + 2) + content[0] + [0, 0]
        ]
      }
    },
    Attack("D12", "end-of-contents with a length", "encoding.end-of-contents") { scene in
      scene.edit { message in
        message.lengths.contentInfo = .literal([0x80])
        message.trailingBytes = [0x00, 0x01, 0x00]
      }
    },
  ]

  private static func firstOctets(_ id: String, _ sentence: String, _ octets: [UInt8]) -> Attack {
    Attack(id, sentence, "encoding.tag") { $0.editBytes { $0.replaceSubrange(0..<1, with: octets) } }
  }

  private static let onTags: [Attack] = [
    firstOctets("D13", "a tag of two octets", [0x3F, 0x81, 0x00]),
    firstOctets("D14", "a low tag in the form for high ones", [0x3F, 0x10]),
    firstOctets("D15", "a tag of 20 octets", [0x3F] + Array(repeating: 0xFF, count: 19) + [0x7F]),
    Attack("D21", "a primitive SEQUENCE", .code("structure.unexpected-element")) {
      $0.editBytes { $0[0] = 0x10 }
    },
    Attack("D22", "a constructed OBJECT IDENTIFIER", .code("structure.unexpected-element")) { scene in
      scene.editBytes { bytes in
        guard let index = bytes.firstIndex(of: 0x06) else { return }
        bytes[index] = 0x26
      }
    },
  ]

  private static let onNesting: [Attack] = [
    bytes("D16", "100 000 indefinite lengths inside each other", anyDecoding) {
      Array(repeating: [0x30, 0x80], count: 100_000).flatMap { $0 }
    },
    bytes("D17", "4 000 elements inside each other", anyDecoding) {
      var bytes: [UInt8] = []
      for _ in 0..<4_000 { bytes = [0x30] + LengthForm.minimal.prefix(of: bytes.count) + bytes }
      return bytes
    },
    Attack("D18", "an OCTET STRING nested 40 deep", "limit.depth") { scene in
      scene.edit { message in
        var content = message.content ?? []
        for _ in 0..<40 { content = [DERWriter.encode { $0.constructed(0x24) { $0.raw(content.joined()) } }] }
        message.content = content
      }
    },
    Attack("D19", "a piece of an OCTET STRING that is an INTEGER", "encoding.octet-string") { scene in
      scene.edit { message in
        let content = message.content ?? []
        message.content = [
          DERWriter.encode {
            $0.constructed(0x24) {
              $0.raw(content.joined()); $0.integer(1)
            }
          }
        ]
      }
    },
    Attack("D20", "100 000 empty pieces of an OCTET STRING, which is valid", .verified) { scene in
      scene.edit { message in
        let content = message.content ?? []
        let empty = Array(repeating: [UInt8]([0x04, 0x00]), count: 100_000).joined()
        message.content = [[0x24, 0x80] + empty + content.joined() + [0, 0]]
      }
    },
    Attack("D31", "200 000 indefinite lengths side by side, 14 deep", "limit.depth") { scene in
      scene.edit { message in
        let wide = Array(repeating: [UInt8]([0x30, 0x80, 0, 0]), count: 200_000).joined()
        let opening = Array(repeating: [UInt8]([0x30, 0x80]), count: 14).joined()
        message.signerInfos[0].signedAttributes =
          [0xA0, 0x80] + opening + wide + Array(repeating: 0, count: 30)
      }
    },
  ]

  private static let onValues: [Attack] = [
    Attack("D28", "a NULL with contents", .code("structure.algorithm-parameters")) { scene in
      scene.signatureAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.1", parameters: [0x05, 0x01, 0x00])
    },
    Attack("D29", "an INTEGER without contents", "encoding.integer") { $0.edit { $0.version = [] } },
    Attack("D30", "a padded version", "encoding.integer") { $0.edit { $0.version = [0, 1] } },
  ]

  private static let onSize: [Attack] = [
    Attack("D27", "9 MiB", "limit.size") { $0.editBytes { $0 += Array(repeating: 0x5A, count: 9 << 20) } },
    bytes("D27.100MB", "100 MB", .code("limit.size")) { Array(repeating: 0x30, count: 100_000_000) },
    Attack(
      "H01", "25 000 attributes", "limit.attributes",
      twin: { scene in
        scene.addAttributes(19_900)
      }
    ) { scene in
      scene.addAttributes(25_000)
    },
    Attack("C4.attribute", "one attribute of 8 MiB", "limit.size") { scene in
      scene.receipt.set(.bytes(6, Array(repeating: 0x5A, count: 8 << 20)))
    },
    bytes("C4.junk", "8 MiB of empty OCTET STRINGs", anyDecoding) {
      var bytes: [UInt8] = [0x04, 0x00]
      while bytes.count < 8 << 20 { bytes += bytes }
      return bytes
    },
    Attack("C4.integer", "a type number of 1 MiB", "payload.attribute-type") { scene in
      scene.receipt.attributes.append(
        ReceiptAttribute(type: [0x40] + Array(repeating: 0x11, count: 1 << 20), value: []))
    },
    Attack("C4.oid", "an object identifier of 1 MiB", "limit.object-identifier") { scene in
      scene.edit { message in
        // As far as the algorithm, this could become a certificate.
        let certificate = DERWriter.encode { writer in
          writer.sequence { writer in
            writer.sequence { writer in
              writer.integer(1)
              writer.sequence { $0.element(0x06, content: Array(repeating: 0x81, count: 1 << 20) + [0x01]) }
            }
          }
        }
        message.certificates?.append(certificate)
      }
    },
    Attack("C4.arc", "an object identifier with the number 2⁶⁴", "unsupported.digest") { scene in
      // 2⁶⁴ takes ten octets in base 128; a writer of 64-bit numbers gets ten small numbers instead.
      scene.edit { message in
        let placeholder = AlgorithmIdentifier("1.2.1.1.1.1.1.1.1.1.1.1")
        message.digestAlgorithms = [placeholder]
        message.signerInfos[0].digestAlgorithm = placeholder
      }
      scene.editBytes { bytes in
        while let index = bytes.firstIndex(of: [0x2A] + Array(repeating: 0x01, count: 10)) {
          bytes.replaceSubrange(
            index + 1..<index + 11, with: [0x82] + Array(repeating: 0x80, count: 8) + [0x00])
        }
      }
    },
  ]
}

extension LengthForm {
  /// The length octets for so many octets of content.
  func prefix(of count: Int) -> [UInt8] {
    let element = DERWriter.encode {
      $0.element(0x04, length: self, content: Array(repeating: 0, count: count))
    }
    return Array(element[1..<element.count - count])
  }
}

extension Scene {
  /// Adds attributes that nobody knows.
  mutating func addAttributes(_ count: Int) {
    receipt.attributes += (0..<count).map { ReceiptAttribute(100_000 + Int64($0), value: []) }
  }
}
