// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// What an App Store receipt says: the app, when it was bought, and the in-app purchases (Apple, *Receipt Fields*).
///
/// It is a view of the decoded bytes: copying it is cheap, and it keeps them alive. A property is `nil` when the receipt
/// lacks the attribute, has it empty, has it twice, or has a value that cannot be read; `problems` tells the last two apart.
///
/// Nothing here is proven. Decide on a receipt only after it has been verified.
public struct AppReceipt: Sendable {
  let payload: Payload

  init(payload: Payload) {
    self.payload = payload
  }

  /// Decodes a receipt.
  ///
  /// Malformed values do not make it fail: they stand in `problems`.
  ///
  /// - Parameters:
  ///   - bytes: A receipt in binary form, a PKCS#7 message in DER or, from Xcode, in BER.
  ///   - limits: The bounds to keep.
  /// - Throws: The first fault in the structure, of class `limit`, `encoding` or `structure`.
  public init(decoding bytes: [UInt8], limits: Limits = Limits()) throws(ReceiptError) {
    let decoded = DecodedReceipt(bytes, limits: limits)
    if let fault = decoded.fault { throw fault }
    // Without a fault there is content.
    guard let receipt = decoded.receipt else { throw ReceiptError(.structureDetached) }
    self = receipt
  }

  /// The signed content.
  public var content: ArraySlice<UInt8> { payload.bytes[payload.range] }

  // MARK: - The app

  /// Where the receipt comes from, in Apple's words: `Production`, `ProductionSandbox`, `Xcode` … (type 0, undocumented,
  /// observed).
  public var receiptType: ReceiptText? { payload.text(payload.values[0]) }

  /// Where the receipt comes from; `nil` when it does not say.
  public var environment: ReceiptEnvironment? {
    payload.composition?.environment ?? receiptType.map { ReceiptEnvironment(receiptType: $0) }
  }

  /// The app's item id in the App Store, 0 outside production (type 1, undocumented, observed).
  public var appItemID: ASN1Integer? { payload.integer(payload.values[1]) }

  /// The app's bundle identifier (type 2).
  public var bundleID: ReceiptText? { payload.text(payload.values[2]) }

  /// The app's version: CFBundleVersion on iOS, CFBundleShortVersionString on macOS (type 3).
  public var appVersion: ReceiptText? { nonEmptyText(3) }

  /// The version that was bought first, always `1.0` in the sandbox (type 19).
  public var originalAppVersion: ReceiptText? { nonEmptyText(19) }

  // MARK: - Dates

  /// When the receipt was made (type 12).
  public var creationDate: Timestamp? { date(12) }

  /// When the app was first bought, 2013-08-01 in the sandbox (type 18, undocumented, observed).
  public var originalPurchaseDate: Timestamp? { date(18) }

  /// When the app was bought in its current download (type 8, undocumented, observed).
  public var appPurchaseDate: Timestamp? { date(8) }

  /// When the receipt expires: volume purchases only (type 21). Xcode writes the year 4001 for never.
  public var expirationDate: Timestamp? { date(21) }

  // MARK: - The store, the device and the client

  /// A number of the download (type 15, undocumented, observed).
  public var downloadID: ASN1Integer? { payload.integer(payload.values[15]) }

  /// A number of the app's build in the App Store (type 16, undocumented, observed).
  public var versionExternalID: ASN1Integer? { payload.integer(payload.values[16]) }

  /// A number of the seller's account (type 11, undocumented, observed).
  public var developerID: ASN1Integer? { payload.integer(payload.values[11]) }

  /// The age rating, such as `4+` (type 10, undocumented, observed).
  public var ageRating: ReceiptText? { nonEmptyText(10) }

  /// The release of the server that made the receipt (type 9, undocumented, observed).
  public var serverVersion: ReleaseTag? { payload.integer(payload.values[9]).map { ReleaseTag($0) } }

  /// The system version of the client, major × 10 000 + minor × 100 + patch on iOS (type 13, undocumented, observed).
  public var clientVersion: ASN1Integer? { payload.integer(payload.values[13]) }

  /// A number of the device's model (type 14, undocumented, observed).
  public var deviceModelCode: ASN1Integer? { payload.integer(payload.values[14]) }

  /// The platform of the client (type 25, undocumented, observed).
  public var platform: Platform? { payload.integer(payload.values[25]).map { Platform($0) } }

  /// Random bytes that go into the device hash (type 4).
  public var opaqueValue: ArraySlice<UInt8>? { payload.octets(payload.values[4]) }

  /// The SHA-1 hash that binds the receipt to a device (type 5).
  public var sha1Hash: ArraySlice<UInt8>? { payload.octets(payload.values[5]) }

  // MARK: - Purchases

  /// The in-app purchases, in the order of the receipt, which means nothing: DER sorts them by their bytes.
  public var inAppPurchases: InAppPurchases { InAppPurchases(payload: payload) }

  // MARK: - Attributes

  /// All attributes, in the order of the receipt, but for those whose structure is broken.
  public var attributes: [ReceiptAttribute] {
    ReceiptAttribute.all(in: payload, payload.elements, .receipt)
  }

  /// What is wrong with attributes, in the order in which it was found.
  public var problems: [ReceiptProblem] {
    payload.problems.map { ReceiptProblem($0, in: payload) }
  }

  private func nonEmptyText(_ type: Int) -> ReceiptText? {
    guard let text = payload.text(payload.values[type]), !text.utf8.isEmpty else { return nil }
    return text
  }

  private func date(_ type: Int) -> Timestamp? {
    payload.values[type].flatMap { Timestamp(millisecondsSince1970: $0) }
  }
}
