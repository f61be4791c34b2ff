// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A transaction receipt of iOS 6 and earlier before it is signed: one purchase as a property list, and what stands around
/// it.
///
/// ```swift
/// let recipe = TransactionReceiptRecipe(purchaseInfo: [
///   ("bid", "com.example.app"), ("product-id", "com.example.app.pro"),
/// ])
/// let receipt = try recipe.text(signedBy: try TestAuthority().signer(.sha1))
/// ```
public struct TransactionReceiptRecipe: Sendable {
  /// The entries of the purchase-info, in this order, duplicates and all; values are written between quotes as they are.
  public var purchaseInfo: [(key: String, value: String)]
  /// The purchase-info as text in place of what its entries give.
  public var purchaseInfoText: [UInt8]?
  /// The outer entries behind signature and purchase-info.
  public var otherEntries: [(key: String, value: String)] = [
    ("environment", "Sandbox"), ("pod", "100"), ("signing-status", "0"),
  ]
  /// The version byte: 2 or 3 in genuine ones.
  public var version: UInt8 = 3

  /// A receipt of this purchase-info.
  public init(purchaseInfo: [(key: String, value: String)]) {
    self.purchaseInfo = purchaseInfo
  }

  // MARK: - Changing entries

  /// Replaces the value of an entry of the purchase-info, or appends the entry; nil takes it away.
  public mutating func set(_ key: String, _ value: String?) {
    let index = purchaseInfo.firstIndex { $0.key == key }
    switch (index, value) {
    case (let index?, let value?): purchaseInfo[index].value = value
    case (let index?, nil): purchaseInfo.remove(at: index)
    case (nil, let value?): purchaseInfo.append((key, value))
    case (nil, nil): break
    }
  }

  // MARK: - Encoding

  /// What is signed behind the version byte: the inner property list.
  public var signedText: [UInt8] { purchaseInfoText ?? Array(Self.list(purchaseInfo).utf8) }

  /// The signature with the signer's certificate: version, signature, length, certificate.
  public func signature(by signer: ReceiptSigner) throws(ForgeError) -> [UInt8] {
    let certificate = signer.certificates.first ?? []
    let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: certificate.count >> (8 * $0)) }
    return [version] + (try signer.key.sign([version] + signedText, digest: signer.digest)) + length
      + certificate
  }

  /// The receipt, signed: the outer property list as text.
  public func text(signedBy signer: ReceiptSigner) throws(ForgeError) -> [UInt8] {
    text(signature: try signature(by: signer))
  }

  /// The receipt with this signature, true or not.
  public func text(signature: [UInt8]) -> [UInt8] {
    let entries = [("signature", Self.base64(signature)), ("purchase-info", Self.base64(signedText))]
    return Array(Self.list(entries + otherEntries).utf8)
  }

  private static func list(_ entries: [(key: String, value: String)]) -> String {
    "{\n" + entries.map { "\t\"\($0.key)\" = \"\($0.value)\";\n" }.joined() + "}"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    String(decoding: Base64Text.encode(bytes), as: UTF8.self)
  }
}
