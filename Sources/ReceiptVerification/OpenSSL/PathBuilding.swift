// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// What OpenSSL says of a chain.
enum PathResult {
  /// It leads to the pinned root with this index by way of the candidate with this index, and the leaf's key is this.
  case trusted(intermediate: Int, root: Int, key: VerificationKey)
  /// It does not: an `X509_V_ERR_` number, and the depth at which it was met, 0 for the leaf.
  case refused(error: Int32, depth: Int)
  /// The chain holds, but is not leaf, candidate, root.
  case wrongLength
  /// A certificate cannot be parsed: that of the leaf, or the candidate with this index.
  case unreadable(candidate: Int?)
  /// OpenSSL could not decide.
  case undecided
}

/// Builds and checks the path from a leaf to a pinned root (RFC 5280 6).
///
/// - Parameters:
///   - leaf: The leaf in DER.
///   - candidates: What may stand between, untrusted, in DER.
///   - store: The pinned roots.
///   - seconds: The instant at which all certificates must be valid, in seconds since 1970.
///   - allowsSHA1: Whether certificates may be signed with SHA-1.
func buildPath(
  leaf: ArraySlice<UInt8>, candidates: [ArraySlice<UInt8>], store: TrustStore, at seconds: Int64,
  allowsSHA1: Bool
) -> PathResult {
  withCleanErrorQueue {
    guard let library = CryptoLibrary.shared, var leaves = CertificateStack(),
      var untrusted = CertificateStack(),
      let context = StoreContext(library)
    else { return .undecided }
    guard let leafPointer = unsafe leaves.push(leaf, library) else { return .unreadable(candidate: nil) }
    for (index, candidate) in candidates.enumerated() {
      guard unsafe untrusted.push(candidate, library) != nil else { return .unreadable(candidate: index) }
    }
    guard unsafe X509_STORE_CTX_init(context.pointer, store.pointer, leafPointer, untrusted.pointer) == 1,
      let parameters = unsafe X509_STORE_CTX_get0_param(context.pointer)
    else { return .undecided }
    unsafe X509_VERIFY_PARAM_set_time(parameters, Int(seconds))
    unsafe X509_VERIFY_PARAM_set_depth(parameters, 3)
    // Level 2 is RSA-2048 and SHA-256; at level 0 the rules of `ChainRules` are the only ones for key and digest.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, allowsSHA1 ? 0 : 2)

    let result = unsafe X509_verify_cert(context.pointer)
    guard result == 1 else {
      let error = unsafe X509_STORE_CTX_get_error(context.pointer)
      let isDecision = result == 0 && error != X509_V_ERR_OUT_OF_MEM && error != X509_V_ERR_UNSPECIFIED
      let depth = unsafe X509_STORE_CTX_get_error_depth(context.pointer)
      return isDecision ? .refused(error: error, depth: Int(depth)) : .undecided
    }
    guard let chain = unsafe X509_STORE_CTX_get0_chain(context.pointer),
      unsafe receipts_certificates_count(chain) == 3,
      let root = unsafe receipts_certificates_at(chain, 2), let rootIndex = unsafe store.index(of: root),
      let intermediate = candidates.indices.first(where: {
        unsafe receipts_certificates_at(untrusted.pointer, Int32($0)) == receipts_certificates_at(chain, 1)
      })
    else { return .wrongLength }
    guard let key = unsafe VerificationKey(certificate: leafPointer) else { return .undecided }
    return .trusted(intermediate: intermediate, root: rootIndex, key: key)
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
