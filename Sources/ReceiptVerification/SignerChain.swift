// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import PKCS7Decoding

/// The certificates from which a signer's path may be built, and what reports call them.
struct SignerChain {
  /// The signer's.
  let leaf: Link
  /// What may stand between the signer and the root: those that have the issuer's name.
  let candidates: [Link]
  /// With what the receipt is signed.
  let digest: DigestAlgorithm
  /// The field that names the digest.
  let digestPath: String
  /// The field that holds the instant for which the chain is judged.
  let datePath: String

  /// A certificate, and where it stands.
  struct Link {
    let certificate: EmbeddedCertificate
    let place: Place

    /// Where a certificate stands.
    enum Place {
      /// In a message, by its index there.
      case embedded(Int)
      /// In the signature of a transaction receipt.
      case signature
      /// Nowhere in the receipt: the issuer of one that is in it.
      case issuer
    }

    /// The seconds since 1970 in which the certificate is valid.
    ///
    /// - Throws: `chain.validity` when there are none.
    func window() throws(ReceiptError) -> ClosedRange<Int64> {
      guard let window = certificate.window else { throw error(.chainValidity) }
      return window
    }

    func error(_ code: ReceiptError.Code) -> ReceiptError {
      switch place {
      case .embedded(let index):
        ReceiptError(code, at: certificate.range.lowerBound, path: "signedData.certificates[\(index)]")
      case .signature: ReceiptError(code, path: "signature.certificate")
      case .issuer: ReceiptError(code, path: "signature.certificate.issuer")
      }
    }
  }

  /// The chain of an app receipt: what it embeds, and nothing else.
  ///
  /// A leaf that names itself as its issuer is its own candidate, and refused for it.
  init(_ selection: SignerSelection, in signedData: SignedData) {
    let certificates = signedData.certificates
    let leaf = certificates[selection.certificateIndex]
    self.leaf = Link(certificate: leaf, place: .embedded(selection.certificateIndex))
    candidates = certificates.indices.filter { certificates[$0].subject.der.elementsEqual(leaf.issuer.der) }
      .map { Link(certificate: certificates[$0], place: .embedded($0)) }
    digest = selection.digest
    digestPath = "signedData.signerInfos[0].digestAlgorithm"
    datePath = "signedData.content.attribute[12]"
  }

  /// The chain of a transaction receipt, whose signer's certificate is the only one embedded.
  init(_ signature: TransactionSignature, issuers: [EmbeddedCertificate]) {
    leaf = Link(certificate: signature.certificate, place: .signature)
    candidates = issuers.filter { $0.subject.der.elementsEqual(signature.certificate.issuer.der) }
      .map { Link(certificate: $0, place: .issuer) }
    digest = .sha1
    digestPath = "signature"
    datePath = "purchase-info.purchase-date"
  }
}
