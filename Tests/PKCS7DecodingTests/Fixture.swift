// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge

/// A message that every test changes in its own way. Nobody verifies it here, so one key serves all three
/// certificates.
enum Fixture {
  static let key = Result { try SigningKey.rsa() }

  static let content: [UInt8] = [0x31, 0x03, 0x0C, 0x01, 0x41]

  static let message = Result {
    let key = try Fixture.key.get()
    let authority = try TestAuthority(rootKey: key, intermediateKey: key, leafKey: key)
    var recipe = try authority.signer().signedData(over: content)
    // Octets that no search for a place in the message can hit.
    recipe.signerInfos[0].signature = [UInt8](repeating: 0x55, count: 256)
    return recipe
  }

  /// A message whose only certificate is `certificate`.
  static func message(certificate: [UInt8]) throws -> [UInt8] {
    var recipe = try message.get()
    recipe.certificates = [certificate]
    return recipe.encoded
  }

  /// A certificate with the usual fields, to be changed.
  static func certificateRecipe() throws -> CertificateRecipe {
    let key = try Fixture.key.get()
    return try TestAuthority(rootKey: key, intermediateKey: key, leafKey: key).leafRecipe()
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

/// An OBJECT IDENTIFIER, header included.
func oid(_ dotted: String) -> [UInt8] {
  DERWriter.encode { $0.objectIdentifier(dotted) }
}

/// Where in a message something stands: the first or last place of these bytes, or the end.
enum Locator: Sendable {
  case first([UInt8], plus: Int = 0)
  case last([UInt8], plus: Int = 0)
  case end

  func offset(in bytes: [UInt8]) -> Int? {
    switch self {
    case .first(let part, let distance):
      (0...max(0, bytes.count - part.count)).first { bytes[$0...].starts(with: part) }.map { $0 + distance }
    case .last(let part, let distance):
      (0...max(0, bytes.count - part.count)).last { bytes[$0...].starts(with: part) }.map { $0 + distance }
    case .end: bytes.count
    }
  }
}

extension PKCS7Error {
  /// Code, offset and path, for tables.
  var summary: String { "\(code) \(offset) \(path)" }
}
