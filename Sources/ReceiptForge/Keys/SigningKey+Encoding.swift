// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

extension SigningKey {
  /// `SubjectPublicKeyInfo` (RFC 5280 4.1.2.7) in DER: what a certificate holds.
  public func subjectPublicKeyInfo() throws(ForgeError) -> [UInt8] {
    try encoded("DER", structure: "SubjectPublicKeyInfo", selection: publicKeySelection)
  }

  /// The unencrypted private key as PKCS #8 `PrivateKeyInfo` (RFC 5208) in DER.
  public func pkcs8() throws(ForgeError) -> [UInt8] {
    try encoded("DER", structure: "PrivateKeyInfo", selection: keyPairSelection)
  }

  /// The unencrypted private key in PEM, `-----BEGIN PRIVATE KEY-----`.
  public func pem() throws(ForgeError) -> String {
    String(
      decoding: try encoded("PEM", structure: "PrivateKeyInfo", selection: keyPairSelection), as: UTF8.self)
  }

  /// The private key that PKCS #8 in DER holds.
  public static func pkcs8(_ bytes: [UInt8]) throws(ForgeError) -> SigningKey {
    try decoded(bytes, format: "DER")
  }

  /// The private key that unencrypted PEM text holds.
  public static func pem(_ text: String) throws(ForgeError) -> SigningKey {
    try decoded(Array(text.utf8), format: "PEM")
  }

  private func encoded(
    _ format: StaticString, structure: StaticString, selection: Int32
  ) throws(ForgeError) -> [UInt8] {
    try OpenSSL.call { () throws(ForgeError) in
      guard
        let pointer = unsafe OSSL_ENCODER_CTX_new_for_pkey(
          handle.pointer, selection, format.immortal, structure.immortal, nil)
      else { throw .openSSL("OSSL_ENCODER_CTX_new_for_pkey") }
      let context = unsafe EncoderContext(pointer: pointer)
      var data: UnsafeMutablePointer<UInt8>?
      var count = 0
      guard unsafe OSSL_ENCODER_to_data(context.pointer, &data, &count) == 1, let data = unsafe data else {
        throw .openSSL("OSSL_ENCODER_to_data")
      }
      defer { unsafe receipts_openssl_free(data) }
      return unsafe Array(UnsafeBufferPointer(start: data, count: count))
    }
  }

  private static func decoded(_ bytes: [UInt8], format: StaticString) throws(ForgeError) -> SigningKey {
    SigningKey(
      try OpenSSL.call { () throws(ForgeError) in
        var key: OpaquePointer?
        guard
          let pointer = unsafe OSSL_DECODER_CTX_new_for_pkey(
            &key, format.immortal, nil, nil, keyPairSelection, OpenSSL.library, nil)
        else { throw .openSSL("OSSL_DECODER_CTX_new_for_pkey") }
        let context = unsafe DecoderContext(pointer: pointer)
        let done = unsafe bytes.withUnsafeBufferPointer { buffer in
          var next = buffer.baseAddress
          var left = buffer.count
          return unsafe OSSL_DECODER_from_data(context.pointer, &next, &left)
        }
        guard done == 1, let key = unsafe key else { throw .openSSL("OSSL_DECODER_from_data") }
        return unsafe KeyHandle(pointer: key)
      })
  }
}

extension StaticString {
  /// Its characters, for a C function that keeps the pointer it is given, as encoders and decoders do.
  fileprivate var immortal: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// What OpenSSL calls `EVP_PKEY_PUBLIC_KEY`: the parameters and the public half.
private let publicKeySelection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY

/// What OpenSSL calls `EVP_PKEY_KEYPAIR`: both halves.
private let keyPairSelection = publicKeySelection | OSSL_KEYMGMT_SELECT_PRIVATE_KEY

/// Owns an `OSSL_ENCODER_CTX`.
@safe private struct EncoderContext: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe OSSL_ENCODER_CTX_free(pointer) }
}

/// Owns an `OSSL_DECODER_CTX`.
@safe private struct DecoderContext: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe OSSL_DECODER_CTX_free(pointer) }
}
