// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A receipt by the meaning of its fields, with every attribute that receipts of its kind carry.
///
/// ```swift
/// var sample = SampleReceipt.sandbox(created: "2025-01-30T12:00:00Z")
/// sample.purchases = [
///   SamplePurchase("com.example.app.coins", transactionID: "1000001", purchaseDate: "2025-01-30T11:00:00Z")
/// ]
/// let receipt = try sample.recipe().signed(by: signer)
/// ```
/// A field that is nil has no attribute. The type number of each is in its comment; what the undocumented
/// ones mean was observed, not documented.
public struct SampleReceipt: Sendable, Hashable {
  /// 0: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox` or `Xcode`.
  public var receiptType: String
  /// 1; 0 in the sandbox.
  public var itemID: SampleInteger = 0
  /// 2.
  public var bundleID = "com.example.app"
  /// 3.
  public var applicationVersion = "7"
  /// 4, raw: 16 bytes from the App Store, 8 from Xcode.
  public var opaqueValue: [UInt8] = Array(0x40...0x4F)
  /// The version of attribute 4: 2 from the App Store, 1 from Xcode.
  public var opaqueVersion: Int64 = 2
  /// The device that the hash, 5, is made for: 16 bytes, or 6 on a Mac.
  public var guid: [UInt8] = Array(0xA0...0xAF)
  /// 6, raw: 40 to 106 bytes that nobody but the App Store can read.
  public var opaqueBytes6: [UInt8]? = Array(0x60...0x9F)
  /// 7, raw: 38 to 89 bytes that nobody but the App Store can read.
  public var opaqueBytes7: [UInt8]? = Array(0x70...0x9F)
  /// 8; empty in the sandbox.
  public var appPurchaseDate: SampleDate? = ""
  /// 9: four ASCII letters, packed in an INTEGER.
  public var serverVersion: String? = "P305"
  /// 10.
  public var ageRating: String? = "4+"
  /// 11; 0 in the sandbox.
  public var developerID: SampleInteger? = 0
  /// 12.
  public var creationDate: SampleDate?
  /// 13: the system's version, 180602 for iOS 18.6.2.
  public var clientVersion: SampleInteger? = 180_602
  /// 14.
  public var deviceModelCode: SampleInteger? = 229
  /// 15; 0 in the sandbox.
  public var downloadID: SampleInteger? = 0
  /// 16; 0 in the sandbox.
  public var versionExternalIdentifier: SampleInteger? = 0
  /// 18.
  public var originalPurchaseDate: SampleDate? = "2013-08-01T07:00:00Z"
  /// 19.
  public var originalApplicationVersion: String? = "1.0"
  /// 20, a string that is always empty; iOS only.
  public var emptyString20: String? = ""
  /// 21; volume purchase and Xcode only.
  public var expirationDate: SampleDate?
  /// 25: 3 iOS, 2 macOS.
  public var platform: SampleInteger? = 3
  /// 17, once for each.
  public var purchases: [SamplePurchase] = []
  /// Any other attributes.
  public var otherAttributes: [ReceiptAttribute] = []
  /// How it is encoded.
  public var style = ReceiptStyle.der

  // MARK: - Kinds

  /// A sandbox receipt of an iOS app.
  public static func sandbox(created creationDate: SampleDate) -> SampleReceipt {
    SampleReceipt(receiptType: "ProductionSandbox", creationDate: creationDate)
  }

  /// A production receipt of an iOS app.
  public static func production(created creationDate: SampleDate) -> SampleReceipt {
    SampleReceipt(
      receiptType: "Production", itemID: 1_234_567_890, appPurchaseDate: creationDate, developerID: 4711,
      creationDate: creationDate, downloadID: 72_019_876_543_210, versionExternalIdentifier: 823_456_789,
      originalPurchaseDate: "2016-03-04T05:06:07Z", originalApplicationVersion: "3")
  }

  /// A production receipt of a Mac app, its hash made with a MAC address.
  public static func mac(created creationDate: SampleDate) -> SampleReceipt {
    var sample = production(created: creationDate)
    sample.guid = [0x02, 0x00, 0x5E, 0x10, 0x20, 0x30]
    sample.applicationVersion = "2024.1"
    sample.clientVersion = 130_000
    sample.deviceModelCode = 1
    sample.emptyString20 = nil
    sample.platform = 2
    return sample
  }

  /// A receipt as Xcode's StoreKit testing writes it: types 0 to 5, 8, 12 and 21, and never expiring.
  public static func xcode(created creationDate: SampleDate) -> SampleReceipt {
    SampleReceipt(
      receiptType: "Xcode", opaqueValue: Array(0x40...0x47), opaqueVersion: 1, opaqueBytes6: nil,
      opaqueBytes7: nil, serverVersion: nil, ageRating: nil, developerID: nil, creationDate: creationDate,
      clientVersion: nil, deviceModelCode: nil, downloadID: nil, versionExternalIdentifier: nil,
      originalPurchaseDate: nil, originalApplicationVersion: nil, emptyString20: nil,
      expirationDate: "4001-01-01T00:00:00Z", platform: nil, style: .xcode)
  }

  // MARK: - Encoding

  /// The receipt as attributes, by ascending type but for ``otherAttributes``, which come last.
  public func recipe() throws(ForgeError) -> ReceiptRecipe {
    var list = AttributeList()
    list.utf8String(0, receiptType)
    list.integer(1, itemID)
    list.utf8String(2, bundleID)
    list.utf8String(3, applicationVersion)
    list.bytes(4, version: opaqueVersion, opaqueValue)
    list.bytes(5, [])
    list.bytes(6, opaqueBytes6)
    list.bytes(7, opaqueBytes7)
    list.date(8, appPurchaseDate)
    list.integer(9, content: serverVersion.map { Array($0.utf8) })
    list.ia5String(10, ageRating)
    list.integer(11, developerID)
    list.date(12, creationDate)
    list.integer(13, clientVersion)
    list.integer(14, deviceModelCode)
    list.integer(15, downloadID)
    list.integer(16, versionExternalIdentifier)
    list.date(18, originalPurchaseDate)
    list.utf8String(19, originalApplicationVersion)
    list.utf8String(20, emptyString20)
    list.date(21, expirationDate)
    list.integer(25, platform)
    var recipe = ReceiptRecipe(
      attributes: list.attributes + otherAttributes, purchases: purchases.map(\.recipe), style: style)
    try recipe.setDeviceHash(guid: guid)
    return recipe
  }
}
