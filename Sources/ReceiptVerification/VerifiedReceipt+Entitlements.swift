// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

extension VerifiedReceipt {
  /// What the buyer is entitled to at an instant, past or future, taken literally.
  ///
  /// - Parameters:
  ///   - instant: The instant that is asked for.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  public func entitlements(at instant: Timestamp, tolerance: Int64 = 0) -> Entitlements {
    Entitlements(receipt: receipt, at: instant, tolerance: tolerance, isLocalTesting: trust == .localTesting)
  }

  /// What the buyer is entitled to now.
  ///
  /// Now is the later of the clock and the receipt's creation, so that a clock that is set back keeps nothing alive.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  public func entitlements(now: Timestamp, tolerance: Int64 = 0) -> Entitlements {
    entitlements(at: max(now, checkedAt), tolerance: tolerance)
  }
}
