// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
public import CReceiptsHeader
import ReceiptVerification

/// Frees a result.
@c @implementation
public func receipts_result_free(_ result: UnsafeMutablePointer<OpaquePointer?>?) {
  unsafe Handle<VerificationResult>.free(result)
}

// MARK: - Is the receipt genuine

/// Whether the receipt is genuine.
@c @implementation
public func receipts_result_is_verified(_ result: OpaquePointer?) -> Bool {
  unsafe receipts_result_verdict(result) == RECEIPTS_VERIFIED
}

/// Whether the receipt is genuine, is not, or could not be decided.
@c @implementation
public func receipts_result_verdict(_ result: OpaquePointer?) -> receipts_verdict {
  guard let result = unsafe Handle<VerificationResult>.find(result) else { return RECEIPTS_UNDETERMINED }
  return unsafe result.pointee.content.verdict
}

/// Who vouches for the receipt.
@c @implementation
public func receipts_result_trust(_ result: OpaquePointer?) -> receipts_trust {
  switch unsafe verifiedReceipt(result)?.trust {
  case .apple: RECEIPTS_TRUST_APPLE
  case .custom: RECEIPTS_TRUST_CUSTOM
  case .localTesting: RECEIPTS_TRUST_LOCAL_TESTING
  case nil: RECEIPTS_TRUST_NONE
  }
}

/// The proven receipt of a result; `nil` when nothing is proven, and for NULL.
private func verifiedReceipt(_ result: OpaquePointer?) -> VerifiedReceipt? {
  guard let result = unsafe Handle<VerificationResult>.find(result) else { return nil }
  return unsafe result.pointee.content.receipt
}

// MARK: - What the buyer is entitled to

/// Whether a paid period of a subscription holds an instant.
@c @implementation
public func receipts_result_is_subscribed_with_auto_renew_product(
  _ result: OpaquePointer?, _ productID: UnsafePointer<CChar>?, _ length: Int, _ at: Int64, _ tolerance: Int64
) -> Bool {
  guard tolerance >= 0, let receipt = unsafe verifiedReceipt(result),
    let productID = unsafe text(productID, length, upTo: receipt.largestProductID),
    let rights = receipt.entitlements(at, tolerance: tolerance)
  else { return false }
  return rights.isSubscribedWithAutoRenewProduct(productID)
}

/// Whether a product was bought for good.
@c @implementation
public func receipts_result_is_valid_with_persistent_product_id(
  _ result: OpaquePointer?, _ productID: UnsafePointer<CChar>?, _ length: Int, _ at: Int64
) -> Bool {
  guard let receipt = unsafe verifiedReceipt(result),
    let productID = unsafe text(productID, length, upTo: receipt.largestProductID),
    let rights = receipt.entitlements(at, tolerance: 0)
  else { return false }
  return rights.isValidWithPersistentProductId(productID)
}

extension VerifiedReceipt {
  /// The most bytes that an identifier in this receipt can have. A longer one is in no row, and need not be read.
  fileprivate var largestProductID: Int { transactionReceipt?.purchaseInfo.count ?? receipt.content.count }

  /// What the buyer is entitled to at an instant that C code gave; `nil` when there is no such instant.
  fileprivate func entitlements(_ at: Int64, tolerance: Int64) -> Entitlements? {
    guard let instant = instant(at) else { return nil }
    return isNow(at)
      ? entitlements(now: instant, tolerance: tolerance) : entitlements(at: instant, tolerance: tolerance)
  }
}

// MARK: - Why it is not verified

/// The name of the reason why the receipt is not verified.
@c @implementation
public func receipts_result_code(_ result: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{
  unsafe text(refusal(result)?.code, length)
}

/// One sentence that says what was found.
@c @implementation
public func receipts_result_message(
  _ result: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  unsafe text(refusal(result)?.message, length)
}

/// One sentence that says what to try.
@c @implementation
public func receipts_result_hint(_ result: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{
  unsafe text(refusal(result)?.hint, length)
}

/// The field at fault.
@c @implementation
public func receipts_result_path(_ result: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{
  unsafe text(refusal(result)?.path, length)
}

/// The first byte at fault, or -1.
@c @implementation
public func receipts_result_offset(_ result: OpaquePointer?) -> Int64 {
  unsafe Int64(refusal(result)?.offset ?? -1)
}

private func refusal(_ result: OpaquePointer?) -> VerificationResult.Refusal? {
  guard let result = unsafe Handle<VerificationResult>.find(result) else { return nil }
  return unsafe result.pointee.content.refusal
}

/// A text as C has it; empty where there is none.
private func text(_ text: OwnedText?, _ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
  if let text { return unsafe text.pointer(length) }
  if let length = unsafe length { unsafe length.pointee = 0 }
  return unsafe constantText("")
}

// MARK: - Everything

/// All that is known, as JSON.
@c @implementation
public func receipts_result_json(_ result: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?)
  -> UnsafePointer<CChar>?
{
  guard let result = unsafe Handle<VerificationResult>.find(result) else { return unsafe text(nil, length) }
  return unsafe text(result.pointee.content.json, length)
}
