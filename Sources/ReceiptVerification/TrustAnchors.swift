// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The certificates that a verifier trusts to begin a chain.
///
/// An anchor is decided by its bytes, never by its name, which anyone can copy.
public struct TrustAnchors: Hashable, Sendable {
  /// The root certificates, in DER.
  let roots: [[UInt8]]

  /// The SHA-256 of the self-signed certificates that sign receipts for local testing.
  let localTestingFingerprints: Set<[UInt8]>

  /// What the root with this index vouches for: it is Apple's by its bytes, whoever named it.
  package func trust(ofRoot index: Int) -> VerifiedReceipt.Trust {
    roots[index] == appleRootCertificate ? .apple : .custom
  }

  /// Apple Root CA, compiled in.
  public static let apple = TrustAnchors(
    roots: [appleRootCertificate], localTestingFingerprints: [])

  /// SHA-256 of Apple Root CA as it is compiled in, in hexadecimal.
  public static var appleRootFingerprint: String {
    hexadecimalText(DigestAlgorithm.sha256.digest(of: appleRootCertificate) ?? [])
  }

  /// Root certificates of your own, in DER, in the place of Apple's: for receipts that you made yourself.
  ///
  /// A certificate that is not self-issued begins no chain. It is the issuer of transaction receipts' signers: trusted as such
  /// for those of version 2, whose own issuer Apple does not embed, and a mere link to the roots for those of version 3.
  ///
  /// `ReceiptVerifier` refuses one that cannot be read.
  public static func custom(_ roots: [[UInt8]]) -> TrustAnchors {
    TrustAnchors(roots: roots, localTestingFingerprints: [])
  }

  /// The certificate with which every copy of Xcode signs (CN=StoreKit, self-signed, 2020-04-01 to 2040-03-27).
  ///
  /// Its private key is in every developer's hands, so that it proves nothing. What it verifies is marked
  /// `Trust.localTesting`, and counts only when the verifier accepts the environment `xcode` as well.
  public static let xcodeLocalTesting = TrustAnchors(
    roots: [],
    localTestingFingerprints: [
      [
        0xFF, 0x0B, 0xA3, 0x6E, 0x72, 0x1D, 0x2D, 0xB7, 0x41, 0xD2, 0xAA, 0x11, 0xE6, 0x11, 0x2E, 0xF7,
        0x8B, 0xF7, 0x13, 0x1B, 0x46, 0xC7, 0xF0, 0x35, 0xB0, 0x08, 0x91, 0xD0, 0x45, 0xC8, 0x64, 0xFE,
      ]
    ])

  /// Both these anchors and others.
  public func union(_ others: TrustAnchors) -> TrustAnchors {
    TrustAnchors(
      roots: roots + others.roots,
      localTestingFingerprints: localTestingFingerprints.union(others.localTestingFingerprints))
  }

  /// Certificates that sign for local testing as Xcode's does, by their SHA-256: for tests, which do not have Xcode's key.
  package static func localTesting(fingerprints: Set<[UInt8]>) -> TrustAnchors {
    TrustAnchors(roots: [], localTestingFingerprints: fingerprints)
  }
}
