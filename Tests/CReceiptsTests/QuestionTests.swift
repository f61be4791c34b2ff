// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CReceipts
import CReceiptsHeader
import Testing

@Suite struct QuestionTests {
  private let monthly = "com.example.app.pro.monthly"
  private let lifetime = "com.example.app.lifetime"

  private func verified(_ name: String) throws -> VerificationResult {
    let result = try Verifier.usual().verify(try TestReceipt.bytes(name))
    try #require(result.isVerified)
    return result
  }

  @Test func aSubscriptionHoldsFromPurchaseUntilExpiration() throws {
    let result = try verified("milliseconds.der")
    let start = try milliseconds("2025-05-15T10:00:00Z") + 1
    let end = try milliseconds("2025-06-15T10:00:00Z") + 999
    #expect(!result.isSubscribed(monthly, at: start - 1))
    #expect(result.isSubscribed(monthly, at: start))
    #expect(result.isSubscribed(monthly, at: end - 1))
    #expect(!result.isSubscribed(monthly, at: end))
    #expect(!result.isValid(monthly, at: start))
  }

  @Test func toleranceLengthensTheEndOnly() throws {
    let result = try verified("milliseconds.der")
    let start = try milliseconds("2025-05-15T10:00:00Z") + 1
    let end = try milliseconds("2025-06-15T10:00:00Z") + 999
    #expect(result.isSubscribed(monthly, at: end, tolerance: 1))
    #expect(!result.isSubscribed(monthly, at: end + 1_000, tolerance: 1))
    #expect(!result.isSubscribed(monthly, at: start - 1, tolerance: 1_000))
    #expect(!result.isSubscribed(monthly, at: start, tolerance: -1))
    #expect(!result.isSubscribed(monthly, at: start, tolerance: .min))
    #expect(result.isSubscribed(monthly, at: start, tolerance: .max))
  }

  @Test func theTwoNumbersCannotChangePlacesUnnoticed() throws {
    let result = try verified("milliseconds.der")
    let middle = try milliseconds("2025-06-01T00:00:00Z")
    #expect(result.isSubscribed(monthly, at: middle, tolerance: 0))
    #expect(!result.isSubscribed(monthly, at: 0, tolerance: middle))
    #expect(!result.isSubscribed(monthly, at: middle / 1_000))
  }

  @Test func aProductThatWasBoughtForGoodIsValidAtAnyTime() throws {
    let result = try verified("sandbox-sha256.der")
    for at in [Int64.min, 0, try milliseconds("2025-06-01T00:00:00Z")] {
      #expect(result.isValid(lifetime, at: at))
      #expect(!result.isSubscribed(lifetime, at: at))
      #expect(!result.isValid("com.example.app.coins.100", at: at))
    }
  }

  @Test func nowIsNeverBeforeTheCreationOfTheReceipt() throws {
    // Its last period ended in the past, whatever the clock of this host says.
    #expect(!(try verified("production-sha256.der").isSubscribed(monthly, at: .min)))
  }

  @Test func anInstantThatTheCalendarDoesNotHaveIsAnsweredNo() throws {
    let result = try verified("sandbox-sha256.der")
    for at: Int64 in [.max, .min + 1, 253_402_300_800_000, -62_135_596_800_001] {
      #expect(!result.isValid(lifetime, at: at))
    }
    #expect(result.isValid(lifetime, at: 253_402_300_799_999))
  }

  @Test func identifiersAreComparedByteByByte() throws {
    let result = try verified("hostile-text.der")
    // The receipt has both spellings of this name, which Swift's strings take for one.
    #expect(result.isValid("com.example.caf\u{E9}", at: 0))
    #expect(result.isValid("com.example.cafe\u{301}", at: 0))
    #expect(!result.isValid("com.example.CAF\u{E9}", at: 0))
    let latin1 = Array("com.example.caf".utf8CString.dropLast()) + [-23]
    let isValid = unsafe receipts_result_is_valid_with_persistent_product_id(
      result.handle, latin1, latin1.count, 0)
    #expect(!isValid)
  }

  @Test func nothingIsGrantedByAReceiptThatIsNotVerified() throws {
    let options = Options()
    _ = options.acceptAnyBundleID()
    _ = options.acceptEnvironment(RECEIPTS_ENVIRONMENT_SANDBOX)
    let result = Verifier(options).verify(try TestReceipt.bytes("sandbox-sha256.der"))
    #expect(result.verdict == RECEIPTS_REJECTED)
    #expect(result.json.contains(lifetime))
    for at in [Int64.min, 0, try milliseconds("2025-01-20T00:00:00Z")] {
      #expect(!result.isValid(lifetime, at: at))
      #expect(!result.isSubscribed(monthly, at: at))
    }
  }
}
