// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptVerification
import RemoteVerification
import StrictJSON
import Testing
import VerifyReceipt

/// What answers are worth, over a transport that needs no network.
@Suite struct DecisionTests {
  private func ask(
    _ script: Script, environments: Set<ReceiptEnvironment> = [.production, .sandbox],
    policy: RetryPolicy = RetryPolicy(), clock: ImpatientClock = ImpatientClock(), receipt: [UInt8] = receipt
  ) async throws -> String {
    try await RemoteReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: environments, policy: policy, transport: script.transport,
      clock: clock, chance: { 1 }
    ).verify(receipt).summary
  }

  // MARK: - Statuses

  @Test(arguments: [
    ("{\"status\": 21000}", "undetermined 21000", "p"), ("{\"status\": 21002}", "rejected 21002", "pppp"),
    ("{\"status\": 21003}", "rejected 21003", "p"), ("{\"status\": 21004}", "undetermined 21004", "p"),
    ("{\"status\": 21005}", "undetermined 21005", "pppp"),
    ("{\"status\": 21009}", "undetermined 21009", "pppp"),
    ("{\"status\": 21010}", "rejected 21010", "p"), ("{\"status\": 21100}", "undetermined 21100", "pppp"),
    ("{\"status\": 21199, \"is-retryable\": true}", "undetermined 21199", "pppp"),
    ("{\"status\": 21150, \"is-retryable\": 0}", "rejected 21150", "p"),
    ("{\"status\": 99}", "undetermined 99", "p"), ("{\"status\": 0}", "undetermined contradiction", "p"),
    ("{\"status\": 21007}", "undetermined contradiction", "ps"),
    ("{\"status\": 21008}", "undetermined contradiction", "p"),
    (genuine(), "verified production", "p"), (genuine(status: 21006), "verified production", "p"),
    (genuine(bundleID: "com.example.other"), "rejected bundle com.example.other", "p"),
    ("{\"status\": 0, \"receipt\": {\"receipt_type\": \"Production\"}}", "rejected bundle none", "p"),
    (genuine("Sandbox"), "verified sandbox", "p"),
    (
      "{\"status\": 0, \"receipt\": {\"receipt_type\": \"Xcode\", \"bundle_id\": \"com.example.app\"}}",
      "rejected xcode", "p"
    ),
    ("[]", "undetermined structure.response", "p"), ("<html>", "undetermined encoding.json", "p"),
    ("{\"status\": 0, \"status\": 21003}", "undetermined encoding.json", "p"),
    ("", "undetermined encoding.truncated", "p"),
  ])
  func aStatusIsAnAnswerOrNone(_ answer: String, _ verdict: String, _ order: String) async throws {
    let script = Script(answer)
    #expect(try await ask(script) == verdict)
    #expect(script.order == order)
  }

  // MARK: - Environments

  @Test func aSandboxReceiptIsAskedAboutTwiceAndOnlyWhereTheSandboxIsAccepted() async throws {
    let script = Script("{\"status\": 21007}", genuine("Sandbox"))
    #expect(try await ask(script) == "verified sandbox")
    #expect(script.order == "ps")
    let strict = Script("{\"status\": 21007}", genuine("Sandbox"))
    #expect(try await ask(strict, environments: [.production]) == "rejected sandbox")
    #expect(strict.order == "p")
    // Whatever a server says, the receipt's own word counts as well.
    #expect(try await ask(Script(genuine("Sandbox")), environments: [.production]) == "rejected sandbox")
  }

  @Test func withTheSandboxAloneProductionIsNeverAsked() async throws {
    let script = Script(genuine("Sandbox"))
    #expect(try await ask(script, environments: [.sandbox]) == "verified sandbox")
    #expect(script.order == "s")
    #expect(try await ask(Script("{\"status\": 21008}"), environments: [.sandbox]) == "rejected production")
  }

  @Test func theSandboxHasItsOwnAttemptsAndTheSameDeadline() async throws {
    let script = Script(
      "{\"status\": 21007}", "{\"status\": 21005}", "{\"status\": 21005}", genuine("Sandbox"))
    #expect(try await ask(script) == "verified sandbox")
    #expect(script.order == "psss")
  }

  // MARK: - Attempts and pauses

  @Test func troubleIsAskedAboutAgainUntilItIsOver() async throws {
    let clock = ImpatientClock()
    let script = Script([
      .failure(.connection("")), .success("{\"status\": 21005}"), .failure(.timedOut), .success(genuine()),
    ])
    #expect(try await ask(script, clock: clock) == "verified production")
    #expect(clock.pauses == [.milliseconds(500), .seconds(1), .seconds(2)])
  }

  @Test(arguments: [
    (HTTPTransport.Failure.connection("x"), "undetermined connection", 4),
    (.timedOut, "undetermined timedOut", 4),
    (.tooLarge, "undetermined tooLarge", 1), (.redirected, "undetermined redirected", 1),
    (.cancelled, "undetermined cancelled", 1),
  ])
  func failuresAreDoubts(_ failure: HTTPTransport.Failure, _ verdict: String, _ count: Int) async throws {
    let script = Script([.failure(failure)])
    #expect(try await ask(script) == verdict)
    #expect(script.requests.count == count)
  }

  @Test func pausesDoubleUpToTheLongestAndAreSpreadByChance() async throws {
    for (chance, pauses) in [(1.0, [100, 200, 300, 300]), (0.0, [50, 100, 150, 150])] {
      let clock = ImpatientClock()
      let verifier = try RemoteReceiptVerifier(
        bundleIDs: .any, environments: [.production],
        policy: RetryPolicy(attempts: 5, firstPause: .milliseconds(100), longestPause: .milliseconds(300)),
        transport: Script("{\"status\": 21009}").transport, clock: clock, chance: { chance })
      #expect(await verifier.verify(receipt).summary == "undetermined 21009")
      #expect(clock.pauses == pauses.map { .milliseconds($0) })
    }
  }

  @Test func noPauseGoesBeyondTheDeadline() async throws {
    let clock = ImpatientClock()
    let script = Script("{\"status\": 21005}")
    let policy = RetryPolicy(
      attempts: 100, firstPause: .seconds(1), longestPause: .seconds(1), deadline: .seconds(5))
    #expect(try await ask(script, policy: policy, clock: clock) == "undetermined 21005")
    #expect(script.requests.count == 5)
    #expect(clock.pauses.reduce(.zero, +) < .seconds(5))
  }

  @Test func anAttemptGetsTheTimeThatIsLeftAndNoneAfterTheDeadline() async throws {
    let clock = ImpatientClock()
    let script = Script([.failure(.timedOut)]) { clock.pass(.seconds(4)) }
    let policy = RetryPolicy(
      attempts: 9, firstPause: .seconds(1), longestPause: .seconds(1), attemptLimit: .seconds(4),
      deadline: .seconds(12))
    #expect(try await ask(script, policy: policy, clock: clock) == "undetermined timedOut")
    #expect(script.requests.map(\.timeLimit) == [.seconds(4), .seconds(4), .seconds(2)])
  }

  @Test func aReceiptThatNobodyCanReadIsAskedAboutOnce() async throws {
    let script = Script("{\"status\": 21002}")
    #expect(try await ask(script, receipt: [1, 2, 3]) == "rejected 21002")
    #expect(script.requests.count == 1)
  }

  @Test func aCancelledTaskAsksNoMore() async throws {
    let script = Script("{\"status\": 21005}")
    let verifier = try RemoteReceiptVerifier(
      bundleIDs: .any, environments: [.production], transport: script.transport)
    let task = Task { await verifier.verify(receipt).summary }
    task.cancel()
    #expect(await task.value == "undetermined cancelled")
    #expect(script.requests.count <= 1)
  }

  // MARK: - What is sent, and what comes back

  @Test func theRequestIsApples() async throws {
    let script = Script(genuine())
    let verifier = try RemoteReceiptVerifier(
      bundleIDs: .any, environments: [.production], sharedSecret: "s\"ecret", excludesOldTransactions: true,
      maximumResponseSize: 4_711, transport: script.transport)
    _ = await verifier.verify(Data(receipt))
    let request = try #require(script.requests.first)
    #expect(request.url == URL(string: "https://buy.itunes.apple.com/verifyReceipt"))
    #expect(request.maximumResponseSize == 4_711)
    let body = try JSONReader().read(request.body)
    #expect(body["receipt-data"]?.string?.string == Data(receipt).base64EncodedString())
    #expect(body["password"]?.string?.string == "s\"ecret")
    #expect(body["exclude-old-transactions"]?.bool == true)
    let plain = Script("{\"status\": 21007}", genuine("Sandbox"))
    _ = try await ask(plain)
    #expect(plain.requests.last?.url == URL(string: "https://sandbox.itunes.apple.com/verifyReceipt"))
    #expect(try JSONReader().read(plain.requests[0].body).object?.map(\.key.string) == ["receipt-data"])
  }

  @Test func aConfirmedReceiptGivesTheEntitlementsOfAnyReceipt() async throws {
    let verifier = try RemoteReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production], transport: Script(genuine()).transport)
    guard case .verified(let confirmed) = await verifier.verify(receipt) else {
      Issue.record("not verified")
      return
    }
    #expect(confirmed.receipt.bundleID == "com.example.app")
    #expect(confirmed.response.renewals.first?.willRenew == true)
    #expect(confirmed.host.host == "buy.itunes.apple.com")
    let inside = try #require(Timestamp(millisecondsSince1970: 1_750_000_000_000))
    let outside = try #require(Timestamp(millisecondsSince1970: 1_751_000_000_000))
    #expect(confirmed.entitlements(at: inside).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
    #expect(!confirmed.entitlements(at: outside).isSubscribedWithAutoRenewProduct("com.example.app.pro"))
  }

  @Test func aVerifierThatAcceptsNothingCannotBeMade() {
    #expect(throws: VerifierConfigurationError.noBundleIDs) {
      try RemoteReceiptVerifier(bundleIDs: [], environments: [.production])
    }
    #expect(throws: VerifierConfigurationError.noEnvironments) {
      try RemoteReceiptVerifier(bundleIDs: .any, environments: [])
    }
    #expect(throws: VerifierConfigurationError.noEnvironments) {
      try RemoteReceiptVerifier(bundleIDs: .any, environments: [.xcode])
    }
    #expect(throws: VerifierConfigurationError.unknownEnvironment) {
      try RemoteReceiptVerifier(bundleIDs: .any, environments: [.production, .unknown])
    }
  }
}
