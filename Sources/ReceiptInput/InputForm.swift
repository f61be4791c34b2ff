// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptInput {
  /// What arrived, whatever the form.
  public enum Kind: String, Hashable, Sendable {
    /// An app receipt: a PKCS #7 message, in BER.
    case appReceipt = "app-receipt"
    /// The content of an app receipt, or one purchase of it, without the message that signs it: a SET, in
    /// DER.
    case payload = "payload"
    /// A receipt of one transaction as iOS 6 had them: an old-style property list, as text.
    case transactionReceipt = "transaction-receipt"
    /// What Apple's `verifyReceipt` endpoint answered: JSON.
    case verifyReceiptResponse = "verify-receipt-response"
  }

  /// A form in which receipts arrive, by its name in reports (`input.form`): an open set.
  ///
  /// Forms may stand inside each other; the form of an input is the outermost.
  public struct Form: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens.
    public let rawValue: String

    /// The form with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The receipt itself: BER, of which DER is a part.
    public static let der = Form(rawValue: "der")
    /// Base64 in the standard alphabet (RFC 4648, section 4), broken into lines or not.
    public static let base64 = Form(rawValue: "base64")
    /// Base64 in the alphabet for addresses and file names (RFC 4648, section 5).
    public static let base64URL = Form(rawValue: "base64url")
    /// A text with percent signs for some characters (RFC 3986, section 2.1).
    public static let percentEncoded = Form(rawValue: "percent-encoded")
    /// Hexadecimal digits, with or without separators between the bytes.
    public static let hexadecimal = Form(rawValue: "hex")
    /// Base64 between two lines that say what it is (RFC 7468).
    public static let pem = Form(rawValue: "pem")
    /// A JSON object.
    public static let json = Form(rawValue: "json")
    /// A JSON string, with its quotes.
    public static let jsonString = Form(rawValue: "json-string")
    /// An old-style property list.
    public static let propertyList = Form(rawValue: "property-list")
  }

  /// Something that had to be mended, by its name in reports (`input.repairs`): an open set.
  ///
  /// A form that stands inside another is named by the form's own name, such as `hex`, but for standard
  /// base64 and JSON objects.
  public struct Repair: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens; details may follow after a colon.
    public let rawValue: String

    /// The repair with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The padding of base64 was missing in whole or in part.
    public static let padding = Repair(rawValue: "padding")
    /// NUL, LF, CR or blanks after the receipt's last byte were dropped, or NUL after the last of its text.
    public static let trailingBytes = Repair(rawValue: "trailing-bytes")
    /// Blanks were read as `+`.
    public static let plusRestored = Repair(rawValue: "plus-restored")
    /// Base64 was encoded in base64 once more.
    public static let doubleEncoded = Repair(rawValue: "double-encoded")
    /// A byte order mark was dropped.
    public static let byteOrderMark = Repair(rawValue: "byte-order-mark")

    /// The receipt was the value of this key of a JSON object.
    public static func jsonWrapped(_ key: String) -> Repair {
      Repair(rawValue: "json-wrapped:\(key)")
    }
  }
}
