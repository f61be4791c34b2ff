// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

/// Signed attributes (RFC 5652 5.3, 11) before they are encoded.
struct SignedAttributes {
  static let contentType = "1.2.840.113549.1.9.3"
  static let messageDigest = "1.2.840.113549.1.9.4"

  struct Attribute {
    var type: String
    var values: [[UInt8]]
  }

  /// contentType and messageDigest, in this order.
  var list: [Attribute]
  /// The tag of the form that is signed, 31 as RFC 5652 5.4 wants it.
  var signedTag: UInt8 = 0x31

  init(content: [UInt8]) throws {
    let digest = try DigestAlgorithm.sha256.hash(content)
    list = [
      Attribute(
        type: Self.contentType, values: [DERWriter.encode { $0.objectIdentifier("1.2.840.113549.1.7.1") }]),
      Attribute(type: Self.messageDigest, values: [DERWriter.encode { $0.octetString(digest) }]),
    ]
  }

  func encoded(tag: UInt8) -> [UInt8] {
    DERWriter.encode { writer in
      writer.constructed(tag) { list in
        for attribute in self.list {
          list.sequence {
            $0.objectIdentifier(attribute.type)
            $0.setOf(attribute.values, sorted: false)
          }
        }
      }
    }
  }
}
