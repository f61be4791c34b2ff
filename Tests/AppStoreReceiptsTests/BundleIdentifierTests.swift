// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Bundle identifiers") struct BundleIdentifierTests {
  private func bundleID(_ text: String) throws -> String? {
    let payload = Fixture.payload([
      .utf8String(0, "Production"), .utf8String(2, text), .ia5String(12, "2024-08-06T12:00:00Z"),
    ])
    return try AppReceipt(decoding: try Fixture.message(payload)).bundleID.map {
      String(decoding: $0.utf8, as: UTF8.self)
    }
  }

  @Test(
    "A bundle identifier may hold any letter and sign, also those beside the control characters",
    arguments: ["com.example.\u{A9}", "com.example.\u{A0}app", "com.\u{BF}", "com.é", "com. app", "com.~"])
  func signs(_ text: String) throws {
    #expect(try bundleID(text) == text)
  }

  @Test(
    "One with a control character is none",
    arguments: ["com.\u{80}app", "com.\u{9F}", "com.\u{85}", "com.\u{7F}", "com.\u{1F}", "com.\0app"])
  func controlCharacters(_ text: String) throws {
    #expect(try bundleID(text) == nil)
  }

  @Test("One that begins or ends with a blank, or is empty, is none", arguments: [" com", "com ", " ", ""])
  func blanks(_ text: String) throws {
    #expect(try bundleID(text) == nil)
  }
}
