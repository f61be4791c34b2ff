// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An App Store receipt before it is signed: its attributes, its purchases, and the style of its encoding.
///
/// ```swift
/// var recipe = ReceiptRecipe(attributes: [
///   .utf8String(0, "ProductionSandbox"), .utf8String(2, "com.example.app"),
///   .ia5String(12, "2025-01-30T12:00:00Z"),
/// ])
/// recipe.purchases = [PurchaseRecipe([.integer(1701, 1), .utf8String(1702, "com.example.app.coins")])]
/// let receipt = try recipe.signed(by: try TestAuthority().signer(.sha256))
/// ```
/// For a receipt with everything in it see ``SampleReceipt``.
public struct ReceiptRecipe: Sendable, Hashable {
  /// The attributes but for the purchases.
  public var attributes: [ReceiptAttribute]
  /// The purchases; in ``ReceiptStyle/xcode`` they stand before the attribute of type 21, else where sorting
  /// puts them.
  public var purchases: [PurchaseRecipe] = []
  /// Encoded elements of the payload's SET that are no attributes: junk.
  public var otherElements: [[UInt8]] = []
  /// How the receipt is encoded.
  public var style: ReceiptStyle

  /// A receipt of these attributes.
  public init(
    attributes: [ReceiptAttribute], purchases: [PurchaseRecipe] = [], style: ReceiptStyle = .der
  ) {
    self.attributes = attributes
    self.purchases = purchases
    self.style = style
  }

  // MARK: - Changing attributes

  /// Replaces the first attribute of the same type, or appends it.
  public mutating func set(_ attribute: ReceiptAttribute) { attributes.set(attribute) }

  /// Removes every attribute of that type.
  public mutating func remove(type: Int64) { attributes.removeAll { $0.has(type: type) } }

  // MARK: - Device hash

  /// Sets the device hash, type 5, for a device (Apple, Validating receipts on the device): SHA-1 over the
  /// GUID, the octets of type 4 and the octets of type 2 with their string header.
  ///
  /// - Parameter guid: 16 bytes of identifierForVendor, or 6 of a Mac's MAC address; any length is taken.
  public mutating func setDeviceHash(guid: [UInt8]) throws(ForgeError) {
    set(.bytes(5, try DigestAlgorithm.sha1.hash(guid + octets(ofType: 4) + octets(ofType: 2))))
  }

  private func octets(ofType type: Int64) -> [UInt8] {
    attributes.first { $0.has(type: type) }?.value ?? []
  }

  // MARK: - Encoding

  /// The payload: the SET that is signed.
  public func payload() -> [UInt8] {
    let rows = purchases.map { $0.attribute(style: style).encoded }
    let cut = attributes.firstIndex { $0.has(type: 21) } ?? attributes.endIndex
    let elements =
      attributes[..<cut].map(\.encoded) + rows + attributes[cut...].map(\.encoded) + otherElements
    return DERWriter.encode { $0.setOf(elements, sorted: style.sortsSets) }
  }

  /// The receipt as a SignedData that is signed and can still be changed.
  public func signedData(by signer: ReceiptSigner) throws(ForgeError) -> SignedDataRecipe {
    try signer.signedData(over: payload(), style: style)
  }

  /// The receipt: the bytes of its file.
  public func signed(by signer: ReceiptSigner) throws(ForgeError) -> [UInt8] {
    try signedData(by: signer).encoded
  }
}
