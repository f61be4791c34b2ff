// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import StrictJSON

/// What Apple's `verifyReceipt` endpoint answered (Apple, *responseBody*, deprecated).
///
/// Both shapes are read: that of app receipts, and that of iOS 6 transaction receipts, where the receipt itself is the
/// purchase. Where Apple sends text, numbers and truth values are taken as well, and one object for an array of one.
///
/// Nobody signed such an answer: it is worth what the connection is worth over which it came. So there are only
/// `unverifiedEntitlements`, by the rules that hold for any receipt.
public struct VerifyReceiptResponse: Sendable {
  /// What Apple thought of the receipt.
  public let status: Status

  /// Whether Apple suggests to ask again, for statuses from 21100 to 21199 (`is-retryable`).
  public let isRetryable: Bool?

  /// What the answer says of the app and its purchases; `nil` when it has no receipt.
  ///
  /// The rows of `latest_receipt_info` are merged with those of the receipt: a row that both have is one, with what the later
  /// one says. Rows of the receipt come first.
  public let receipt: AppReceipt?

  /// When Apple answered; `nil` when the answer does not say, as those of iOS 6 do not.
  public let requestDate: Timestamp?

  /// The latest receipt as Apple sent it, in base64.
  public let latestReceipt: ReceiptText?

  /// What will become of each subscription, in the order of `pending_renewal_info`.
  public let renewals: [PendingRenewal]

  /// What only the answer knows of each purchase, by the purchase's index.
  private let details: [PurchaseDetails]

  /// Reads an answer.
  ///
  /// Malformed values do not make it fail: they stand in `receipt.problems`.
  ///
  /// - Parameters:
  ///   - bytes: The answer as Apple sent it: JSON in UTF-8.
  ///   - limits: The bounds to keep.
  /// - Throws: A code of class `limit` or `encoding`, or `structure.response` when it is no answer.
  public init(decoding bytes: [UInt8], limits: AppReceipt.Limits = AppReceipt.Limits()) throws(ReceiptError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader(limits: JSONLimits(size: limits.inputSize)).read(bytes)
    } catch {
      throw ReceiptError(json: error)
    }
    guard let document = ResponseObject(json, path: ""), let status = document.integer("status") else {
      throw ReceiptError(.structureResponse)
    }
    self.status = Status(rawValue: status)
    isRetryable = document.flag("is-retryable") ?? document.flag("is_retryable")
    latestReceipt = document.text("latest_receipt")

    let contents = ResponseContents(document)
    requestDate = contents.receipt?.date("request_date")
    renewals = contents.renewals
    details = contents.rows.map(\.details)
    receipt = try contents.compose(limits: limits)
  }

  /// What only the answer knows of a purchase of its receipt.
  public func details(of purchase: InAppPurchase) -> PurchaseDetails? {
    details.indices.contains(purchase.index) ? details[purchase.index] : nil
  }

  // MARK: - Entitlements

  /// What the answer would entitle to. Nobody signed it.
  ///
  /// - Parameters:
  ///   - instant: The instant that is asked for, taken as it is; when Apple answered, if `nil`.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  ///   - countsGracePeriod: Whether a subscription goes on to the end of its grace period, while Apple tries to charge for it.
  /// - Returns: The entitlements; `nil` when Apple did not find the receipt genuine, when there is none, or when no instant is
  ///   given and the answer has no date.
  public func unverifiedEntitlements(
    at instant: Timestamp? = nil, tolerance: Int64 = 0, countsGracePeriod: Bool = false
  ) -> Entitlements? {
    guard status.isGenuine, let receipt, let instant = instant ?? requestDate else { return nil }
    return entitlements(
      of: receipt, at: instant, tolerance: tolerance, countsGracePeriod: countsGracePeriod)
  }

  /// What the answer's receipt would entitle to.
  package func entitlements(
    of receipt: AppReceipt, at instant: Timestamp, tolerance: Int64, countsGracePeriod: Bool
  ) -> Entitlements {
    Entitlements(
      receipt: receipt, at: instant, tolerance: tolerance, isLocalTesting: receipt.environment == .xcode,
      graceEnds: countsGracePeriod ? graceEnds(receipt) : [:])
  }

  /// What a person should know who asks about an instant.
  public func warnings(at instant: Timestamp) -> [ResponseWarning] {
    guard let requestDate, requestDate < instant else { return [] }
    return [ResponseWarning(code: .laterThanAnswer)]
  }

  /// The ends of grace periods, by the indices of the purchases whose periods they prolong: those that end last of their
  /// subscription.
  private func graceEnds(_ receipt: AppReceipt) -> [Int: Timestamp] {
    var grace: [Subscription: Timestamp] = [:]
    for renewal in renewals {
      guard let end = renewal.gracePeriodExpirationDate else { continue }
      let subscription = Subscription(
        productID: renewal.productID, originalTransactionID: renewal.originalTransactionID)
      grace[subscription] = end
    }
    // A renewal that names no transaction is of whatever has its product; one that does counts before it.
    let purchases = receipt.inAppPurchases.flatMap { purchase in
      [nil, purchase.originalTransactionID].map { transaction in
        (Subscription(productID: purchase.productID, originalTransactionID: transaction), purchase)
      }
    }
    var lastEnds: [Subscription: Timestamp] = [:]
    for (subscription, purchase) in purchases {
      guard let end = purchase.expirationDate else { continue }
      lastEnds[subscription] = max(end, lastEnds[subscription] ?? end)
    }
    var ends: [Int: Timestamp] = [:]
    for (subscription, purchase) in purchases where purchase.expirationDate == lastEnds[subscription] {
      if let end = grace[subscription] { ends[purchase.index] = end }
    }
    return ends
  }

  /// What renewals and the purchases that they are of have in common.
  private struct Subscription: Hashable {
    let productID: ReceiptText?
    let originalTransactionID: ReceiptText?
  }
}

/// Something about a question to an answer that a person should know.
public struct ResponseWarning: Hashable, Sendable {
  /// A stable name.
  public let code: Code

  /// One sentence.
  public var message: String { code.message }

  /// What is warned of.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The instant that is asked for lies after the answer.
    case laterThanAnswer = "response.later-than-answer"

    /// One sentence.
    public var message: String {
      switch self {
      case .laterThanAnswer:
        "The question is about a time after the answer, of which the answer knows nothing."
      }
    }
  }
}
