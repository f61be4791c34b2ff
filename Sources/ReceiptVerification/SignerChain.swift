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
    var offset: Int?
    let path: String

    func error(_ code: ReceiptError.Code) -> ReceiptError {
      ReceiptError(code, at: offset, path: path)
    }
  }

  /// The chain of an app receipt: what it embeds, and nothing else.
  init(_ selection: SignerSelection, in signedData: SignedData) {
    let leaf = signedData.certificates[selection.certificateIndex]
    let links = signedData.certificates.enumerated().map { index, certificate in
      Link(
        certificate: certificate, offset: certificate.range.lowerBound,
        path: "signedData.certificates[\(index)]")
    }
    self.leaf = links[selection.certificateIndex]
    candidates = links.indices.filter { index in
      index != selection.certificateIndex
        && links[index].certificate.subject.der.elementsEqual(leaf.issuer.der)
    }.map { links[$0] }
    digest = selection.digest
    digestPath = "signedData.signerInfos[0].digestAlgorithm"
    datePath = "signedData.content.attribute[12]"
  }

  /// The chain of a transaction receipt, whose signer's certificate is the only one embedded.
  init(_ signature: TransactionSignature, issuers: [EmbeddedCertificate]) {
    leaf = Link(certificate: signature.certificate, path: "signature.certificate")
    candidates = issuers.filter { $0.subject.der.elementsEqual(signature.certificate.issuer.der) }
      .map { Link(certificate: $0, path: "signature.certificate.issuer") }
    digest = .sha1
    digestPath = "signature"
    datePath = "purchase-info.purchase-date"
  }
}
