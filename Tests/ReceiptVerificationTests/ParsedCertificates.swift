// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
import Foundation
import Synchronization

/// Notices whether OpenSSL makes an `X509`, as it must for every certificate that is parsed.
enum ParsedCertificates {
  /// The thread that is watched, since other tests parse certificates meanwhile, and whether it has made one.
  private static let watched = Mutex<(thread: pthread_t, hasMade: Bool)?>(nil)
  private static let turn = NSLock()

  /// Whether `body` begins to parse a certificate, on its thread.
  static func areBegun(_ body: () -> Void) -> Bool {
    turn.lock()
    defer { turn.unlock() }
    // OpenSSL calls this for every new X509 (CRYPTO_get_ex_new_index(3)).
    let index = unsafe CRYPTO_get_ex_new_index(
      CRYPTO_EX_INDEX_X509, 0, nil, { _, _, _, _, _, _ in ParsedCertificates.note() }, nil, nil)
    defer { CRYPTO_free_ex_index(CRYPTO_EX_INDEX_X509, index) }
    watched.withLock { $0 = (pthread_self(), false) }
    body()
    return watched.withLock { $0.take()?.hasMade ?? false }
  }

  private static func note() {
    watched.withLock { watched in
      if watched?.thread == pthread_self() { watched?.hasMade = true }
    }
  }
}
