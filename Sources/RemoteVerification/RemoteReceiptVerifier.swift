// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
internal import Foundation
public import ReceiptVerification
internal import StrictJSON
internal import VerifyReceipt

/// Asks Apple's `verifyReceipt` endpoint about receipts: production first, the sandbox when production says so.
///
/// ```swift
/// let apple = try RemoteReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production], sharedSecret: secret)
/// switch await apple.verify(receipt) {
/// case .verified(let confirmed): grant(confirmed.entitlements(at: .now))
/// case .rejected(let why): refuse(why)
/// case .undetermined(let why): askAgainLater(why)
/// }
/// ```
/// Apple deprecated the endpoint; `ReceiptVerifier` needs nobody's answer. What only Apple can say is what became of a
/// subscription since the receipt was made.
///
/// The endpoint says of any app's receipt that it is genuine, so the verifier compares the bundle identifier, as a local one
/// does. A verifier is made once and used from any task; it keeps connections open.
public struct RemoteReceiptVerifier: Sendable {
  private let bundleIDs: AcceptedBundleIDs
  private let environments: Set<ReceiptEnvironment>
  private let sharedSecret: String?
  private let excludesOldTransactions: Bool
  private let hosts: VerifyReceiptHosts
  private let policy: RetryPolicy
  private let maximumResponseSize: Int
  private let transport: HTTPTransport
  private let startStopwatch: @Sendable () -> Stopwatch
  private let chance: @Sendable () -> Double

  /// A verifier that accepts certain receipts and no others.
  ///
  /// - Parameters:
  ///   - bundleIDs: The apps whose receipts are accepted, or `.any`.
  ///   - environments: The environments from which receipts are accepted. Without `.sandbox` the sandbox is never asked.
  ///     Apple's server knows nothing of Xcode's receipts.
  ///   - sharedSecret: The app's or account's shared secret, for auto-renewable subscriptions.
  ///   - excludesOldTransactions: Whether Apple leaves of each subscription the last period only.
  ///   - policy: How often and how long to ask.
  ///   - maximumResponseSize: The most bytes of an answer that are read.
  ///   - hosts: Where the endpoints are.
  ///   - transport: How requests get there; URLSession if `nil`.
  ///   - clock: Measures time and makes pauses.
  ///   - chance: A number from 0 to 1 that spreads the pauses.
  /// - Throws: What makes such a verifier impossible.
  public init<C: Clock>(
    bundleIDs: AcceptedBundleIDs, environments: Set<ReceiptEnvironment>, sharedSecret: String? = nil,
    excludesOldTransactions: Bool = false, policy: RetryPolicy = RetryPolicy(),
    maximumResponseSize: Int = 8 << 20, hosts: VerifyReceiptHosts = .apple, transport: HTTPTransport? = nil,
    clock: C = ContinuousClock(), chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) throws(VerifierConfigurationError) where C.Duration == Duration {
    guard bundleIDs != .only([]) else { throw .noBundleIDs }
    guard !environments.contains(.unknown) else { throw .unknownEnvironment }
    guard !environments.isDisjoint(with: [.production, .sandbox]) else { throw .noEnvironments }
    self.bundleIDs = bundleIDs
    self.environments = environments
    self.sharedSecret = sharedSecret
    self.excludesOldTransactions = excludesOldTransactions
    self.policy = policy
    self.maximumResponseSize = maximumResponseSize
    self.hosts = hosts
    self.transport = transport ?? .urlSession()
    startStopwatch = { Stopwatch(clock) }
    self.chance = chance
  }

  // MARK: - The decision

  /// Asks Apple about a receipt.
  ///
  /// It ends by the policy's deadline, and at once when the task is cancelled.
  ///
  /// - Parameter receipt: An app receipt in binary form, or the text of a transaction receipt of iOS 6: what goes in base64
  ///   into `receipt-data`.
  public func verify(_ receipt: some Collection<UInt8> & Sendable) async -> RemoteVerdict {
    let bytes = Array(receipt)
    let question = Question(
      body: body(bytes), isWellFormed: isWellFormed(bytes), stopwatch: startStopwatch())
    let first: ReceiptEnvironment = environments.contains(.production) ? .production : .sandbox
    do {
      let answer = try await ask(question, of: first)
      guard first == .production, answer.status == .sandboxReceipt else {
        return judge(answer, of: first, isSecond: false)
      }
      guard environments.contains(.sandbox) else { return .rejected(.environment(.sandbox)) }
      return judge(try await ask(question, of: .sandbox), of: .sandbox, isSecond: true)
    } catch {
      return .undetermined(error)
    }
  }

  /// The verdict that an answer is worth.
  private func judge(
    _ answer: VerifyReceiptResponse, of environment: ReceiptEnvironment, isSecond: Bool
  ) -> RemoteVerdict {
    switch answer.status {
    case .valid, .expired: return confirm(answer, of: environment)
    case .malformedReceipt, .notAuthentic, .accountNotFound: return .rejected(.status(answer.status))
    case .productionReceipt where environment == .sandbox && !isSecond:
      return .rejected(.environment(.production))
    case .sandboxReceipt, .productionReceipt: return .undetermined(.contradiction)
    case let status where status.isInternalAccessError && answer.isRetryable == false:
      return .rejected(.status(status))
    default: return .undetermined(.status(answer.status))
    }
  }

  private func confirm(_ answer: VerifyReceiptResponse, of host: ReceiptEnvironment) -> RemoteVerdict {
    guard let receipt = answer.receipt else { return .undetermined(.contradiction) }
    let environment = receipt.environment ?? host
    guard environments.contains(environment) else { return .rejected(.environment(environment)) }
    if case .only(let accepted) = bundleIDs {
      guard let bundleID = receipt.bundleID, accepted.contains(bundleID) else {
        return .rejected(.bundleID(receipt.bundleID))
      }
    }
    return .verified(
      ConfirmedReceipt(
        receipt: receipt, response: answer, environment: environment, host: hosts.address(for: host)))
  }

  // MARK: - Asking

  /// What is asked, and since when.
  private struct Question {
    let body: [UInt8]
    /// Whether the receipt can be decoded, so that 21002 is no verdict on it.
    let isWellFormed: Bool
    let stopwatch: Stopwatch
  }

  /// Asks one server until it answers for good, attempts run out, or time does.
  private func ask(
    _ question: Question, of environment: ReceiptEnvironment
  ) async throws(RemoteVerdict.Doubt) -> VerifyReceiptResponse {
    var attempt = 0
    while true {
      attempt += 1
      let left = policy.deadline - question.stopwatch.elapsed()
      guard left > .zero else { throw .timedOut }
      let result = await post(question.body, to: environment, within: min(left, policy.attemptLimit))
      let pause = policy.pause(after: attempt, chance: chance())
      guard isTemporary(result, question.isWellFormed), attempt < policy.attempts,
        policy.deadline - question.stopwatch.elapsed() > pause
      else { return try result.get() }
      do { try await question.stopwatch.pause(pause) } catch { throw .cancelled }
    }
  }

  private func post(
    _ body: [UInt8], to environment: ReceiptEnvironment, within limit: Duration
  ) async -> Result<VerifyReceiptResponse, RemoteVerdict.Doubt> {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    let request = HTTPTransport.Request(
      url: hosts.address(for: environment), body: body, timeLimit: limit,
      maximumResponseSize: maximumResponseSize)
    let response: HTTPTransport.Response
    do { response = try await transport.send(request) } catch { return .failure(RemoteVerdict.Doubt(error)) }
    guard response.status == 200 else { return .failure(.httpStatus(response.status)) }
    do throws(ReceiptError) {
      var limits = AppReceipt.Limits()
      limits.inputSize = maximumResponseSize
      return .success(try VerifyReceiptResponse(decoding: response.body, limits: limits))
    } catch { return .failure(.unreadable(error)) }
  }

  /// Whether the next attempt may go better.
  private func isTemporary(
    _ result: Result<VerifyReceiptResponse, RemoteVerdict.Doubt>, _ isWellFormed: Bool
  ) -> Bool {
    switch result {
    case .success(let answer):
      switch answer.status {
      case .unavailable, .internalFault: true
      // Apple says so of malformed receipts, and of trouble of its own (Apple, *status*).
      case .malformedReceipt: isWellFormed
      default: answer.status.isInternalAccessError && answer.isRetryable != false
      }
    case .failure(.connection), .failure(.timedOut): true
    case .failure(.httpStatus(let status)): status == 408 || status == 429 || 500...599 ~= status
    case .failure: false
    }
  }

  // MARK: - What is sent

  /// The request's body (Apple, *requestBody*, deprecated).
  private func body(_ receipt: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(style: .compact)
    writer.object { object in
      object.member("receipt-data", string: Data(receipt).base64EncodedString())
      object.member("password", string: sharedSecret)
      object.member("exclude-old-transactions", bool: excludesOldTransactions ? true : nil)
    }
    return writer.bytes
  }

  private func isWellFormed(_ receipt: [UInt8]) -> Bool {
    (try? AppReceipt(decoding: receipt)) != nil || (try? TransactionReceipt(decoding: receipt)) != nil
  }
}

extension VerifyReceiptResponse.Status {
  /// Whether it is one of Apple's "various internal data access errors".
  fileprivate var isInternalAccessError: Bool { 21_100...21_199 ~= rawValue }
}

extension RemoteVerdict.Doubt: Error {
  fileprivate init(_ failure: HTTPTransport.Failure) {
    self =
      switch failure {
      case .connection(let words): .connection(words)
      case .timedOut: .timedOut
      case .tooLarge: .tooLarge
      case .redirected: .redirected
      case .cancelled: .cancelled
      }
  }
}
