// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why something could not be forged.
public enum ForgeError: Error, Sendable, Hashable {
  /// This OpenSSL function refused, or ran out of memory.
  case openSSL(String)
  /// The key is of another kind than the operation asks for: textbook RSA with an EC key, say.
  case keyType
  /// The block is not as long as the modulus.
  case blockSize
  /// The forgery that a recipe asks for has nothing to work on: a byte to change in a receipt without attributes,
  /// another root of a certificate that signs itself.
  case nothingToForge
}
