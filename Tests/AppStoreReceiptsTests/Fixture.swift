// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge

/// An attribute to be written, as opposed to one that was read.
typealias Attribute = ReceiptForge.ReceiptAttribute

/// Messages around payloads. Nothing is verified here, so the signature stays that of another content.
enum Fixture {
  private static let shell = Result {
    let key = try SigningKey.rsa()
    let authority = try TestAuthority(rootKey: key, intermediateKey: key, leafKey: key)
    return try authority.signer().signedData(over: [])
  }

  private static let xcodeShell = Result {
    try ReceiptSigner.xcodeLike().signedData(over: [], style: .xcode)
  }

  /// A message with a payload, in the style of the App Store or of Xcode.
  static func message(_ payload: [UInt8], style: ReceiptStyle = .der) throws -> [UInt8] {
    try message(content: [style.octetString(payload)], style: style)
  }

  /// A message whose eContent holds these elements, with the first certificates only when a number is given.
  static func message(
    content: [[UInt8]], style: ReceiptStyle = .der, certificates: Int? = nil
  ) throws -> [UInt8] {
    var recipe = try (style == .der ? shell : xcodeShell).get()
    recipe.content = content
    if let certificates { recipe.certificates = recipe.certificates.map { Array($0.prefix(certificates)) } }
    return recipe.encoded
  }

  /// The payload of a receipt with its attributes and purchases in the order given.
  static func payload(_ attributes: [Attribute], _ purchases: [PurchaseRecipe] = []) -> [UInt8] {
    ReceiptRecipe(attributes: attributes, purchases: purchases, style: .xcode).payload()
  }

  /// The three attributes that a receipt must have.
  static let required: [Attribute] = [
    .utf8String(0, "Production"), .utf8String(2, "com.example.app"), .ia5String(12, "2024-08-06T12:00:00Z"),
  ]

  /// A purchase with its usual attributes.
  static func purchase(_ number: Int) -> PurchaseRecipe {
    PurchaseRecipe([
      .integer(1701, 1), .utf8String(1702, "com.example.app.product\(number)"),
      .utf8String(1703, "100000\(number)"),
      .ia5String(1704, "2024-08-0\(number % 9 + 1)T12:00:00Z"), .integer(1707, 3),
      .ia5String(1708, "2024-09-0\(number % 9 + 1)T12:00:00Z"), .ia5String(1712, ""),
    ])
  }
}

/// Bytes from hexadecimal digits, blanks ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// An element with minimal length octets.
func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
  DERWriter.encode { $0.element(tag, content: contents) }
}

/// Where a part stands in the whole: its first place.
func place(of part: [UInt8], in whole: [UInt8]) -> Int? {
  guard let first = part.first, part.count <= whole.count else { return nil }
  return (0...(whole.count - part.count)).first {
    whole[$0] == first && whole[$0..<($0 + part.count)].elementsEqual(part)
  }
}

extension AppReceipt {
  /// The first attribute of a type.
  func attribute(_ type: Int) -> AppStoreReceipts.ReceiptAttribute? { attributes.first { $0.type == type } }
}
