// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// One request under way: what has arrived of its answer, and who waits for it.
final class Transfer: Sendable {
  typealias Outcome = Result<HTTPTransport.Response, HTTPTransport.Failure>

  private struct State {
    var task: URLSessionTask?
    var body: [UInt8] = []
    var continuation: CheckedContinuation<Outcome, Never>?
    /// The first outcome, which is the one that counts.
    var outcome: Outcome?
  }

  private let limit: Int
  private let state = Mutex(State())

  /// A transfer of an answer of at most so many bytes.
  init(limit: Int) { self.limit = limit }

  // MARK: - Its end

  /// Whether there is an outcome.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Lets somebody wait for the outcome.
  func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = state.withLock {
      if $0.outcome == nil { $0.continuation = continuation }
      return $0.outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  /// Gives the outcome to who waits for it; `false` when there was one before.
  @discardableResult
  func conclude(_ outcome: Outcome) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.outcome == nil else { return (false, nil as CheckedContinuation<Outcome, Never>?) }
      state.outcome = outcome
      state.body = []
      return (true, state.continuation.take())
    }
    continuation?.resume(returning: outcome)
    return isFirst
  }

  // MARK: - On the delegate queue

  /// Sets off, for this task.
  func start(_ task: URLSessionTask) {
    state.withLock { $0.task = task }
    task.resume()
  }

  /// Stops the task, if it has set off.
  func cancel() {
    state.withLock { $0.task }?.cancel()
  }

  /// Takes a part of the body; `false` when that makes it too long.
  func append(_ data: Data) -> Bool {
    state.withLock {
      guard $0.outcome == nil else { return true }
      guard data.count <= limit - $0.body.count else { return false }
      $0.body.append(contentsOf: data)
      return true
    }
  }

  /// What has arrived of the body.
  var body: [UInt8] { state.withLock { $0.body } }
}
