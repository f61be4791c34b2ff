// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import Foundation
public import VerifyReceipt

/// A receipt of which Apple's server said that it is genuine.
///
/// It is no `VerifiedReceipt`: nobody signed the answer, and no one who is shown it later can check it. What it is worth is
/// what the connection was worth over which it came, and nobody can make one but a `RemoteReceiptVerifier`. In exchange it
/// knows more, since the answer is of today: renewals and refunds after the receipt was made, grace periods, upgrades.
public struct ConfirmedReceipt: Sendable {
  /// What the answer says of the app and its purchases, in the model of any receipt.
  public let receipt: AppReceipt

  /// The answer, with what no binary receipt holds: `renewals`, `details(of:)`, `latestReceipt`.
  public let response: VerifyReceiptResponse

  /// The environment, by the receipt's own word or by whose server it was that answered.
  public let environment: ReceiptEnvironment

  /// Who said so.
  public let host: URL

  init(receipt: AppReceipt, response: VerifyReceiptResponse, environment: ReceiptEnvironment, host: URL) {
    self.receipt = receipt
    self.response = response
    self.environment = environment
    self.host = host
  }

  /// What the buyer is entitled to, by the rules that hold for any receipt.
  ///
  /// - Parameters:
  ///   - instant: The instant that is asked for, taken literally. About the time after the answer it knows nothing.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  ///   - countsGracePeriod: Whether a subscription goes on to the end of its grace period, while Apple tries to charge for it.
  public func entitlements(
    at instant: Timestamp, tolerance: Int64 = 0, countsGracePeriod: Bool = false
  ) -> Entitlements {
    response.entitlements(
      of: receipt, at: instant, tolerance: tolerance, countsGracePeriod: countsGracePeriod)
  }
}
