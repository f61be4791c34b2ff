// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import VerifyReceipt

/// What came of asking Apple's server about a receipt.
///
/// Only an undetermined receipt may be asked about again: the other two are answers.
public enum RemoteVerdict: Sendable {
  /// Apple's server says that the receipt is genuine, and it is for an app and from an environment that are accepted.
  case verified(ConfirmedReceipt)
  /// The receipt is refused, and would be again.
  case rejected(Rejection)
  /// Nobody knows. This says nothing of the receipt: grant nothing for it, take nothing away, and ask again later.
  case undetermined(Doubt)

  /// Why a receipt is refused.
  public enum Rejection: Hashable, Sendable {
    /// Apple says so: 21002 (malformed, after a second look if it is not), 21003, 21010, or 21100 to 21199 with
    /// `is-retryable` 0.
    case status(VerifyReceiptResponse.Status)
    /// It is genuine and for another app, named here if the answer names one.
    case bundleID(ReceiptText?)
    /// It is genuine and from an environment that is not accepted.
    case environment(ReceiptEnvironment)
  }

  /// Why nobody knows.
  public enum Doubt: Hashable, Sendable {
    /// Apple answered with a status that is not about the receipt: 21005, 21009 and 21100 to 21199 for trouble of its own,
    /// 21000 and 21004 for ours (the shared secret is wrong), or one that is not known.
    case status(VerifyReceiptResponse.Status)
    /// The server answered with this HTTP status, and not 200.
    case httpStatus(Int)
    /// The server sent us elsewhere. A receipt is not sent after it.
    case redirected
    /// There was no connection, or it ended too early; in the system's words.
    case connection(String)
    /// There was no answer in time.
    case timedOut
    /// The answer is larger than is read.
    case tooLarge
    /// What came is no answer of `verifyReceipt`.
    case unreadable(ReceiptError)
    /// The answer says that the receipt is genuine and holds none, or each server says that it is the other one's.
    case contradiction
    /// The task was cancelled.
    case cancelled
  }
}
