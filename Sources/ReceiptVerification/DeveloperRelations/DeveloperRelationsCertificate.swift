// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import PKCS7Decoding

/// The intermediates of Apple Worldwide Developer Relations that have issued receipt signers, published by Apple at
/// <https://www.apple.com/certificateauthority/>.
///
/// Transaction receipts embed their signer's certificate alone. These complete its path to the root, and are trusted for
/// nothing: the root must have signed them, as it must have those that app receipts embed. App receipts never get them.
package enum DeveloperRelationsCertificate {
  /// All of them.
  package static let all: [EmbeddedCertificate] = [of2013, g5, g7, g8].compactMap {
    try? EmbeddedCertificate(decoding: $0)
  }
}
