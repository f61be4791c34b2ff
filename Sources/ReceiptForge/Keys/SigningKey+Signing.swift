// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

extension SigningKey {
  /// A signature over the digest of a message: PKCS #1 v1.5 with an RSA key (RFC 8017 8.2), ECDSA in DER with
  /// an EC key.
  public func sign(_ message: [UInt8], digest: DigestAlgorithm) throws(ForgeError) -> [UInt8] {
    try sign(message, digest: digest, saltLength: nil)
  }

  /// An RSASSA-PSS signature (RFC 8017 8.1), MGF1 with the same digest, salt of so many octets.
  public func signPSS(
    _ message: [UInt8], digest: DigestAlgorithm, saltLength: Int32 = 32
  ) throws(ForgeError) -> [UInt8] {
    guard isRSA else { throw .keyType }
    return try sign(message, digest: digest, saltLength: saltLength)
  }

  /// The textbook RSA private operation on a block as long as the modulus and below it: no digest, no
  /// padding, so that any padding can be forged.
  public func rawRSA(_ block: [UInt8]) throws(ForgeError) -> [UInt8] {
    guard isRSA else { throw .keyType }
    guard block.count == signatureSize else { throw .blockSize }
    return try OpenSSL.call { () throws(ForgeError) in
      guard let pointer = unsafe EVP_PKEY_CTX_new_from_pkey(OpenSSL.library, handle.pointer, nil) else {
        throw .openSSL("EVP_PKEY_CTX_new_from_pkey")
      }
      let context = unsafe KeyContext(pointer: pointer)
      var signature = [UInt8](repeating: 0, count: signatureSize)
      var count = signature.count
      guard unsafe EVP_PKEY_sign_init(context.pointer) == 1,
        unsafe EVP_PKEY_CTX_set_rsa_padding(context.pointer, RSA_NO_PADDING) == 1,
        unsafe EVP_PKEY_sign(context.pointer, &signature, &count, block, block.count) == 1
      else { throw .openSSL("EVP_PKEY_sign") }
      return Array(signature.prefix(count))
    }
  }

  private func sign(
    _ message: [UInt8], digest: DigestAlgorithm, saltLength: Int32?
  ) throws(ForgeError) -> [UInt8] {
    try OpenSSL.call { () throws(ForgeError) in
      guard let pointer = unsafe EVP_MD_CTX_new() else { throw .openSSL("EVP_MD_CTX_new") }
      let context = unsafe DigestContext(pointer: pointer)
      var keyContext: OpaquePointer?  // belongs to the digest context
      guard
        unsafe EVP_DigestSignInit_ex(
          context.pointer, &keyContext, digest.name, OpenSSL.library, nil, handle.pointer, nil) == 1
      else { throw .openSSL("EVP_DigestSignInit_ex(\(digest.name))") }
      if let saltLength {
        guard unsafe EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PSS_PADDING) == 1,
          unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(keyContext, saltLength) == 1
        else { throw .openSSL("EVP_PKEY_CTX_set_rsa_pss_saltlen") }
      }
      var signature = [UInt8](repeating: 0, count: signatureSize)
      var count = signature.count
      guard unsafe EVP_DigestSign(context.pointer, &signature, &count, message, message.count) == 1 else {
        throw .openSSL("EVP_DigestSign")
      }
      return Array(signature.prefix(count))
    }
  }
}
