// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// What the OpenSSL of this host does.
package struct HostCapabilities: Sendable {
  /// Whether it checks SHA-1 signatures. Hardened platforms refuse to, which says nothing of a receipt.
  package let verifiesSHA1: Bool

  package init(verifiesSHA1: Bool) { self.verifiesSHA1 = verifiesSHA1 }

  /// Found out on first use, by the known SHA-1 signature that Apple's root has of itself. No trust comes from it.
  package static let current = HostCapabilities(
    verifiesSHA1: (try? isSigned(appleRootCertificate[...], by: appleRootCertificate[...])) ?? false)
}

/// What a verifier can do on this host, for those who want to know before the first receipt comes.
public enum VerificationHost {
  /// Whether receipts from before 2025-01-24, which are signed with SHA-1, can be decided here. Where they cannot, the answer
  /// is `internal.host-forbids-sha1`.
  public static var canVerifySHA1: Bool { HostCapabilities.current.verifiesSHA1 }

  /// Spares OpenSSL what this package never asks it for: the host's configuration file and the texts of its errors.
  ///
  /// For programs that use OpenSSL through this package alone, before anything else. In any other it would take from the
  /// rest of the program what the rest may need.
  package static func startAlone() {
    let options = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
    OPENSSL_init_crypto(UInt64(options), nil)
  }

  /// OpenSSL's own name and version, as it is linked.
  public static var openSSLVersion: String {
    unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) } ?? ""
  }
}
