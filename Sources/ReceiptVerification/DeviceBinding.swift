// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// Whether a receipt was made for a certain device.
public enum DeviceBinding: Hashable, Sendable {
  /// The hash in the receipt is that of this device.
  case matched(DeviceIdentifier)
  /// No identifier was given to compare with. A receipt that is copied from another device then passes: bind the original
  /// transaction to an account instead.
  case notChecked
}

extension AppReceipt {
  /// The one of some devices for which this receipt was made.
  ///
  /// The hash in type 5 is SHA-1 over the GUID, the octets of type 4, and the octets of type 2 with the header of the
  /// UTF8String in them (Apple, *Validating receipts on the device*; SHA-1 always, TN3138). All devices are tried, and
  /// compared in a time that says nothing of how near they are.
  ///
  /// - Throws: `internal.crypto`.
  func device(among identifiers: [DeviceIdentifier]) throws(ReceiptError) -> DeviceIdentifier? {
    guard let opaqueValue, let sha1Hash, let bundleIDOctets = attributes.first(where: { $0.type == 2 })?.value
    else { return nil }
    var match: DeviceIdentifier?
    for identifier in identifiers {
      guard let digest = DigestAlgorithm.sha1.digest(of: identifier.bytes + opaqueValue + bundleIDOctets)
      else {
        throw ReceiptError(.internalCrypto)
      }
      if isEqualInConstantTime(digest, sha1Hash) { match = identifier }
    }
    return match
  }
}
