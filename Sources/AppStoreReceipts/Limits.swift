// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import PKCS7Decoding

extension AppReceipt {
  /// How much of a receipt is decoded before it is refused.
  ///
  /// Exceeding a bound is an error of class `limit`. The largest real receipt known has 187 purchases.
  public struct Limits: Hashable, Sendable {
    /// The bounds of the message that holds the receipt.
    public var signedData = SignedData.Limits()

    /// The most attributes at the top level; a purchase is one. 20 000 unless set.
    public var attributes = 20_000

    /// The most attributes of a purchase. 256 unless set.
    public var purchaseAttributes = 256

    /// The most problems that are listed. 10 000 unless set.
    public var problems = 10_000

    /// The most bytes of input, from 0 to 2 147 483 647. 8 MiB unless set.
    public var inputSize: Int {
      get { signedData.inputSize }
      set { signedData.inputSize = newValue }
    }

    /// The defaults.
    public init() {}
  }
}
