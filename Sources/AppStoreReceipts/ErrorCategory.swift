// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptError {
  /// The class of a code: the phase that refused the receipt. The names are stable; the set is open.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name, for example `signature`.
    public let rawValue: String

    /// A class by its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension ReceiptError.Category {
  /// Not a receipt at all.
  public static let input = Self(rawValue: "input")
  /// A budget exceeded.
  public static let limit = Self(rawValue: "limit")
  /// Not valid BER or DER.
  public static let encoding = Self(rawValue: "encoding")
  /// Valid ASN.1, not the shape of a receipt.
  public static let structure = Self(rawValue: "structure")
  /// An algorithm or feature refused on purpose.
  public static let unsupported = Self(rawValue: "unsupported")
  /// The SignerInfo or its certificate.
  public static let signer = Self(rawValue: "signer")
  /// The path to the pinned root.
  public static let chain = Self(rawValue: "chain")
  /// The signature does not match.
  public static let signature = Self(rawValue: "signature")
  /// The attributes of the receipt.
  public static let payload = Self(rawValue: "payload")
  /// The signed type is not accepted.
  public static let environment = Self(rawValue: "environment")
  /// The caller expected something else.
  public static let policy = Self(rawValue: "policy")
  /// Could not be decided here; never "forged".
  public static let `internal` = Self(rawValue: "internal")
}

extension ReceiptError.Category: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
