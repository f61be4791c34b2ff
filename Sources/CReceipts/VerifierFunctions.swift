// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
public import CReceiptsHeader
import ReceiptInput
import ReceiptReports
import ReceiptVerification

extension Examiner: HandleContent {
  static let tag: UInt64 = 0x7265_6365_7665_7202
}

/// Makes a verifier of options.
@c @implementation
public func receipts_verifier_new(
  _ options: OpaquePointer?, _ verifier: UnsafeMutablePointer<OpaquePointer?>?
) -> receipts_status {
  guard let variable = unsafe verifier else { return RECEIPTS_BAD_POINTER }
  unsafe variable.pointee = nil
  guard let options = unsafe Handle<VerifierOptions>.find(options) else { return RECEIPTS_BAD_POINTER }
  switch unsafe options.pointee.content.verifier() {
  case .success(let verifier):
    unsafe variable.pointee = Handle.make(
      Examiner(verifier: verifier, limits: options.pointee.content.limits))
    return RECEIPTS_OK
  case .failure(let refusal):
    return refusal.status
  }
}

/// Frees a verifier.
@c @implementation
public func receipts_verifier_free(_ verifier: UnsafeMutablePointer<OpaquePointer?>?) {
  unsafe Handle<Examiner>.free(verifier)
}

/// Verifies a receipt in any form.
@c @implementation
public func receipts_verify(
  _ verifier: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ length: Int, _ now: Int64
) -> OpaquePointer? {
  let clock = instant(now)
  return unsafe Handle.make(
    VerificationResult(examine(verifier, bytes, length, clock), now: clock ?? .now))
}

private func examine(
  _ verifier: OpaquePointer?, _ content: UnsafeRawPointer?, _ length: Int, _ clock: Timestamp?
) -> Examination {
  guard let clock, let verifier = unsafe Handle<Examiner>.find(verifier),
    unsafe content != nil || length == 0
  else { return Examination(undetermined: ReceiptError(.internalArgument)) }
  let limit = unsafe verifier.pointee.content.largestContent
  guard let content = unsafe bytes(content, length, upTo: limit) else {
    return Examination(refused: InputError(.size))
  }
  return unsafe verifier.pointee.content.examine(content, now: clock)
}
