// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

/// Which apps' receipts a verifier accepts.
public enum AcceptedBundleIDs: Hashable, Sendable {
  /// Those with one of these identifiers, compared byte by byte.
  case only(Set<ReceiptText>)
  /// Those of every app. A genuine receipt of any app whatever then passes: for tools that show receipts, not for servers.
  case any
}

extension AcceptedBundleIDs: ExpressibleByArrayLiteral {
  /// The receipts with one of these identifiers.
  public init(arrayLiteral identifiers: String...) {
    self = .only(Set(identifiers.map { ReceiptText($0) }))
  }
}

extension Set<ReceiptEnvironment> {
  /// Every known environment. Which of them a receipt is of then is for the caller to see to.
  public static var any: Self { [.production, .sandbox, .xcode] }
}

/// Why a verifier cannot be made as it was asked for.
public enum VerifierConfigurationError: Error, Hashable, Sendable {
  /// No bundle identifier is accepted, so no receipt would be.
  case noBundleIDs
  /// No environment is accepted, so no receipt would be.
  case noEnvironments
  /// The unknown environment cannot be accepted.
  case unknownEnvironment
  /// The maximum age is below zero, so every receipt would be too old.
  case negativeMaximumAge
  /// There is no anchor.
  case noTrustAnchors
  /// The root certificate with this index cannot be read.
  case unreadableRoot(Int)
  /// OpenSSL cannot be used here.
  case cryptoUnavailable
}
