// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// Where a receipt comes from, by its type 0 (undocumented, observed).
///
/// TestFlight cannot be told from the sandbox.
public enum ReceiptEnvironment: String, Hashable, Sendable, CaseIterable {
  /// Bought in the App Store: `Production` and, for volume purchases, `ProductionVPP`.
  case production
  /// Made for testing: `ProductionSandbox` and `ProductionVPPSandbox`.
  case sandbox
  /// Made by Xcode on a developer's machine, and signed with a key that every developer has: `Xcode`.
  case xcode
  /// Anything else.
  case unknown

  /// The environment that a receipt type names, compared byte by byte.
  public init(receiptType: ReceiptText) {
    if receiptType.matches("Production") || receiptType.matches("ProductionVPP") {
      self = .production
    } else if receiptType.matches("ProductionSandbox") || receiptType.matches("ProductionVPPSandbox") {
      self = .sandbox
    } else {
      self = receiptType.matches("Xcode") ? .xcode : .unknown
    }
  }
}

/// The kind of a product, by type 1707 (undocumented, observed).
public enum ProductType: Hashable, Sendable {
  /// Bought once, kept for good: 0.
  case nonConsumable
  /// Used up: 1.
  case consumable
  /// A subscription without an end in the receipt: 2.
  case nonRenewingSubscription
  /// A subscription that Apple renews: 3.
  case autoRenewableSubscription
  /// A free subscription: 4, last seen in 2015.
  case freeSubscription
  /// Any other number.
  case other(ASN1Integer)

  init(_ number: ASN1Integer) {
    self =
      switch number.int64 {
      case 0: .nonConsumable
      case 1: .consumable
      case 2: .nonRenewingSubscription
      case 3: .autoRenewableSubscription
      case 4: .freeSubscription
      default: .other(number)
      }
  }
}

/// How a buyer comes to own a product, by type 1722 (undocumented, observed).
public enum OwnershipType: Hashable, Sendable {
  /// Bought: 0.
  case purchased
  /// Shared by a member of the family: 1.
  case familyShared
  /// Any other number.
  case other(ASN1Integer)

  init(_ number: ASN1Integer) {
    self =
      switch number.int64 {
      case 0: .purchased
      case 1: .familyShared
      default: .other(number)
      }
  }
}

/// The platform of the client that fetched a receipt, by type 25 (undocumented, observed).
public enum Platform: Hashable, Sendable {
  /// macOS: 2.
  case macOS
  /// iOS, iPadOS and watchOS: 3.
  case iOS
  /// Any other number.
  case other(ASN1Integer)

  init(_ number: ASN1Integer) {
    self =
      switch number.int64 {
      case 2: .macOS
      case 3: .iOS
      default: .other(number)
      }
  }
}

/// The release of Apple's server, four letters and digits packed into an INTEGER, such as `P305` (type 9, undocumented,
/// observed).
public struct ReleaseTag: Hashable, Sendable, CustomStringConvertible {
  /// The INTEGER as it stands.
  public let number: ASN1Integer

  init(_ number: ASN1Integer) {
    self.number = number
  }

  /// The four letters or digits; the number in decimal when it does not hold them.
  public var description: String {
    let isText =
      number.contents.count == 4
      && number.contents.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return "0"..."9" ~= scalar || "A"..."Z" ~= scalar || "a"..."z" ~= scalar
      }
    return isText ? String(decoding: number.contents, as: UTF8.self) : number.description
  }
}
