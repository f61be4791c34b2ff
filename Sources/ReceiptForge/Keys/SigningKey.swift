// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

/// A private key: RSA of any size and public exponent, or EC on P-256.
///
/// Keys made here are for tests. Nothing keeps them secret: they can be written out and used for textbook
/// RSA.
@safe public final class SigningKey: @unchecked Sendable {
  // Sendable: the `EVP_PKEY` is complete when `init` returns and only read from then on, which OpenSSL allows
  // from any thread at a time; every operation makes a context of its own.
  let handle: KeyHandle

  init(_ handle: consuming KeyHandle) { self.handle = handle }

  // MARK: - Making keys

  /// A new RSA key.
  ///
  /// - Parameters:
  ///   - bits: the modulus's size, 512 or more; 2048 is Apple's.
  ///   - publicExponent: odd and above 1; 65537 is Apple's. 3 takes longer to find primes for.
  public static func rsa(bits: Int32 = 2048, publicExponent: UInt64 = 65_537) throws(ForgeError) -> SigningKey
  {
    SigningKey(
      try OpenSSL.call { () throws(ForgeError) in
        let context = try keyContext("RSA")
        guard unsafe EVP_PKEY_keygen_init(context.pointer) == 1,
          unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context.pointer, bits) == 1
        else { throw .openSSL("EVP_PKEY_keygen_init") }
        guard let bigNumber = unsafe BN_new() else { throw .openSSL("BN_new") }
        let exponent = unsafe BigNumber(pointer: bigNumber)
        guard unsafe BN_set_word(exponent.pointer, UInt(publicExponent)) == 1,
          unsafe EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context.pointer, exponent.pointer) == 1
        else { throw .openSSL("EVP_PKEY_CTX_set1_rsa_keygen_pubexp") }
        return try generate(context)
      })
  }

  /// A new EC key on the curve P-256.
  public static func p256() throws(ForgeError) -> SigningKey {
    SigningKey(
      try OpenSSL.call { () throws(ForgeError) in
        let context = try keyContext("EC")
        guard unsafe EVP_PKEY_keygen_init(context.pointer) == 1,
          unsafe EVP_PKEY_CTX_set_group_name(context.pointer, "P-256") == 1
        else { throw .openSSL("EVP_PKEY_CTX_set_group_name") }
        return try generate(context)
      })
  }

  private static func keyContext(_ algorithm: String) throws(ForgeError) -> KeyContext {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(OpenSSL.library, algorithm, nil) else {
      throw .openSSL("EVP_PKEY_CTX_new_from_name(\(algorithm))")
    }
    return unsafe KeyContext(pointer: context)
  }

  private static func generate(_ context: borrowing KeyContext) throws(ForgeError) -> KeyHandle {
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_generate(context.pointer, &key) == 1, let key = unsafe key else {
      throw .openSSL("EVP_PKEY_generate")
    }
    return unsafe KeyHandle(pointer: key)
  }

  // MARK: - What it is

  /// Whether it is an RSA key.
  public var isRSA: Bool { unsafe EVP_PKEY_is_a(handle.pointer, "RSA") == 1 }

  /// The longest signature in octets; for RSA the modulus's length.
  public var signatureSize: Int { Int(unsafe EVP_PKEY_get_size(handle.pointer)) }

  /// The RSA modulus, big-endian without leading zeros.
  public func modulus() throws(ForgeError) -> [UInt8] { try number("n") }

  /// The RSA public exponent, big-endian without leading zeros.
  public func publicExponent() throws(ForgeError) -> [UInt8] { try number("e") }

  private func number(_ parameter: String) throws(ForgeError) -> [UInt8] {
    guard isRSA else { throw .keyType }
    return try OpenSSL.call { () throws(ForgeError) in
      var found: OpaquePointer?
      guard unsafe EVP_PKEY_get_bn_param(handle.pointer, parameter, &found) == 1, let found = unsafe found
      else { throw .openSSL("EVP_PKEY_get_bn_param(\(parameter))") }
      let value = unsafe BigNumber(pointer: found)
      var octets = [UInt8](repeating: 0, count: Int(unsafe (BN_num_bits(value.pointer) + 7) / 8))
      unsafe BN_bn2bin(value.pointer, &octets)
      return octets
    }
  }
}
