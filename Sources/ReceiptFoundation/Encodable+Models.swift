// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import ReceiptVerification
public import VerifyReceipt
internal import ReceiptReports

// The keys are those of `receipt-dump --json` (docs/receipt-dump.schema.json), and are written by the same code. Nothing
// here is `Decodable`: a receipt that came out of JSON would look like one that a verifier made.

extension AppReceipt: Encodable {
  /// Encodes what `receipt-dump --json` prints under `receipt`.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension InAppPurchase: Encodable {
  /// Encodes what `receipt-dump --json` prints as an element of `in_app`.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension VerifiedReceipt: Encodable {
  /// Encodes what `receipt-dump --json` prints of a verified receipt: `schema`, `kind`, `verdict`, `receipt`, `problems` and
  /// `signer`, but neither `input` nor `certificates`, which it does not hold, nor `entitlements`, which are a question.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension Entitlements: Encodable {
  /// Encodes what `receipt-dump --json` prints under `entitlements`.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension VerifyReceiptResponse: Encodable {
  /// Encodes what `receipt-dump --json` prints of an answer: `schema`, `kind`, `verdict`, `receipt`, `pending_renewal_info` and
  /// `problems`. These are not the keys in which Apple sent it.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension ReceiptError: Encodable {
  /// Encodes what `receipt-dump --json` prints under `verdict` but for the status: `code`, `message`, `hint`, `offset`, `path`.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ReceiptJSON.value(of: self)).encode(to: encoder)
  }
}

extension Timestamp: Encodable {
  /// Encodes the instant as text, in UTC by RFC 3339, whatever the encoder does with dates.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension ReceiptText: Encodable {
  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
