// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Object identifiers under Apple's arc that the certificates of receipts carry (observed in App Store
/// receipts).
public enum AppleObjectIdentifier {
  /// The marker of a leaf that signs App Store receipts.
  public static let receiptSigningMarker = "1.2.840.113635.100.6.11.1"
  /// The marker of a leaf that signs version 2 transaction receipts.
  public static let purchaseReceiptMarker = "1.2.840.113635.100.6.5.1"
  /// The marker of a Worldwide Developer Relations intermediate.
  public static let developerRelationsMarker = "1.2.840.113635.100.6.2.1"
  /// The certificate policy of a leaf that signs App Store receipts.
  public static let receiptSigningPolicy = "1.2.840.113635.100.5.6.1"
}
