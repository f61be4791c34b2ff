// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// Whether two byte strings are equal, in a time that says nothing of where they differ.
package func isEqualInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  let (left, right) = (Array(left), Array(right))
  return unsafe left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
