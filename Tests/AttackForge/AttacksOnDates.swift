// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// The creation date, rightly signed: what is one and what is not.
  static let onDates: [Attack] = notDates + dates

  private static func notADate(
    _ id: String, _ sentence: String, _ text: String, tag: UInt8 = TagByte.ia5String
  ) -> Attack {
    Attack(id, sentence, "payload.value") { scene in
      scene.receipt.set(
        ReceiptAttribute(12, value: DERWriter.encode { $0.element(tag, content: Array(text.utf8)) }))
    }
  }

  private static let notDates: [Attack] = [
    notADate("F01", "24:00", "2025-03-01T24:00:00Z"),
    notADate("F02", "second 60", "2025-03-01T12:00:60Z"),
    notADate("F03", "29 February of a common year", "2023-02-29T12:00:00Z"),
    notADate("F04", "year 0000", "0000-03-01T12:00:00Z"),
    notADate("F05", "year 10000", "10000-03-01T12:00:00Z"),
    notADate("F06", "no zone", "2025-03-01T12:00:00"),
    notADate("F07", "a blank before", " 2025-03-01T12:00:00Z"),
    notADate("F08", "month 00", "2025-00-01T12:00:00Z"),
    notADate("F09", "day 00", "2025-03-00T12:00:00Z"),
    notADate("F10", "minute 60", "2025-03-01T12:60:00Z"),
    notADate("F11", "Arabic digits", "٢٠٢٥-03-01T12:00:00Z"),
    notADate("F12", "NUL behind", "2025-03-01T12:00:00Z\0"),
    notADate("F13", "empty", ""),
    notADate("F14", "an offset of three digits", "2025-03-01T12:00:00+024"),
    notADate("F15", "an offset of 25 hours", "2025-03-01T12:00:00+2500"),
    notADate("F16", "a UTF8String", "2025-03-01T12:00:00Z", tag: TagByte.utf8String),
    notADate("F17", "a blank in the place of T", "2025-03-01 12:00:00Z"),
    notADate("F18", "a fraction without digits", "2025-03-01T12:00:00.Z"),
    notADate("F19", "a fraction of ten digits", "2025-03-01T12:00:00.1234567890Z"),
    notADate("F21", "a lower-case z", "2025-03-01T12:00:00z"),
  ]

  private static func date(_ id: String, _ sentence: String, _ text: String) -> Attack {
    Attack(id, sentence, .verified) { $0.setCreation(text) }
  }

  private static let dates: [Attack] = [
    date("F20", "the offset -0000", "2025-03-01T12:00:00-0000"),
    Attack(
      "F22", "29 February of a leap year", .verified,
      given: { scene in
        scene.leaf.setValidity("240101000000Z", "260823145002Z")
      }
    ) { $0.setCreation("2024-02-29T12:00:00Z") },
    date("P13", "the offset +0300", "2025-03-01T15:00:00+0300"),
    date("P13.colon", "the offset +03:00", "2025-03-01T15:00:00+03:00"),
    date("P13.one", "a fraction of one digit", "2025-03-01T12:00:00.1Z"),
    date("P13.nine", "a fraction of nine digits", "2025-03-01T12:00:00.123456789Z"),
  ]
}
