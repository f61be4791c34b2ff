// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// Rows of the receipt, rightly signed. What is malformed in one costs that row its effect and not the receipt its
  /// verification; what is ambiguous costs the verification.
  static let onPurchases: [Attack] =
    datesOfRows + [
      row("IAP.empty", "an empty 1708 and 1712, and an empty 8: absent", .verified) { scene in
        scene.receipt.set(.ia5String(8, ""))
        scene.receipt.purchases[0].set(.ia5String(1708, ""))
        scene.receipt.purchases[0].set(.ia5String(1712, ""))
      },
      row("IAP.1703", "the transaction id twice in one row", .code("payload.duplicate-attribute")) { scene in
        scene.receipt.purchases[0].attributes.append(.utf8String(1703, "1"))
      },
      row("IAP.quantity−1", "a quantity of −1", .verified) {
        $0.receipt.purchases[0].set(.integer(1701, -1))
      },
      row("IAP.quantity2^63", "a quantity of 2⁶³", .verified) { scene in
        scene.receipt.purchases[0].set(.integer(1701, content: [0, 0x80, 0, 0, 0, 0, 0, 0, 0]))
      },
      row("IAP.quantity-padded", "a padded quantity", .verified) { scene in
        scene.receipt.purchases[0].set(.integer(1701, content: [0, 1]))
      },
      row("IAP.1701", "a quantity that is text", .verified) {
        $0.receipt.purchases[0].set(.utf8String(1701, "1"))
      },
      row("IAP.product", "one transaction id, two products", .verified) { scene in
        scene.receipt.purchases[1].set(.utf8String(1703, "720000000000001"))
      },
      row("IAP.cancellation", "one transaction id, cancelled in one row only", .verified) { scene in
        var second = scene.receipt.purchases[0]
        second.set(.ia5String(1712, "2016-01-01T00:00:00Z"))
        scene.receipt.purchases.append(second)
      },
      row("IAP.structure", "an attribute of four fields in a row", .code("structure.extra-element")) {
        scene in
        scene.receipt.purchases[0].otherElements = [
          DERWriter.encode { writer in
            writer.sequence {
              $0.integer(99); $0.integer(1); $0.octetString([]); $0.null()
            }
          }
        ]
      },
      row("IAP.type", "type 1702 + 2³² in a row", .code("payload.attribute-type")) { scene in
        scene.receipt.purchases[0].attributes.append(ReceiptAttribute(0x1_0000_06A6, value: []))
      },
      row("IAP.limit", "257 attributes in a row", .code("limit.attributes")) { scene in
        let count = scene.receipt.purchases[0].attributes.count
        scene.receipt.purchases[0].attributes += (count..<257).map {
          ReceiptAttribute(100_000 + Int64($0), value: [])
        }
      },
      row("IAP.set", "a row that is a SEQUENCE", .code("structure.unexpected-element")) { scene in
        scene.receipt.attributes.append(ReceiptAttribute(17, value: [0x30, 0x00]))
      },
    ]

  private static func row(_ id: String, _ sentence: String, _ required: Requirement, _ defect: @escaping Step)
    -> Attack
  {
    Attack(id, sentence, required, defect: defect)
  }

  private static let datesOfRows: [Attack] = [Int64(1704), 1706, 1708, 1712].flatMap { type in
    [
      ("24:00", "2015-12-01T24:00:00Z"), ("29-February", "2015-02-29T00:00:00Z"),
      ("no-zone", "2015-12-01T00:00:00"),
      ("NUL", "2015-12-01T00:00:00Z\0"), ("year-0000", "0000-12-01T00:00:00Z"),
    ].map { name, text in
      row("IAP.\(type).\(name)", "a date of type \(type) that is none", .verified) { scene in
        scene.receipt.purchases[0].set(.ia5String(type, text))
      }
    } + [
      row("IAP.\(type).text", "a date of type \(type) as UTF8String", .verified) { scene in
        scene.receipt.purchases[0].set(.utf8String(type, "2015-12-01T00:00:00Z"))
      }
    ]
  }
}
