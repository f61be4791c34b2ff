// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import ReceiptInput
public import ReceiptVerification

/// Whether an input is a genuine receipt.
public enum Verdict: Sendable {
  /// It is.
  case verified(VerifiedReceipt)
  /// It is not, for this reason.
  case rejected(Refusal)
  /// It could not be decided here; that says nothing of the receipt.
  case undetermined(Refusal)
  /// Nobody asked.
  case notChecked

  /// The reason why an input is not taken for genuine.
  public struct Refusal: Hashable, Sendable {
    /// A stable name, `class.reason`.
    public let code: String
    /// One sentence that says what was found.
    public let message: String
    /// One sentence that says what to try.
    public let hint: String?
    /// The first offending byte: of the decoded input, or of the text for codes of class `input`.
    public let offset: Int?
    /// The field in the receipt's own terms.
    public let path: String?
  }

  /// The verdict of a verifier's error.
  public init(_ error: ReceiptError) {
    let refusal = Refusal(error)
    self = error.code.category == .internal ? .undetermined(refusal) : .rejected(refusal)
  }

  /// The verdict on a receipt that is looked at and not verified: only what is no receipt is rejected.
  public init(decoded: DecodedReceipt) {
    self = decoded.fault.map { .rejected(Refusal($0)) } ?? .notChecked
  }

  /// The name in JSON output.
  public var status: String {
    switch self {
    case .verified: "verified"
    case .rejected: "rejected"
    case .undetermined: "undetermined"
    case .notChecked: "not-checked"
    }
  }

  /// The reason, if there is one.
  public var refusal: Refusal? {
    switch self {
    case .rejected(let refusal), .undetermined(let refusal): refusal
    case .verified, .notChecked: nil
    }
  }
}

extension Verdict.Refusal {
  /// The reason that a decoder or verifier gave.
  public init(_ error: ReceiptError) {
    self.init(
      code: error.code.rawValue, message: error.message, hint: error.hint, offset: error.offset,
      path: error.path)
  }

  /// The reason why something is no receipt at all.
  public init(_ error: InputError) {
    let words = ReceiptError(ReceiptError.Code(rawValue: error.code.rawValue))
    self.init(
      code: error.code.rawValue, message: words.message, hint: error.hint ?? words.hint, offset: error.offset,
      path: nil)
  }
}
