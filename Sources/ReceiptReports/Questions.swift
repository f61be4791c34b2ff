// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

/// What is asked of a receipt.
public struct Questions: Sendable {
  /// Products: is each subscribed or owned?
  public var products: [String] = []

  /// Transactions: is each in the receipt, and not cancelled?
  public var transactions: [String] = []

  /// Points in time or versions: was the app first bought before each?
  public var originalPurchases: [OriginalPurchase] = []

  /// The instant that is asked for; the later of the clock and the receipt's creation when `nil`.
  public var instant: Timestamp?

  /// Before what the app was first bought.
  public enum OriginalPurchase: Sendable {
    /// Before a version.
    case beforeVersion(String)
    /// Before an instant.
    case beforeDate(Timestamp)
  }

  /// No questions.
  public init() {}

  /// Whether nothing is asked that has a yes or no for an answer.
  public var isEmpty: Bool { products.isEmpty && transactions.isEmpty && originalPurchases.isEmpty }
}

/// The answer to one question.
public struct Answer: Sendable {
  /// What was asked.
  public enum Subject: Sendable {
    /// A product, with the answers to the two questions about it.
    case product(String, isSubscribed: Bool, isValid: Bool, decidedBy: [ReceiptText])
    /// A transaction, and whether the receipt has it.
    case transaction(String, isPresent: Bool, isCancelled: Bool, products: [ReceiptText])
    /// The first purchase of the app, and whether it was before that; `nil` when the receipt does not say.
    case originalPurchase(Questions.OriginalPurchase, isBefore: Bool?)
  }

  /// What was asked.
  public let subject: Subject

  /// Whether the answer is yes.
  public let isYes: Bool

  /// One sentence that says why.
  public let because: String
}
