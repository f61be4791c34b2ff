// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import Foundation
public import ReceiptVerification

extension Timestamp {
  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1_000) }

  /// The instant of a `Date`, to the nearest millisecond; `nil` outside years 0001 to 9999.
  public init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    // Not a number, and what no `Int64` holds, is no instant either.
    guard let milliseconds = Int64(exactly: milliseconds) else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }

  /// The instant of a `Date`, to the nearest millisecond; the first or last instant where there is none.
  ///
  /// What is asked for a `Date` that is not a number is asked for the first instant, when nothing was bought.
  init(clamping date: Date) {
    self = Timestamp(date) ?? (date > Date(timeIntervalSince1970: 0) ? .latest : .earliest)
  }
}

extension Date {
  /// The `Date` of an instant.
  public init(_ timestamp: Timestamp) { self = timestamp.date }
}

extension VerifiedReceipt {
  /// What the buyer is entitled to at an instant, past or future, taken literally.
  ///
  /// - Parameters:
  ///   - date: The instant that is asked for; outside years 0001 to 9999 the nearest one inside.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  public func entitlements(at date: Date, tolerance: Int64 = 0) -> Entitlements {
    entitlements(at: Timestamp(clamping: date), tolerance: tolerance)
  }
}
