// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ErrorCatalogue {
  /// What is no receipt: most of it is known by a name of its own, so that the advice can be of use.
  static let input: [Row] = illegible + destroyed + ofTheAppStore + keys + otherFiles

  private static let asFile = "Ask for the receipt as a file, or as unbroken base64 text."

  private static let illegible: [Row] = [
    (
      "input.empty", "There is nothing but blanks.",
      "The file or the pasted text is empty: ask for it once more."
    ),
    ("input.not-base64", "This is neither a receipt in binary form nor base64 text.", asFile),
    (
      "input.not-hex", "This begins with the hexadecimal digits of a receipt, and goes on otherwise.",
      "Two digits must stand for each byte; blanks, colons and line breaks may stand between them."
    ),
    (
      "input.malformed-pem", "The lines around the PEM text are broken.",
      "Give one text, from its line -----BEGIN to its line -----END and with both."
    ),
    (
      "input.malformed-json", "This begins as JSON and is none.",
      "Give the whole text as it was sent: a log may have cut it or changed its quotes."
    ),
    (
      "input.unrecognized", "This is neither a receipt nor anything else that is known here.",
      "A receipt begins with the byte 30 in hexadecimal, its base64 text with the letter M."
    ),
  ]

  private static let destroyed: [Row] = [
    (
      "input.binary-as-text", "This was a binary receipt, which was read and written as text.",
      "The bytes are lost. Read the receipt as data, and send it in base64."
    ),
    (
      "input.abridged", "The middle of the receipt was left out.",
      "This is how it is printed for people: log it in base64 instead, without abridging."
    ),
    (
      "input.hex-dump", "This is a dump with offsets and perhaps characters beside the bytes.",
      "Give the file itself, or the bytes alone, as 'xxd -p' prints them."
    ),
    (
      "input.utf-16", "This is text in UTF-16.",
      "Save it as UTF-8. In PowerShell, '>' writes UTF-16: use 'Set-Content -Encoding utf8'."
    ),
    (
      "input.payload-without-envelope", "This is the content of a receipt without the message that signs it.",
      "Anyone could have made it. Ask for the whole receipt, of which this is the inner part."
    ),
    (
      "input.purchase-info",
      "This is the purchase-info of an iOS 6 transaction receipt without its signature.",
      "Anyone could have made it. Ask for the whole transactionReceipt, of which this is one value."
    ),
  ]

  private static let ofTheAppStore: [Row] = [
    (
      "input.transaction-receipt", "This is an iOS 6 transaction receipt, and no app receipt.",
      "Ask for the app receipt, the file at appStoreReceiptURL."
    ),
    (
      "input.verify-receipt-response", "This is an answer of verifyReceipt, and no receipt.",
      "Nobody signed it. Give the receipt for which Apple answered so; latest_receipt may be it."
    ),
    (
      "input.signed-transaction", "This is what StoreKit 2 signs, a JSON web signature.",
      "Verify it with the App Store Server Library, or ask for the file at appStoreReceiptURL."
    ),
    (
      "input.unsigned-transaction", "This is the decoded content of a StoreKit 2 transaction.",
      "Its signature is gone: ask for the jwsRepresentation, or for the app receipt."
    ),
    (
      "input.server-notification", "This is a notification from the App Store to a server.",
      "Verify signedPayload of version 2 with the App Store Server Library; version 1 holds a latest_receipt."
    ),
    (
      "input.app-attest-receipt", "This is a receipt of App Attest.",
      "It says that an app is genuine and holds no purchases: ask for the file at appStoreReceiptURL."
    ),
    (
      "input.app-attest-attestation", "This is an attestation of App Attest.",
      "It says that an app is genuine and holds no purchases: ask for the file at appStoreReceiptURL."
    ),
    (
      "input.transaction-id", "This is a number, perhaps the identifier of a transaction.",
      "The App Store Server API looks it up. To look at it in a receipt, give the receipt."
    ),
    (
      "input.order-id", "This is the number of an order, from a customer's invoice.",
      "Look Up Order ID of the App Store Server API finds its transactions."
    ),
    (
      "input.purchase-token", "This is from Google Play.",
      "The Google Play Developer API verifies it. Send purchases to the store that they come from."
    ),
    (
      "input.storekit-configuration", "This is a StoreKit configuration file of Xcode.",
      "It describes products for local testing. The receipt is on the device, at appStoreReceiptURL."
    ),
  ]

  private static let keys: [Row] = [
    (
      "input.certificate", "This is a certificate.",
      "Give the receipt instead. A root certificate for --root is an option's value, not an input."
    ),
    (
      "input.private-key", "This is a private key.",
      "Keep it secret: if you received it from someone else, it should be revoked. It is no receipt."
    ),
    (
      "input.public-key", "This is a public key.",
      "Give the receipt instead: it holds all keys that it needs."
    ),
    (
      "input.other-pem", "The PEM text says that it is something else.",
      "Receipts stand between lines that say PKCS7, CMS or RECEIPT."
    ),
  ]

  private static let otherFiles: [Row] = [
    (
      "input.json-without-receipt", "This is JSON without a receipt under any known key.",
      "Known keys are receipt-data, latest_receipt, transactionReceipt, appStoreReceipt, receipt and Payload."
    ),
    (
      "input.property-list", "This is a property list.",
      "A receipt has no file extension: look for _MASReceipt/receipt in a Mac app, StoreKit/receipt on iOS."
    ),
    (
      "input.html", "This is a web page, perhaps of an error.",
      "The address or the server answered something else: look at the page in a browser."
    ),
    (
      "input.xml", "This is XML.",
      "Receipts of the Microsoft Store look so; those of the App Store do not."
    ),
    (
      "input.archive", "This is an archive or compressed.",
      "Unpack it. In a Mac app, the receipt is Contents/_MASReceipt/receipt; an .ipa holds none."
    ),
    (
      "input.image", "This is a picture.",
      "A picture of a receipt proves nothing: ask for the file at appStoreReceiptURL."
    ),
    (
      "input.pdf", "This is a PDF document, perhaps an invoice.",
      "What Apple mails to customers is no receipt for apps: ask for the file at appStoreReceiptURL."
    ),
    (
      "input.executable", "This is a program.",
      "Give the whole app, a folder: in a Mac app, the receipt is Contents/_MASReceipt/receipt."
    ),
    (
      "input.location", "This is the path of a file or the address of a page, not what is there.",
      "Send the content: the path means something on the sender's device only."
    ),
    (
      "input.uuid", "This is a UUID.",
      "It may name a device or an account, which --guid takes for a device; it is no receipt."
    ),
    (
      "input.placeholder", "This is a word that programs print where there is nothing.",
      "The sender had no receipt: an app must refresh it first, with SKReceiptRefreshRequest."
    ),
  ]
}
