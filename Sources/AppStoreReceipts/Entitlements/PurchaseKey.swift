// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The name of a purchase that stays the same when it is restored or comes in another receipt: deliver once for each.
///
/// It is made of the environment, the bundle identifier, and the web order line item id (type 1711, one for each period of a
/// subscription), or else the original transaction identifier (1705), or else the transaction identifier (1703). A restore
/// has a new transaction identifier and the same original one.
public struct PurchaseKey: Hashable, Sendable {
  /// The environment: the sandbox counts its transactions by itself.
  public let environment: ReceiptEnvironment

  /// The app.
  public let bundleID: ReceiptText

  /// What names the purchase within the app.
  public let identifier: Identifier

  /// What names a purchase within an app.
  public enum Identifier: Hashable, Sendable {
    /// The order line of a subscription period, in decimal.
    case webOrderLineItem(String)
    /// The original transaction.
    case originalTransaction(ReceiptText)
    /// The transaction.
    case transaction(ReceiptText)
  }
}

extension InAppPurchase {
  /// The key by which a purchase is delivered once; `nil` when the row has problems or names no transaction, or when the
  /// receipt names no app or no known environment.
  public var key: PurchaseKey? {
    let receipt = AppReceipt(payload: payload)
    guard !hasProblems, let environment = receipt.environment, environment != .unknown,
      let bundleID = receipt.bundleID
    else { return nil }
    let identifier: PurchaseKey.Identifier
    if let item = webOrderLineItemID, item.int64 != 0 {
      identifier = .webOrderLineItem(item.description)
    } else if let original = originalTransactionID {
      identifier = .originalTransaction(original)
    } else if let transaction = transactionID {
      identifier = .transaction(transaction)
    } else {
      return nil
    }
    return PurchaseKey(environment: environment, bundleID: bundleID, identifier: identifier)
  }
}

// MARK: - Conformances

extension PurchaseKey: CustomStringConvertible {
  /// The key as one line of text, different for different keys: `production:com.example.app:item:2000000987654321`.
  public var description: String {
    let (kind, text) =
      switch identifier {
      case .webOrderLineItem(let number): ("item", number)
      case .originalTransaction(let identifier): ("original", identifier.description)
      case .transaction(let identifier): ("transaction", identifier.description)
      }
    return [environment.rawValue, Self.escaped(bundleID.description), kind, Self.escaped(text)].joined(
      separator: ":")
  }

  /// Percent-encodes what would make two keys look alike or break the line.
  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: ":"), byte != UInt8(ascii: "%") {
        result.append(byte)
      } else {
        result +=
          Array("%".utf8) + Array(String(0x100 | Int(byte), radix: 16, uppercase: true).utf8.dropFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
