// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptVerification
import RemoteVerification
import Synchronization
import VerifyReceipt

/// A receipt that can be decoded.
let receipt: [UInt8] = (try? Forge().bytes(of: FileRecipe(json: Array("{}".utf8)))) ?? []

/// An answer of Apple's about a genuine receipt.
func genuine(
  _ environment: String = "Production", bundleID: String = "com.example.app", status: Int = 0
) -> String {
  """
  {"status": \(status), "environment": "\(environment)", "receipt": {"receipt_type":
   "\(environment == "Sandbox" ? "ProductionSandbox" : "Production")", "bundle_id": "\(bundleID)", "request_date_ms":
   "1750000000000", "in_app": [{"product_id": "com.example.app.pro", "transaction_id": "1", "original_transaction_id": "1",
   "purchase_date_ms": "1749000000000", "original_purchase_date_ms": "1749000000000", "expires_date_ms":
   "1751000000000", "is_trial_period": "false"}]}, "pending_renewal_info": [{"product_id": "com.example.app.pro",
   "original_transaction_id": "1", "auto_renew_status": "1"}]}
  """
}

extension RemoteVerdict {
  /// The verdict in one line, to be compared.
  var summary: String {
    switch self {
    case .verified(let confirmed): "verified \(confirmed.environment)"
    case .rejected(.status(let status)): "rejected \(status.rawValue)"
    case .rejected(.bundleID(let id)): "rejected bundle \(id?.description ?? "none")"
    case .rejected(.environment(let environment)): "rejected \(environment)"
    case .undetermined(.status(let status)): "undetermined \(status.rawValue)"
    case .undetermined(.httpStatus(let status)): "undetermined HTTP \(status)"
    case .undetermined(.connection): "undetermined connection"
    case .undetermined(.unreadable(let error)): "undetermined \(error.code)"
    case .undetermined(let doubt): "undetermined \(doubt)"
    }
  }
}

/// A clock whose pauses are over at once and are kept.
final class ImpatientClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Duration, pauses: [Duration])>((.zero, []))

  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock {
      $0.pauses.append(deadline.offset - $0.now)
      $0.now = max($0.now, deadline.offset)
    }
  }

  /// Lets time pass.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
}

/// A transport that gives one answer after another, and the last one for ever.
final class Script: Sendable {
  typealias Step = Result<String, HTTPTransport.Failure>

  private let steps: [Step]
  private let asked = Mutex<[HTTPTransport.Request]>([])
  private let before: @Sendable () -> Void

  init(_ steps: [Step], before: @escaping @Sendable () -> Void = {}) {
    self.steps = steps
    self.before = before
  }

  convenience init(_ answers: String...) { self.init(answers.map { .success($0) }) }

  var requests: [HTTPTransport.Request] { asked.withLock { $0 } }

  /// Which servers were asked, by the first letter of what they serve.
  var order: String { requests.map { $0.url.host?.hasPrefix("sandbox") == true ? "s" : "p" }.joined() }

  var transport: HTTPTransport {
    HTTPTransport { request throws(HTTPTransport.Failure) in
      self.before()
      let number = self.asked.withLock {
        $0.append(request)
        return $0.count - 1
      }
      let step = self.steps[min(number, self.steps.count - 1)]
      return HTTPTransport.Response(status: 200, body: Array(try step.get().utf8))
    }
  }
}
