// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Testing
import VerifyReceipt

/// Answers as large as the limits allow: time must grow with them and not with their square.
///
/// Where it did, this one took 447 seconds, against 0.12.
@Suite(.serialized) struct LargeAnswerSweepTests {
  @Test func `many renewals of many rows are looked up and not tried`() throws {
    let rows = Array(repeating: #"{"product_id":"p","expires_date_ms":"2"}"#, count: 19_990)
    let renewals = Array(repeating: #"{"product_id":"p","grace_period_expires_date_ms":"3"}"#, count: 120_000)
    let answer = """
      {"status":0,"latest_receipt_info":[\(rows.joined(separator: ","))],\
      "pending_renewal_info":[\(renewals.joined(separator: ","))]}
      """
    let response = try VerifyReceiptResponse(decoding: Array(answer.utf8))
    #expect(response.renewals.count == renewals.count)
    let time = ContinuousClock().measure {
      #expect(response.unverifiedEntitlements(at: .earliest, countsGracePeriod: true) != nil)
    }
    print("\(rows.count) rows, \(renewals.count) renewals: \(time)")
    #expect(time < .seconds(5))
  }
}
