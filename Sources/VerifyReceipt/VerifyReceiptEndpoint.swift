// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import ReceiptInput
public import ReceiptVerification
import StrictJSON

/// Apple's `verifyReceipt` endpoint without Apple: request bytes in, response bytes out, for any HTTP server to mount.
///
/// ```swift
/// let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: .production)
/// let body = endpoint.respond(to: requestBody, method: "POST")    // answer 200 with it, application/json
/// ```
/// It answers with Apple's keys, spellings and status codes (Apple, *responseBody* and *status*). What it knows is what was
/// signed: `latest_receipt` is the receipt that was sent, and `latest_receipt_info` has its rows as of signing, without
/// whatever Apple would have found out since. Renewals, refunds and grace periods after that are unknown, so there is no
/// `pending_renewal_info`, and a `cancellation_date` only where the receipt has one. Rows with a malformed value are left out.
public struct VerifyReceiptEndpoint: Sendable {
  private let verifier: ReceiptVerifier
  private let environment: ReceiptEnvironment?
  private let sharedSecret: [UInt8]?

  /// An endpoint.
  ///
  /// - Parameters:
  ///   - verifier: What decides whether a receipt is genuine. One that it refuses by policy counts as not authentic.
  ///   - environment: Whose endpoint it stands for, `production` or `sandbox`: receipts of the other one get the status that
  ///     tells so, if the verifier accepts them or not. With `nil`, it answers for whatever the verifier accepts.
  ///   - sharedSecret: What `password` must be: wherever a request has one, and in every request with a receipt that holds a
  ///     subscription that renews. With `nil`, passwords are not looked at.
  public init(verifier: ReceiptVerifier, environment: ReceiptEnvironment?, sharedSecret: String? = nil) {
    self.verifier = verifier
    self.environment = environment
    self.sharedSecret = sharedSecret.map { Array($0.utf8) }
  }

  // MARK: - Requests

  /// The response to a request.
  ///
  /// - Parameters:
  ///   - body: `{"receipt-data": base64, "password": text, "exclude-old-transactions": truth value}`.
  ///   - method: The method of the HTTP request.
  ///   - now: The clock.
  /// - Returns: JSON on one line. Whatever is wrong is told by its `status`; the HTTP status is always 200.
  public func respond(to body: [UInt8], method: String = "POST", now: Timestamp = .now) -> [UInt8] {
    let limit = ReceiptInput.largestContent(of: verifier.limits.inputSize)
    guard method == "POST", let json = try? JSONReader(limits: JSONLimits(size: limit)).read(body),
      let request = ResponseObject(json, path: "")
    else { return refusal(.unreadableRequest) }
    guard let text = request["receipt-data"]?.string?.utf8,
      let data = try? Base64(
        decoding: Array(text).span, alphabet: .standard, maximumSize: verifier.limits.inputSize)
    else { return refusal(.malformedReceipt) }
    let password = request.has("password") ? request.field("password")?.text ?? [] : nil
    return respond(
      toReceipt: data.bytes, password: password,
      excludesOldTransactions: request.flag("exclude-old-transactions") ?? false, now: now)
  }

  /// The response to a receipt alone, whatever the shared secret is.
  ///
  /// - Parameters:
  ///   - receipt: An app receipt in binary form, or a transaction receipt as property list text.
  ///   - excludesOldTransactions: Whether `latest_receipt_info` has only the last period of each subscription.
  ///   - now: The clock.
  public func respond(
    toReceipt receipt: [UInt8], excludesOldTransactions: Bool = false, now: Timestamp = .now
  ) -> [UInt8] {
    let isOpen = VerifyReceiptEndpoint(verifier: verifier, environment: environment)
    return isOpen.respond(
      toReceipt: receipt, password: nil, excludesOldTransactions: excludesOldTransactions, now: now)
  }

  private func respond(
    toReceipt receipt: [UInt8], password: ArraySlice<UInt8>?, excludesOldTransactions: Bool, now: Timestamp
  ) -> [UInt8] {
    let verified: VerifiedReceipt
    do throws(Refusal) {
      verified = try verify(receipt, now: now)
    } catch {
      return refusal(error.status)
    }
    if let status = misdirection(verified.receipt) { return refusal(status) }
    guard accepts(password, for: verified.receipt) else { return refusal(.wrongSharedSecret) }

    var writer = JSONWriter(style: .compact)
    if let transaction = verified.transactionReceipt {
      TransactionReceiptAnswer(receipt: transaction, bytes: receipt, now: now).write(to: &writer)
    } else {
      AppReceiptAnswer(
        receipt: verified.receipt, bytes: receipt, excludesOldTransactions: excludesOldTransactions, now: now
      ).write(to: &writer)
    }
    return writer.bytes
  }

  // MARK: - Verification

  /// Why there is no receipt in an answer.
  private struct Refusal: Error {
    let status: VerifyReceiptResponse.Status
  }

  private func verify(_ receipt: [UInt8], now: Timestamp) throws(Refusal) -> VerifiedReceipt {
    var claimed: ReceiptEnvironment?
    let verified: VerifiedReceipt
    do throws(ReceiptError) {
      // A property list begins with a brace, perhaps behind blanks; an app receipt with a SEQUENCE.
      if receipt.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
        let decoded = try TransactionReceipt(decoding: receipt, limits: verifier.limits)
        claimed = decoded.environment
        verified = try verifier.verify(decoded, now: now)
      } else {
        let decoded = DecodedReceipt(receipt, limits: verifier.limits)
        claimed = decoded.receipt?.environment
        verified = try verifier.verify(decoded, now: now)
      }
    } catch {
      throw Refusal(status: status(error, claimed))
    }
    // What a problem makes worth nothing must not be handed on as if it were worth something. Rows of app receipts are left
    // out one by one.
    let isBroken = verified.receipt.problems.contains { problem in
      verified.transactionReceipt != nil || problem.type == 21
    }
    guard !isBroken else { throw Refusal(status: .malformedReceipt) }
    return verified
  }

  // MARK: - Refusals

  private func refusal(_ status: VerifyReceiptResponse.Status) -> [UInt8] {
    var writer = JSONWriter(style: .compact)
    writer.object { $0.member("status", integer: status.rawValue) }
    return writer.bytes
  }

  /// The status for a receipt that the verifier refuses.
  private func status(
    _ error: ReceiptError, _ claimed: ReceiptEnvironment?
  ) -> VerifyReceiptResponse.Status {
    switch error.code.category {
    case .internal: return .internalFault
    case .input, .limit, .encoding, .structure, .payload: return .malformedReceipt
    // By then the signature has been found to match.
    case .environment where claimed == .sandbox: return .sandboxReceipt
    case .environment where claimed == .production: return .productionReceipt
    default: return .notAuthentic
    }
  }

  /// The status for a genuine receipt of another environment; `nil` for one that is in its place.
  private func misdirection(_ receipt: AppReceipt) -> VerifyReceiptResponse.Status? {
    guard let actual = receipt.environment, actual != .xcode else { return .notAuthentic }
    guard let environment, actual != environment else { return nil }
    return actual == .sandbox ? .sandboxReceipt : .productionReceipt
  }

  private func accepts(_ password: ArraySlice<UInt8>?, for receipt: AppReceipt) -> Bool {
    guard let sharedSecret else { return true }
    guard let password else { return !receipt.inAppPurchases.contains(where: \.isAutoRenewable) }
    // In a time that says nothing of where they differ.
    guard password.count == sharedSecret.count else { return false }
    return zip(password, sharedSecret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension InAppPurchase {
  /// Whether this is a period of a subscription that renews.
  var isAutoRenewable: Bool {
    productType.map { $0 == .autoRenewableSubscription } ?? (expirationDate != nil)
  }
}
