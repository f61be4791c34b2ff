// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import PKCS7Decoding

extension ReceiptVerifier {
  /// Verifies a transaction receipt of iOS 6 and earlier.
  ///
  /// - Parameters:
  ///   - bytes: The receipt as property list text, not the base64 that it usually comes in.
  ///   - now: The clock.
  /// - Returns: The receipt, proven but for its environment.
  /// - Throws: As the method for a receipt that was decoded before.
  public func verify(
    transactionReceipt bytes: [UInt8], now: Timestamp = .now
  ) throws(ReceiptError) -> VerifiedReceipt {
    try verify(TransactionReceipt(decoding: bytes, limits: limits), now: now)
  }

  /// Verifies a transaction receipt that was decoded before.
  ///
  /// It is judged at its purchase date. Nobody signed its environment (`VerifiedReceipt.isEnvironmentSigned`): one that is not
  /// accepted refuses it all the same, but one that is accepted may be a lie.
  ///
  /// - Parameters:
  ///   - receipt: The receipt.
  ///   - now: The clock.
  /// - Returns: The receipt, proven but for its environment.
  /// - Throws: The first reason to refuse it, in the order of the phases: `payload` for what verification needs, `chain`,
  ///   `signature`, `environment`, `policy`. A signature that cannot be read is `signature.mismatch`. Of version 2, one that
  ///   matches is `internal.issuer-not-configured` unless the anchors have the certificate of its issuer.
  public func verify(
    _ receipt: TransactionReceipt, now: Timestamp = .now
  ) throws(ReceiptError) -> VerifiedReceipt {
    guard let signature = receipt.signature else {
      throw ReceiptError(.signatureMismatch, path: "signature")
    }
    let purchased = try required(
      receipt.purchase.purchaseDate, of: receipt, 1704, "purchase-date")
    let bundleID = try required(receipt.receipt.bundleID, of: receipt, 2, "bid")

    let (key, trust) = try signer(of: signature, at: purchased, now: now)
    let message = [signature.version] + receipt.purchaseInfo
    guard let signed = DigestAlgorithm.sha1.digest(of: message) else {
      throw ReceiptError(.internalCrypto)
    }
    guard try key.matches(signature.signature, ofDigest: signed) else {
      throw ReceiptError(.signatureMismatch, path: "signature")
    }
    guard let trust else { throw ReceiptError(.internalIssuerNotConfigured, path: "signature.certificate") }

    try checkEnvironment(receipt.environment, isLocalTesting: false, .transactionReceipt)
    try checkPolicy(receipt.receipt, bundleID: bundleID, created: purchased, now: now, .transactionReceipt)
    let device = try checkDevice(receipt.receipt, .transactionReceipt)
    guard let digest = DigestAlgorithm.sha256.digest(of: receipt.purchaseInfo) else {
      throw ReceiptError(.internalCrypto)
    }
    return VerifiedReceipt(
      receipt: receipt.receipt, trust: trust, signer: VerifiedReceipt.Signer(digest: .sha1, certificate: 0),
      checkedAt: purchased, payloadDigest: digest, deviceBinding: device,
      isBundleIDCompared: bundleIDs != .any,
      transactionReceipt: receipt)
  }

  /// The key of a signer, and who vouches for it; `nil` for one of version 2 whose issuer nobody knows here.
  private func signer(
    of signature: TransactionSignature, at purchased: Timestamp, now: Timestamp
  ) throws(ReceiptError) -> (VerificationKey, VerifiedReceipt.Trust?) {
    if signature.version == 2 {
      let issuers = chains.anchors.roots.compactMap { try? EmbeddedCertificate(decoding: $0) }
      let chain = SignerChain(signature, issuers: issuers)
      let (key, isTrusted) = try chains.purchaseReceiptKey(of: chain, at: purchased, now: now)
      return (key, isTrusted ? .custom : nil)
    }
    var issuers = DeveloperRelationsCertificate.all
    for issuer in chains.issuers where !issuers.contains(where: { $0.der.elementsEqual(issuer.der) }) {
      issuers.append(issuer)
    }
    let key = try chains.key(of: SignerChain(signature, issuers: issuers), at: purchased, now: now)
    return (key.key, key.trust)
  }

  /// A value without which nothing can be verified.
  private func required<Value>(
    _ value: Value?, of receipt: TransactionReceipt, _ type: Int, _ key: String
  ) throws(ReceiptError) -> Value {
    if let value { return value }
    let problem = receipt.receipt.problems.first { $0.type == type }
    throw problem?.error ?? ReceiptError(.payloadMissingAttribute, path: "purchase-info.\(key)")
  }
}
