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
    for (code, message, hint) in limits + encoding + structure + payload {
      entries[ReceiptError.Code(rawValue: code)] = Entry(message: message, hint: hint)
    }
    return entries
  }()

  private typealias Row = (String, String, String)

  // MARK: - Before anything is known of the receipt

  private static let raise = "No genuine receipt is known to need more. Raise the limit if yours does."

  private static let limits: [Row] = [
    ("limit.size", "The input is larger than the limit.", raise),
    ("limit.depth", "Elements are nested deeper than the limit.", raise),
    ("limit.pieces", "An OCTET STRING comes in more pieces than the limit.", raise),
    ("limit.object-identifier", "An OBJECT IDENTIFIER is longer than 32 octets.", raise),
    ("limit.certificates", "There are more certificates than the limit.", raise),
    ("limit.signer-infos", "There are more SignerInfos than the limit.", raise),
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
}

extension ReceiptError.Code {
  static let detached = ReceiptError.Code(rawValue: "structure.detached")
  static let payloadValue = ReceiptError.Code(rawValue: "payload.value")
  static let duplicateAttribute = ReceiptError.Code(rawValue: "payload.duplicate-attribute")
  static let attributeType = ReceiptError.Code(rawValue: "payload.attribute-type")
  static let missingAttribute = ReceiptError.Code(rawValue: "payload.missing-attribute")
}
