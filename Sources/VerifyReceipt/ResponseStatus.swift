// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension VerifyReceiptResponse {
  /// What Apple thought of a receipt, as a number (Apple, *status*).
  public struct Status: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// A status by its number.
    public init(rawValue: Int64) {
      self.rawValue = rawValue
    }

    /// The receipt is valid; subscriptions in it may have expired.
    public static let valid = Status(rawValue: 0)
    /// The request was no POST, or no JSON that can be read.
    public static let unreadableRequest = Status(rawValue: 21000)
    /// `receipt-data` is missing or malformed.
    public static let malformedReceipt = Status(rawValue: 21002)
    /// The receipt is not authentic.
    public static let notAuthentic = Status(rawValue: 21003)
    /// The shared secret is not that of the account.
    public static let wrongSharedSecret = Status(rawValue: 21004)
    /// The server is not available; ask again.
    public static let unavailable = Status(rawValue: 21005)
    /// The receipt is valid and its subscription has expired: iOS 6 transaction receipts only.
    public static let expired = Status(rawValue: 21006)
    /// A receipt of the sandbox was sent to production.
    public static let sandboxReceipt = Status(rawValue: 21007)
    /// A receipt of production was sent to the sandbox.
    public static let productionReceipt = Status(rawValue: 21008)
    /// Something went wrong inside; ask again.
    public static let internalFault = Status(rawValue: 21009)
    /// The account was not found.
    public static let accountNotFound = Status(rawValue: 21010)

    /// Whether Apple found the receipt genuine.
    public var isGenuine: Bool { self == .valid || self == .expired }
  }
}
