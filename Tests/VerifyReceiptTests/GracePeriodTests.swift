// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Testing
import VerifyReceipt

/// Two months of a subscription, of which the second ended on 7 May, and a grace period to 20 May.
@Suite struct GracePeriodTests {
  private let march = period("2", from: "2018-03-07", to: "2018-04-07")
  private let april = period("3", from: "2018-04-07", to: "2018-05-07")
  private let refund = #", "cancellation_date": "2018-04-10 00:00:00 Etc/GMT""#

  private static func period(_ id: String, from: String, to: String?) -> String {
    let start = "\"purchase_date\": \"\(from) 00:00:00 Etc/GMT\""
    let end = to.map { ", \"expires_date\": \"\($0) 00:00:00 Etc/GMT\"" } ?? ""
    return "\"product_id\": \"pro\", \"transaction_id\": \"\(id)\", \"original_transaction_id\": \"1\", "
      + start + end
  }

  /// Where the subscription stands on 10 May with these rows, which must be the same in whatever order they stand.
  private func status(_ rows: String..., renewals: String...) throws -> SubscriptionStatus {
    let given = #""original_transaction_id": "1", "grace_period_expires_date": "2018-05-20 00:00:00 Etc/GMT""#
    let renewals = (renewals.isEmpty ? [given] : renewals).map { "{\"product_id\": \"pro\", \($0)}" }
    let statuses = try [rows, rows.reversed()].map { rows in
      let list = rows.map { "{\($0)}" }.joined(separator: ", ")
      let answer = """
        {"status": 0, "latest_receipt_info": [\(list)],
        "pending_renewal_info": [\(renewals.joined(separator: ", "))]}
        """
      let response = try VerifyReceiptResponse(decoding: Array(answer.utf8))
      let rights = response.unverifiedEntitlements(at: try instant("2018-05-10"), countsGracePeriod: true)
      return try #require(rights).subscriptionStatus(of: "pro")
    }
    #expect(statuses[0] == statuses[1])
    return statuses[0]
  }

  private func instant(_ day: String) throws -> Timestamp { try #require(Timestamp(day + "T00:00:00Z")) }

  @Test func `grace prolongs the last period`() throws {
    let active = SubscriptionStatus.active(until: try instant("2018-05-20"))
    #expect(try status(april) == active)
    #expect(try status(march, april) == active)
  }

  @Test func `grace prolongs no earlier period when the last one was refunded`() throws {
    #expect(try status(march, april + refund) == .cancelled(at: try instant("2018-04-10")))
  }

  @Test func `of two rows that end last, one that was refunded does not keep grace from the other`() throws {
    let twin = Self.period("4", from: "2018-04-07", to: "2018-05-07")
    #expect(try status(april, twin + refund) == .active(until: try instant("2018-05-20")))
    #expect(try status(april + refund, twin) == .active(until: try instant("2018-05-20")))
  }

  @Test func `a renewal that names no transaction is of every row of its product`() throws {
    let grace = #""grace_period_expires_date": "2018-05-20 00:00:00 Etc/GMT""#
    let none = #""auto_renew_status": "1""#
    let other = #""original_transaction_id": "9", "# + grace
    let active = SubscriptionStatus.active(until: try instant("2018-05-20"))
    let expired = SubscriptionStatus.expired(since: try instant("2018-05-07"))
    #expect(try status(march, april, renewals: grace) == active)
    #expect(try status(march, april, renewals: grace, none) == active)
    #expect(try status(march, april, renewals: none) == expired)
    #expect(try status(march, april, renewals: other) == expired)
  }

  @Test func `of two renewals the one that names the row's transaction counts`() throws {
    let short = #""grace_period_expires_date": "2018-05-15 00:00:00 Etc/GMT""#
    let named = #""original_transaction_id": "1", "grace_period_expires_date": "2018-05-20 00:00:00 Etc/GMT""#
    let active = SubscriptionStatus.active(until: try instant("2018-05-20"))
    #expect(try status(march, april, renewals: short, named) == active)
    #expect(try status(march, april, renewals: named, short) == active)
  }

  @Test func `a row without an end takes no grace from one that has one, and has none by itself`() throws {
    let endless = Self.period("5", from: "2018-04-07", to: nil)
    #expect(try status(april, endless) == .active(until: try instant("2018-05-20")))
    #expect(try status(endless) == .notSubscribed)
  }
}
