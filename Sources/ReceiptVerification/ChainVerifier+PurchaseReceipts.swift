// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import PKCS7Decoding

extension ChainVerifier {
  /// The key of the signer of a version 2 transaction receipt, and what is known of its issuer.
  ///
  /// The issuer, "Apple iTunes Store Certification Authority", is neither embedded nor published any more. Who has its
  /// certificate can name it as an anchor; it is then trusted as it is, like a root.
  ///
  /// - Throws: Codes of class `chain`, or `internal.crypto`.
  func purchaseReceiptKey(
    of chain: SignerChain, at purchased: Timestamp, now: Timestamp
  ) throws(ReceiptError) -> (key: VerificationKey, isTrusted: Bool) {
    try refuseDate(purchased, of: chain, now)
    let (leaf, rules) = (chain.leaf, ChainRules(allowsSHA1: true))
    if let objection = rules.objection(toPurchaseReceiptSigner: leaf.certificate) {
      throw leaf.error(objection)
    }
    try refuse(leaf, invalidAt: purchased)
    try refuseDenied(leaf)
    guard let key = withCleanErrorQueue({ VerificationKey(der: leaf.certificate.der, .sha1) }) else {
      throw leaf.error(.chainUnreadable)
    }

    // A name proves nothing; it only tells what might be decided elsewhere from what cannot be Apple's.
    let isKnown = !chain.candidates.isEmpty
    guard isKnown || leaf.certificate.issuer.rfc4514 == Self.purchaseReceiptIssuer else {
      throw leaf.error(.chainUntrusted)
    }
    guard host.verifiesSHA1 else { throw ReceiptError(.internalHostForbidsSHA1) }
    guard isKnown else { return (key, false) }
    var refusal = leaf.error(.chainUntrusted)
    for issuer in chain.candidates {
      do throws(ReceiptError) {
        try check(leaf, issuedBy: issuer, rules, at: purchased)
        return (key, true)
      } catch {
        refusal = error
      }
    }
    throw refusal
  }

  private func check(
    _ leaf: SignerChain.Link, issuedBy issuer: SignerChain.Link, _ rules: ChainRules, at purchased: Timestamp
  ) throws(ReceiptError) {
    if let objection = rules.objection(toPurchaseReceiptIssuer: issuer.certificate) {
      throw issuer.error(objection)
    }
    try refuse(issuer, invalidAt: purchased)
    guard try isSigned(leaf.certificate.der, by: issuer.certificate.der) else {
      throw leaf.error(.chainCertificateSignature)
    }
  }

  private static let purchaseReceiptIssuer =
    "CN=Apple iTunes Store Certification Authority,OU=Apple Certification Authority,O=Apple Inc.,C=US"
}
