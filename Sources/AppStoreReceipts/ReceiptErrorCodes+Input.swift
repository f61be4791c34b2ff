// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// The codes of the class `input`, which are as many as all others; docs/errors.md lists them.

extension ReceiptError.Code {
  // MARK: - `input`: not a receipt at all

  /// `input.empty`: There is nothing but blanks.
  public static let inputEmpty = Self(rawValue: "input.empty")
  /// `input.not-base64`: This is neither a receipt in binary form nor base64 text.
  public static let inputNotBase64 = Self(rawValue: "input.not-base64")
  /// `input.not-hex`: This begins with the hexadecimal digits of a receipt, and goes on otherwise.
  public static let inputNotHex = Self(rawValue: "input.not-hex")
  /// `input.malformed-pem`: The lines around the PEM text are broken.
  public static let inputMalformedPEM = Self(rawValue: "input.malformed-pem")
  /// `input.malformed-json`: This begins as JSON and is none.
  public static let inputMalformedJSON = Self(rawValue: "input.malformed-json")
  /// `input.unrecognized`: This is neither a receipt nor anything else that is known here.
  public static let inputUnrecognized = Self(rawValue: "input.unrecognized")
  /// `input.binary-as-text`: This was a binary receipt, which was read and written as text.
  public static let inputBinaryAsText = Self(rawValue: "input.binary-as-text")
  /// `input.abridged`: The middle of the receipt was left out.
  public static let inputAbridged = Self(rawValue: "input.abridged")
  /// `input.hex-dump`: This is a dump with offsets and perhaps characters beside the bytes.
  public static let inputHexDump = Self(rawValue: "input.hex-dump")
  /// `input.utf-16`: This is text in UTF-16.
  public static let inputUTF16 = Self(rawValue: "input.utf-16")
  /// `input.payload-without-envelope`: This is the content of a receipt without the message that signs it.
  public static let inputPayloadWithoutEnvelope = Self(rawValue: "input.payload-without-envelope")
  /// `input.purchase-info`: This is the purchase-info of an iOS 6 transaction receipt without its signature.
  public static let inputPurchaseInfo = Self(rawValue: "input.purchase-info")
  /// `input.transaction-receipt`: This is an iOS 6 transaction receipt, and no app receipt.
  public static let inputTransactionReceipt = Self(rawValue: "input.transaction-receipt")
  /// `input.verify-receipt-response`: This is an answer of verifyReceipt, and no receipt.
  public static let inputVerifyReceiptResponse = Self(rawValue: "input.verify-receipt-response")
  /// `input.signed-transaction`: This is what StoreKit 2 signs, a JSON web signature.
  public static let inputSignedTransaction = Self(rawValue: "input.signed-transaction")
  /// `input.unsigned-transaction`: This is the decoded content of a StoreKit 2 transaction.
  public static let inputUnsignedTransaction = Self(rawValue: "input.unsigned-transaction")
  /// `input.server-notification`: This is a notification from the App Store to a server.
  public static let inputServerNotification = Self(rawValue: "input.server-notification")
  /// `input.app-attest-receipt`: This is a receipt of App Attest.
  public static let inputAppAttestReceipt = Self(rawValue: "input.app-attest-receipt")
  /// `input.app-attest-attestation`: This is an attestation of App Attest.
  public static let inputAppAttestAttestation = Self(rawValue: "input.app-attest-attestation")
  /// `input.transaction-id`: This is a number, perhaps the identifier of a transaction.
  public static let inputTransactionID = Self(rawValue: "input.transaction-id")
  /// `input.order-id`: This is the number of an order, from a customer's invoice.
  public static let inputOrderID = Self(rawValue: "input.order-id")
  /// `input.purchase-token`: This is from Google Play.
  public static let inputPurchaseToken = Self(rawValue: "input.purchase-token")
  /// `input.storekit-configuration`: This is a StoreKit configuration file of Xcode.
  public static let inputStoreKitConfiguration = Self(rawValue: "input.storekit-configuration")
  /// `input.certificate`: This is a certificate.
  public static let inputCertificate = Self(rawValue: "input.certificate")
  /// `input.private-key`: This is a private key.
  public static let inputPrivateKey = Self(rawValue: "input.private-key")
  /// `input.public-key`: This is a public key.
  public static let inputPublicKey = Self(rawValue: "input.public-key")
  /// `input.other-pem`: The PEM text says that it is something else.
  public static let inputOtherPEM = Self(rawValue: "input.other-pem")
  /// `input.json-without-receipt`: This is JSON without a receipt under any known key.
  public static let inputJSONWithoutReceipt = Self(rawValue: "input.json-without-receipt")
  /// `input.property-list`: This is a property list.
  public static let inputPropertyList = Self(rawValue: "input.property-list")
  /// `input.html`: This is a web page, perhaps of an error.
  public static let inputHTML = Self(rawValue: "input.html")
  /// `input.xml`: This is XML.
  public static let inputXML = Self(rawValue: "input.xml")
  /// `input.archive`: This is an archive or compressed.
  public static let inputArchive = Self(rawValue: "input.archive")
  /// `input.image`: This is a picture.
  public static let inputImage = Self(rawValue: "input.image")
  /// `input.pdf`: This is a PDF document, perhaps an invoice.
  public static let inputPDF = Self(rawValue: "input.pdf")
  /// `input.executable`: This is a program.
  public static let inputExecutable = Self(rawValue: "input.executable")
  /// `input.location`: This is the path of a file or the address of a page, not what is there.
  public static let inputLocation = Self(rawValue: "input.location")
  /// `input.uuid`: This is a UUID.
  public static let inputUUID = Self(rawValue: "input.uuid")
  /// `input.placeholder`: This is a word that programs print where there is nothing.
  public static let inputPlaceholder = Self(rawValue: "input.placeholder")
}
