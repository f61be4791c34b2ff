// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputError.Code {
  // MARK: - Nothing that can be read

  /// There is nothing, or nothing but blanks, line breaks and NUL.
  public static let empty = Self(rawValue: "input.empty")
  /// A text that is not base64, nor any other form.
  public static let notBase64 = Self(rawValue: "input.not-base64")
  /// A text that begins as hexadecimal digits of a receipt would and goes on otherwise.
  public static let notHexadecimal = Self(rawValue: "input.not-hex")
  /// PEM armour that is broken, or has something after it.
  public static let malformedPEM = Self(rawValue: "input.malformed-pem")
  /// A text that begins as JSON and is none, or that JSON readers would disagree about.
  public static let malformedJSON = Self(rawValue: "input.malformed-json")
  /// Bytes that are nothing known here.
  public static let unrecognized = Self(rawValue: "input.unrecognized")
  /// More bytes than a receipt may have.
  public static let size = Self(rawValue: "limit.size")
  /// More forms inside each other than `ReceiptInput` takes off.
  public static let layers = Self(rawValue: "limit.layers")

  // MARK: - A receipt that was destroyed

  /// A binary receipt that was read and written as text.
  public static let binaryAsText = Self(rawValue: "input.binary-as-text")
  /// The description of some data, which leaves out its middle.
  public static let abridged = Self(rawValue: "input.abridged")
  /// A dump of bytes with offsets, and with the characters beside them.
  public static let hexDump = Self(rawValue: "input.hex-dump")
  /// Text in UTF-16.
  public static let utf16 = Self(rawValue: "input.utf-16")
  /// The content of a receipt without its signature.
  public static let payloadWithoutEnvelope = Self(rawValue: "input.payload-without-envelope")
  /// The purchase-info of a transaction receipt without its signature.
  public static let purchaseInfo = Self(rawValue: "input.purchase-info")

  // MARK: - Other receipts, and what else the App Store sends

  /// An iOS 6 transaction receipt.
  public static let transactionReceipt = Self(rawValue: "input.transaction-receipt")
  /// An answer of the `verifyReceipt` endpoint.
  public static let verifyReceiptResponse = Self(rawValue: "input.verify-receipt-response")
  /// What StoreKit 2 and the App Store Server API sign: a JSON web signature.
  public static let signedTransaction = Self(rawValue: "input.signed-transaction")
  /// The decoded content of a signed transaction.
  public static let unsignedTransaction = Self(rawValue: "input.unsigned-transaction")
  /// A notification that Apple sent to a server, version 1 or 2.
  public static let serverNotification = Self(rawValue: "input.server-notification")
  /// A receipt of App Attest.
  public static let appAttestReceipt = Self(rawValue: "input.app-attest-receipt")
  /// An attestation object of App Attest.
  public static let appAttestAttestation = Self(rawValue: "input.app-attest-attestation")
  /// A transaction identifier.
  public static let transactionID = Self(rawValue: "input.transaction-id")
  /// The number of an order, from an invoice.
  public static let orderID = Self(rawValue: "input.order-id")
  /// Something of Google Play.
  public static let purchaseToken = Self(rawValue: "input.purchase-token")
  /// A StoreKit configuration file of Xcode.
  public static let storeKitConfiguration = Self(rawValue: "input.storekit-configuration")

  // MARK: - Keys and certificates

  /// A certificate.
  public static let certificate = Self(rawValue: "input.certificate")
  /// A private key, or a store that holds one.
  public static let privateKey = Self(rawValue: "input.private-key")
  /// A public key.
  public static let publicKey = Self(rawValue: "input.public-key")
  /// PEM armour of something else.
  public static let otherPEM = Self(rawValue: "input.other-pem")

  // MARK: - Other files and texts

  /// JSON in which no key holds a receipt.
  public static let jsonWithoutReceipt = Self(rawValue: "input.json-without-receipt")
  /// A property list.
  public static let propertyList = Self(rawValue: "input.property-list")
  /// A web page.
  public static let html = Self(rawValue: "input.html")
  /// XML of another kind.
  public static let xml = Self(rawValue: "input.xml")
  /// An archive or compressed file.
  public static let archive = Self(rawValue: "input.archive")
  /// An image.
  public static let image = Self(rawValue: "input.image")
  /// A PDF document.
  public static let pdf = Self(rawValue: "input.pdf")
  /// A program.
  public static let executable = Self(rawValue: "input.executable")
  /// The path of a file or the address of a page.
  public static let location = Self(rawValue: "input.location")
  /// A UUID.
  public static let uuid = Self(rawValue: "input.uuid")
  /// A word that programs print for nothing, such as `null`.
  public static let placeholder = Self(rawValue: "input.placeholder")

  /// All of them.
  package static let all: [Self] = [
    empty, notBase64, notHexadecimal, malformedPEM, malformedJSON, unrecognized, size, layers, binaryAsText,
    abridged, hexDump, utf16, payloadWithoutEnvelope, purchaseInfo, transactionReceipt, verifyReceiptResponse,
    signedTransaction, unsignedTransaction, serverNotification, appAttestReceipt, appAttestAttestation,
    transactionID, orderID, purchaseToken, storeKitConfiguration, certificate, privateKey, publicKey,
    otherPEM,
    jsonWithoutReceipt, propertyList, html, xml, archive, image, pdf, executable, location, uuid, placeholder,
  ]
}
