// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
package import ReceiptForge

/// Keys that all attacks share, because making keys is slow. Each is made when it is first asked for.
package enum Keys {
  /// The authority that verifiers under test trust.
  package static let authority = Result { try TestAuthority() }
  /// The authority of somebody else.
  package static let attacker = Result { try TestAuthority() }
  /// A key that has no part in any chain.
  package static let stranger = Result { try SigningKey.rsa() }
  /// The key of a signer for local testing.
  package static let localTesting = Result { try SigningKey.rsa() }
  /// A key on P-256.
  package static let ellipticCurve = Result { try SigningKey.p256() }
  /// An RSA key with the exponent 3.
  package static let exponent3 = Result { try SigningKey.rsa(publicExponent: 3) }
  /// An RSA key with the exponent 17.
  package static let exponent17 = Result { try SigningKey.rsa(publicExponent: 17) }
  /// An RSA key with an exponent above the usual one: 2³¹ + 11.
  package static let largeExponent = Result { try SigningKey.rsa(publicExponent: 2_147_483_659) }
  package static let rsa1024 = Result { try SigningKey.rsa(bits: 1024) }
  package static let rsa2047 = Result { try SigningKey.rsa(bits: 2047) }
  package static let rsa2056 = Result { try SigningKey.rsa(bits: 2056) }
  package static let rsa3072 = Result { try SigningKey.rsa(bits: 3072) }
  package static let rsa8192 = Result { try multiPrime(bits: 8192) }
  package static let rsa8200 = Result { try multiPrime(bits: 8200) }

  /// An RSA key whose modulus has five factors (RFC 8017 3.2), which takes a twentieth of the time that two take.
  private static func multiPrime(bits: Int32) throws -> SigningKey {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_keygen_primes(context, 5) == 1,
      unsafe EVP_PKEY_generate(context, &key) == 1
    else { throw ForgeError.openSSL("EVP_PKEY_generate") }
    defer { unsafe EVP_PKEY_free(key) }
    let information = unsafe EVP_PKEY2PKCS8(key)
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
    let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(information, nil)
    guard count > 0 else { throw ForgeError.openSSL("i2d_PKCS8_PRIV_KEY_INFO") }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var next = buffer.baseAddress
      _ = unsafe i2d_PKCS8_PRIV_KEY_INFO(information, &next)
    }
    return try SigningKey.pkcs8(bytes)
  }
}
