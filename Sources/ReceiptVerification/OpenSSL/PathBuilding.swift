// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

/// What OpenSSL says of a chain.
enum PathResult {
  /// It leads to the pinned root with this index by way of the candidate with this index, and the leaf's key is this.
  case trusted(intermediate: Int, root: Int, key: VerificationKey)
  /// It does not, for the sake of the candidate with this index, or of the leaf.
  case refused(ReceiptError.Code, candidate: Int?)
}

/// Builds and checks the path from a leaf to a pinned root (RFC 5280 6).
///
/// - Parameters:
///   - leaf: The leaf in DER.
///   - candidates: What may stand between, untrusted, in DER.
///   - store: The pinned roots.
///   - seconds: The instant at which all certificates must be valid, in seconds since 1970.
///   - digest: With what the leaf's key signs: certificates may be signed with SHA-1 where receipts are.
/// - Throws: `internal.crypto`.
func buildPath(
  leaf: ArraySlice<UInt8>, candidates: [ArraySlice<UInt8>], store: TrustStore, at seconds: Int64,
  digest: DigestAlgorithm
) throws(ReceiptError) -> PathResult {
  try withCleanErrorQueue { () throws(ReceiptError) in
    guard let library = CryptoLibrary.shared, var untrusted = CertificateStack(),
      let context = StoreContext(library)
    else { throw ReceiptError(.internalCrypto) }
    guard let leaf = Certificate(leaf, library) else { return .refused(.chainUnreadable, candidate: nil) }
    for (index, candidate) in candidates.enumerated() {
      guard let certificate = Certificate(candidate, library) else {
        return .refused(.chainUnreadable, candidate: index)
      }
      try untrusted.push(certificate)
    }
    try requireSuccess(
      unsafe X509_STORE_CTX_init(context.pointer, store.pointer, leaf.pointer, untrusted.pointer))
    guard let parameters = unsafe X509_STORE_CTX_get0_param(context.pointer) else {
      throw ReceiptError(.internalCrypto)
    }
    unsafe X509_VERIFY_PARAM_set_time(parameters, Int(seconds))
    unsafe X509_VERIFY_PARAM_set_depth(parameters, 3)
    // Level 2 is RSA-2048 and SHA-256; at level 0 the rules of `ChainRules` are the only ones for key and digest.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, digest == .sha1 ? 0 : 2)

    let result = unsafe X509_verify_cert(context.pointer)
    guard result == 1 else {
      let error = unsafe X509_STORE_CTX_get_error(context.pointer)
      let candidate = unsafe untrusted.index(of: X509_STORE_CTX_get_current_cert(context.pointer))
      return .refused(try ReceiptError.Code(pathError: error, result: result), candidate: candidate)
    }
    guard let chain = unsafe X509_STORE_CTX_get0_chain(context.pointer),
      unsafe receipts_certificates_count(chain) == 3,
      let root = unsafe store.index(of: receipts_certificates_at(chain, 2)),
      let intermediate = unsafe untrusted.index(of: receipts_certificates_at(chain, 1))
    else { return .refused(.chainLength, candidate: nil) }
    guard let key = VerificationKey(certificate: leaf, digest) else { throw ReceiptError(.internalCrypto) }
    return .trusted(intermediate: intermediate, root: root, key: key)
  }
}

/// Owns an `X509_STORE_CTX`.
@safe private struct StoreContext: ~Copyable {
  let pointer: OpaquePointer

  init?(_ library: CryptoLibrary) {
    guard let pointer = unsafe X509_STORE_CTX_new_ex(library.context, nil) else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe X509_STORE_CTX_free(pointer) }
}
