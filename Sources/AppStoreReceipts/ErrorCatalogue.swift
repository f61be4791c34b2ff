// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The words for each error code: what was found, and what to try.
///
/// docs/errors.md lists the same codes; a test compares.
package enum ErrorCatalogue {
  package struct Entry: Sendable {
    package let message: String
    package let hint: String
  }

  /// The words for a code; general ones for a code that is not in the catalogue.
  package static func entry(for code: ReceiptError.Code) -> Entry {
    entries[code] ?? Entry(message: "The receipt was refused.", hint: "See docs/errors.md for this code.")
  }

  package static let entries: [ReceiptError.Code: Entry] = {
    var entries: [ReceiptError.Code: Entry] = [:]
    for (code, message, hint) in input + limits + encoding + structure + unsupported + signer + payload
      + chain + others
    {
      entries[ReceiptError.Code(rawValue: code)] = Entry(message: message, hint: hint)
    }
    return entries
  }()

  typealias Row = (String, String, String)

  // MARK: - Before anything is known of the receipt

  private static let raise = "No genuine receipt is known to need more. Raise the limit if yours does."

  private static let limits: [Row] = [
    ("limit.size", "The input is larger than the limit.", raise),
    (
      "limit.layers", "More than six forms stand inside each other, such as base64 in JSON in base64.",
      "Take some of them off before: no program is known to need more."
    ),
    ("limit.depth", "Elements are nested deeper than the limit.", raise),
    ("limit.pieces", "An OCTET STRING comes in more pieces than the limit.", raise),
    ("limit.object-identifier", "An OBJECT IDENTIFIER is longer than 32 octets.", raise),
    ("limit.certificates", "There are more certificates than the limit.", raise),
    ("limit.signer-infos", "There are more SignerInfos than the limit.", raise),
    ("limit.problems", "There are more malformed attributes than the limit.", raise),
    ("limit.attributes", "There are more attributes than the limit.", raise),
  ]

  private static let damaged =
    "The bytes were damaged or made by hand. Ask for the receipt once more, as a file."

  private static let encoding: [Row] = [
    (
      "encoding.truncated", "The input ends inside an element.",
      "The end is missing. Ask for the whole receipt: pasted text is often cut off."
    ),
    ("encoding.length", "A length is malformed or runs past the enclosing element.", damaged),
    ("encoding.tag", "A tag is malformed.", damaged),
    ("encoding.end-of-contents", "End-of-contents octets stand in the wrong place.", damaged),
    ("encoding.indefinite-length", "An indefinite length stands where DER is required.", damaged),
    ("encoding.integer", "An INTEGER is empty or padded.", damaged),
    ("encoding.boolean", "A BOOLEAN is malformed.", damaged),
    ("encoding.null", "A NULL has contents.", damaged),
    ("encoding.object-identifier", "An OBJECT IDENTIFIER is malformed.", damaged),
    ("encoding.octet-string", "A piece of an OCTET STRING is something else.", damaged),
    ("encoding.bit-string", "A BIT STRING is malformed.", damaged),
    (
      "encoding.json", "The answer is no JSON, or JSON that readers would disagree about.",
      "Send the answer as Apple sent it."
    ),
    ("encoding.property-list", "A property list of a transaction receipt is malformed.", damaged),
    ("encoding.base64", "The purchase-info of a transaction receipt is not base64.", damaged),
  ]

  // MARK: - The shape of a receipt

  private static let otherMessage = "This is a message of another kind, not a receipt of the App Store."

  private static let structure: [Row] = [
    ("structure.unexpected-element", "Another element stands where the grammar has one.", otherMessage),
    ("structure.missing-element", "An element is missing.", otherMessage),
    ("structure.extra-element", "An element stands after the last one of the grammar.", otherMessage),
    ("structure.content-type", "The content type is not the one of a receipt.", otherMessage),
    ("structure.version", "A version is not 1.", otherMessage),
    ("structure.digest-algorithms", "The digest algorithms are not exactly the signer's one.", otherMessage),
    (
      "structure.algorithm-parameters", "An algorithm has parameters that it does not take.", otherMessage
    ),
    ("structure.detached", "The message has no content.", "A detached signature cannot be a receipt."),
    (
      "structure.response", "This is JSON, and no answer of verifyReceipt.",
      "An answer is an object with a status."
    ),
    ("structure.purchase-info", "A transaction receipt has no purchase-info.", otherMessage),
    (
      "structure.certificate", "Something other than a certificate stands among the certificates.",
      otherMessage
    ),
    ("structure.revocation-lists", "Revocation lists are embedded.", otherMessage),
    (
      "structure.signer-identifier", "The signer is not named by issuer and serial number.", otherMessage
    ),
    ("structure.unsigned-attributes", "There are unsigned attributes, which anyone may add.", otherMessage),
    (
      "structure.trailing-bytes", "Bytes follow the end of the receipt.",
      "Send the receipt alone: something was appended to it."
    ),
  ]

  private static let unreadable = "Apple's own receipts have no such value. The attribute counts as absent."

  private static let payload: [Row] = [
    ("payload.value", "The value of an attribute is not what the attribute holds.", unreadable),
    (
      "payload.duplicate-attribute", "An attribute stands twice that may stand only once.",
      "Nobody can say which copy counts, so neither does."
    ),
    ("payload.attribute-type", "The type of an attribute is outside 0 to 2147483647.", unreadable),
    (
      "payload.missing-attribute", "An attribute is missing without which a receipt cannot be verified.",
      "Receipt type, bundle identifier and creation date are in every receipt since 2013."
    ),
  ]

  // MARK: - Who signed it

  private static let notOurs = "Apple signs no receipt so. It was made or changed by someone else."

  private static let unsupported: [Row] = [
    (
      "unsupported.digest", "The digest is neither SHA-256 nor SHA-1.", notOurs
    ),
    (
      "unsupported.signature", "The signature is not RSA by PKCS #1 v1.5 with the digest.",
      "App Attest receipts are signed with ECDSA, for example: they hold no purchases."
    ),
    ("unsupported.signed-attributes", "There are signed attributes.", notOurs),
  ]

  private static let signer: [Row] = [
    ("signer.none", "Nobody signed the message.", notOurs),
    ("signer.multiple", "More than one signer signed the message.", notOurs),
    (
      "signer.certificate-missing", "The certificate that the signer names is not embedded.",
      "Ask for the receipt once more: something cut it, or it was made by hand."
    ),
    ("signer.certificate-ambiguous", "Two embedded certificates are what the signer names.", notOurs),
  ]

  private static let chain: [Row] = [
    (
      "chain.untrusted", "The signer's certificate does not lead to a trusted root.",
      "Not signed by Apple. A receipt that Xcode made needs --trust-xcode; one of a test authority needs --root."
    ),
    (
      "chain.incomplete", "The certificate between the signer's and the root is not embedded.",
      "Ask for the receipt once more: every one from the App Store has it."
    ),
    ("chain.length", "The chain is not signer, intermediate, root.", notOurs),
    ("chain.unreadable", "A certificate of the chain cannot be read.", notOurs),
    ("chain.validity", "The validity of a certificate cannot be read.", notOurs),
    (
      "chain.expired", "A certificate had expired when the receipt was made.",
      "Let the app refresh its receipt: Apple signs it anew with a valid certificate."
    ),
    (
      "chain.not-yet-valid", "A certificate was not yet valid when the receipt was made.",
      "The creation date does not fit the signer: it was not made by Apple."
    ),
    (
      "chain.future", "The receipt was made in the future.",
      "Set this machine's clock; more than five minutes of difference are not accepted."
    ),
    (
      "chain.purpose", "A certificate was not issued for signing receipts.",
      "Any Apple developer can sign with a certificate of Apple's: this one is not the App Store's."
    ),
    (
      "chain.algorithm", "A signature uses a digest that is not accepted any more.",
      "SHA-1 ended on 2025-01-24: let the app refresh its receipt."
    ),
    ("chain.key", "A key is not RSA of 2048 to 8192 bits.", notOurs),
    ("chain.certificate-signature", "A certificate was not signed by its issuer.", notOurs),
    ("chain.denied", "The signer's key is on the list of denied keys.", "Let the app refresh its receipt."),
  ]

  // MARK: - What is expected of it

  private static let others: [Row] = [
    (
      "signature.mismatch", "The signature does not match the content.",
      "The receipt was changed after it was signed, or damaged on its way."
    ),
    (
      "environment.unknown", "The receipt type names no known environment.",
      "Known are Production, ProductionVPP, ProductionSandbox, ProductionVPPSandbox and Xcode."
    ),
    (
      "environment.not-accepted", "The receipt comes from an environment that is not accepted.",
      "Sandbox and Xcode receipts cost nothing. Accept them with --environment where you test."
    ),
    (
      "policy.bundle-id", "The receipt is for another app.",
      "Genuine receipts of other apps are a common fraud."
    ),
    (
      "policy.app-version", "The receipt is for another version of the app.",
      "On iOS the version is CFBundleVersion, on macOS CFBundleShortVersionString."
    ),
    (
      "policy.device", "The receipt is for none of the given devices.",
      "Give identifierForVendor, or the MAC address of the Mac's built-in interface."
    ),
    ("policy.age", "The receipt is older than is accepted.", "Let the app refresh its receipt."),
    (
      "internal.crypto", "OpenSSL could not decide here.",
      "Try again; this says nothing of the receipt. Memory may have run out."
    ),
    (
      "internal.host-forbids-sha1", "This host forbids SHA-1 signatures.",
      "Receipts from before 2025-01-24 need them: check on another host, or allow SHA-1 in its crypto policy."
    ),
    (
      "internal.issuer-not-configured",
      "The signature matches, and the certificate of its issuer is not known here.",
      "Version 2 transaction receipts need the certificate of the Apple iTunes Store Certification Authority as a root."
    ),
    ("internal.io", "The input cannot be read.", "See the message of the system."),
    (
      "internal.argument", "A function of the C library was called with an argument that it cannot use.",
      "The verifier must be one, the bytes must not be NULL, and the clock an instant: see receipts.h."
    ),
  ]
}
