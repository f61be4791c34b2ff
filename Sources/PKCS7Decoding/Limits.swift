// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension SignedData {
  /// How much of a message is decoded before it is refused.
  ///
  /// The defaults leave several times the room of the largest real receipt known, one of 79 104 bytes and three certificates.
  /// An object identifier may take 32 octets and an OCTET STRING 16 384 pieces, always.
  public struct Limits: Hashable, Sendable {
    /// The most bytes of input, from 0 to 2 147 483 647. 8 MiB unless set.
    public var inputSize: Int {
      didSet { inputSize = min(max(inputSize, 0), Int(Int32.max)) }
    }

    /// How many elements may stand inside each other. 16 unless set.
    public var depth: Int

    /// How many constructed OCTET STRINGs may stand inside each other. 4 unless set.
    public var octetStringNesting: Int

    /// The most certificates. 8 unless set.
    public var certificates: Int

    /// The most SignerInfos that are read; more than one is refused when the message is verified. 8 unless set.
    public var signerInfos: Int

    /// The defaults.
    public init() {
      inputSize = 8 << 20
      depth = 16
      octetStringNesting = 4
      certificates = 8
      signerInfos = 8
    }
  }
}
