// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

/// Keys and chains that every test shares, because making keys is slow.
enum Fixture {
  static let authority = Result { try TestAuthority() }
  static let eras: [ChainEra] = [.sha256, .sha1, .late2015]

  /// What Apple's certificates are called.
  static let applesNames = [
    "Apple Inc", "Apple Root", "Apple Worldwide", "Apple Certification", "iTunes", "Mac App Store",
  ]

  /// The key identifier of Apple Root CA.
  static let applesRootKeyIdentifier = hex("2b d0 69 47 94 76 09 fe f4 6b 8d 2e 40 a6 f7 47 4d 7f 08 5e")

  /// A small receipt with a purchase.
  static let recipe = ReceiptRecipe(
    attributes: [
      .utf8String(0, "ProductionSandbox"), .utf8String(2, "com.example.app"),
      .bytes(4, version: 2, [1, 2, 3]),
      .ia5String(12, "2025-01-30T12:00:00Z"), .ia5String(21, ""),
    ],
    purchases: [
      PurchaseRecipe([.utf8String(1702, "com.example.app.coins"), .integer(1701, 1)])
    ])
}

/// Bytes from hexadecimal digits, blanks ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Whether `part` stands anywhere in `whole`.
func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
  guard part.count <= whole.count else { return false }
  return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
}
