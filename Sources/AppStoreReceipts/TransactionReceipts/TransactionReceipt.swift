// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A receipt of iOS 6 and earlier, which holds one purchase: what `SKPaymentTransaction` had as its `transactionReceipt`
/// (deprecated in iOS 7, undocumented, observed).
///
/// ```
/// { "signature" = "base64"; "purchase-info" = "base64 of a property list"; "environment" = "Sandbox";
///   "pod" = "100"; "signing-status" = "0"; }
/// ```
/// Only the purchase-info is signed. So nothing outside of it is proven by anything, the environment least of all: whoever
/// deletes its line makes a purchase of the sandbox look like one that was paid for.
///
/// Such a receipt does not tell consumables from what is kept; a purchase that has no expiration date counts as kept.
public struct TransactionReceipt: Sendable {
  /// The text that is signed: a property list, decoded from base64 and otherwise untouched.
  public let purchaseInfo: [UInt8]

  /// The purchase and its app as a receipt, with what a transaction receipt knows: bundle identifier, app version, the
  /// environment, and one purchase.
  ///
  /// It was never encoded so by Apple, and what it has for content is signed by nobody.
  public let receipt: AppReceipt

  /// The signature; `nil` when it is missing or cannot be read, which makes the receipt worth nothing.
  public let signature: TransactionSignature?

  /// The entries of the purchase-info, in its order, but for those that are no text.
  public let entries: [Entry]

  /// An entry of the purchase-info.
  public struct Entry: Hashable, Sendable {
    /// The key, such as `purchase-date-ms`.
    public let key: ReceiptText
    /// The value.
    public let value: ReceiptText
  }

  /// Decodes a transaction receipt.
  ///
  /// Malformed values do not make it fail: they stand in `receipt.problems`. Neither does a signature that cannot be read:
  /// verification calls that a mismatch.
  ///
  /// - Parameters:
  ///   - bytes: The outer property list as text, not the base64 that it usually comes in. What follows it is passed over:
  ///     a genuine receipt is known to have junk there (observed), and nobody signs that part.
  ///   - limits: The bounds to keep.
  /// - Throws: The first fault, of class `limit`, `encoding` or `structure`.
  public init(decoding bytes: [UInt8], limits: AppReceipt.Limits = AppReceipt.Limits()) throws(ReceiptError) {
    let list = try Self.propertyList(bytes, limits, allowsTrailingText: true) { ($0, nil) }
    let (info, infoStart) = try Self.purchaseInfo(of: list)
    let infoList = try Self.propertyList(info.bytes, limits) { offset in
      (infoStart + info.textOffset(of: offset), "purchase-info")
    }
    purchaseInfo = info.bytes
    signature = list["signature"]?.string.flatMap { Base64Text($0.utf8) }
      .flatMap { TransactionSignature($0.bytes) }
    entries = infoList.entries.compactMap { entry in
      entry.string.map { Entry(key: entry.key, value: $0) }
    }

    let lookup = { (key: String) -> SourceField? in
      let key = String(key.map { $0 == "_" ? "-" : $0 })
      return infoList[key].map { entry in
        SourceField(
          text: entry.string?.utf8, path: "purchase-info.\(key)",
          offset: infoStart + info.textOffset(of: entry.range.lowerBound))
      }
    }
    var composer = ReceiptComposer()
    composer.add(.app(lookup))
    composer.addPurchase(.purchase(lookup))
    receipt = try composer.receipt(environment: Self.environment(list["environment"]), limits: limits)
  }

  // MARK: - What it says

  /// The purchase.
  public var purchase: InAppPurchase { receipt.inAppPurchases[0] }

  /// Where the receipt claims to come from. Nobody signed that.
  public var environment: ReceiptEnvironment { receipt.environment ?? .unknown }

  /// The identifier of the device (`unique-identifier`).
  public var uniqueIdentifier: ReceiptText? { self["unique-identifier"] }

  /// The identifier of the device for the apps of this seller (`unique-vendor-identifier`).
  public var uniqueVendorIdentifier: ReceiptText? { self["unique-vendor-identifier"] }

  /// The value of an entry of the purchase-info; `nil` when there is none.
  public subscript(key: String) -> ReceiptText? {
    entries.first { $0.key.matches(key) }?.value
  }

  // MARK: - Decoding

  private static func environment(_ entry: PropertyList.Entry?) -> ReceiptEnvironment {
    guard let entry else { return .production }
    return switch entry.string {
    case "Production": .production
    case "Sandbox": .sandbox
    default: .unknown
    }
  }

  private static func purchaseInfo(of list: PropertyList) throws(ReceiptError) -> (Base64Text, start: Int) {
    let entry = list["purchase-info"]
    guard let entry, let text = entry.string else {
      throw ReceiptError(.structurePurchaseInfo, at: entry?.range.lowerBound, path: "purchase-info")
    }
    guard let info = Base64Text(text.utf8) else {
      throw ReceiptError(.encodingBase64, at: entry.range.lowerBound, path: "purchase-info")
    }
    return (info, entry.range.lowerBound)
  }

  /// Reads a property list, with its fault in the terms of the input.
  private static func propertyList(
    _ bytes: [UInt8], _ limits: AppReceipt.Limits, allowsTrailingText: Bool = false,
    place: (Int) -> (offset: Int, path: String?)
  ) throws(ReceiptError) -> PropertyList {
    var listLimits = PropertyList.Limits()
    listLimits.size = limits.inputSize
    do throws(PropertyListError) {
      return try PropertyList(bytes, limits: listLimits, allowsTrailingText: allowsTrailingText)
    } catch {
      let code: ReceiptError.Code =
        switch error.code {
        case .size: .limitSize
        case .depth: .limitDepth
        case .entries: .limitAttributes
        case .truncated: .encodingTruncated
        default: .encodingPropertyList
        }
      let (offset, path) = place(error.offset)
      throw ReceiptError(code, at: offset, path: path)
    }
  }
}
