// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
import ReceiptForge

/// OpenSSL's own verdict on a signature.
func verifies(
  _ signature: [UInt8], of message: [UInt8], digest: DigestAlgorithm, key: SigningKey,
  padding: Int32? = RSA_PKCS1_PADDING
) -> Bool {
  guard let info = try? key.subjectPublicKeyInfo() else { return false }
  return unsafe info.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    guard let publicKey = unsafe d2i_PUBKEY(nil, &next, buffer.count) else { return false }
    defer { unsafe EVP_PKEY_free(publicKey) }
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var keyContext: OpaquePointer?
    guard unsafe EVP_DigestVerifyInit_ex(context, &keyContext, digest.name, nil, nil, publicKey, nil) == 1
    else { return false }
    if let padding, unsafe EVP_PKEY_CTX_set_rsa_padding(keyContext, padding) != 1 { return false }
    defer { ERR_clear_error() }
    return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

struct NotACertificate: Error {}

/// What `X509_verify_cert` says of a chain, leaf first, at a time.
func verifyChain(_ certificates: [[UInt8]], root: [UInt8], at time: Int) throws -> Int32 {
  let store = unsafe X509_STORE_new()
  defer { unsafe X509_STORE_free(store) }
  let anchor = try unsafe parse(root)
  unsafe X509_STORE_add_cert(store, anchor)
  unsafe X509_free(anchor)
  let parsed = try unsafe certificates.map { try unsafe parse($0) }
  defer { unsafe parsed.forEach { unsafe X509_free($0) } }
  let untrusted = unsafe OPENSSL_sk_new_null()
  defer { unsafe OPENSSL_sk_free(untrusted) }
  for index in 1..<max(1, certificates.count) {
    unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(parsed[index]))
  }
  let context = unsafe X509_STORE_CTX_new()
  defer { unsafe X509_STORE_CTX_free(context) }
  guard unsafe X509_STORE_CTX_init(context, store, parsed[0], untrusted) == 1 else { throw NotACertificate() }
  let parameters = unsafe X509_STORE_CTX_get0_param(context)
  unsafe X509_VERIFY_PARAM_set_time(parameters, time)
  unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 0)
  defer { ERR_clear_error() }
  return unsafe X509_verify_cert(context) == 1 ? X509_V_OK : X509_STORE_CTX_get_error(context)
}

func parse(_ certificate: [UInt8]) throws -> OpaquePointer {
  let parsed = unsafe certificate.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    return unsafe d2i_X509(nil, &next, buffer.count)
  }
  guard let parsed = unsafe parsed else { throw NotACertificate() }
  return unsafe parsed
}

func commonName(_ certificate: [UInt8]) throws -> String {
  let parsed = try unsafe parse(certificate)
  defer { unsafe X509_free(parsed) }
  var text = [CChar](repeating: 0, count: 128)
  let name = unsafe X509_get_subject_name(parsed)
  let count = unsafe X509_NAME_get_text_by_NID(name, NID_commonName, &text, 128)
  return String(decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
