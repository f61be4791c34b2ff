// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Foundation
internal import FoundationNetworking
internal import Synchronization

extension HTTPTransport {
  /// URLSession with one connection pool, without cookies, caches, credentials or redirections.
  ///
  /// Time and size limits hold for whoever waits for the answer. What FoundationNetworking on Linux does behind them is its own:
  /// it keeps the whole body of a redirection, and stops reading late when bytes come as fast as it can read. Apple's servers
  /// do neither; for a server that you do not trust, bring a transport of your own.
  public static func urlSession() -> HTTPTransport {
    let session = BoundedSession()
    return HTTPTransport { request throws(Failure) in try await session.send(request) }
  }
}

/// A URLSession that is let go of when nobody uses it any more.
private final class BoundedSession: Sendable {
  private let transfers: Transfers
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    transfers = Transfers(queue)
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: queue)
  }

  // The session keeps its delegate alive until then. It waits for its own queue, for which nobody here should.
  deinit {
    let session = session
    Thread.detachNewThread { session.invalidateAndCancel() }
  }

  func send(_ request: HTTPTransport.Request) async throws(HTTPTransport.Failure) -> HTTPTransport.Response {
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data(request.body)
    urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // URLSession counts from the last byte only, so that a server which drips would never end: the timer below does.
    urlRequest.timeoutInterval = max(1, request.timeLimit / .seconds(1))
    let task = session.dataTask(with: urlRequest)
    let transfers = transfers
    transfers.add(task, limit: request.maximumResponseSize)
    let timer = Task {
      try await Task.sleep(for: request.timeLimit)
      transfers.end(task, .failure(.timedOut))
    }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { transfers.start(task, $0) }
    } onCancel: {
      transfers.end(task, .failure(.cancelled))
    }
    return try result.get()
  }
}

/// What has arrived so far, for each task under way.
private final class Transfers: NSObject, Sendable {
  typealias Outcome = Result<HTTPTransport.Response, HTTPTransport.Failure>

  private struct Transfer {
    let limit: Int
    var body: [UInt8] = []
    /// Who waits for the outcome.
    var continuation: CheckedContinuation<Outcome, Never>?
    /// The outcome, if it came before anyone waited.
    var outcome: Outcome?
  }

  private let transfers = Mutex<[Int: Transfer]>([:])

  /// The session's delegate queue, one operation at a time.
  ///
  /// Tasks are cancelled here only. FoundationNetworking on Linux stops the process when it is told how to go on with a
  /// redirection of a task that was cancelled meanwhile; here the one knows of the other.
  private let queue: OperationQueue

  init(_ queue: OperationQueue) { self.queue = queue }

  func add(_ task: URLSessionTask, limit: Int) {
    transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit) }
  }

  /// Lets a task begin, with somebody who waits for its end.
  func start(_ task: URLSessionTask, _ continuation: CheckedContinuation<Outcome, Never>) {
    let early: Outcome? = transfers.withLock {
      if let outcome = $0[task.taskIdentifier]?.outcome {
        $0[task.taskIdentifier] = nil
        return outcome
      }
      $0[task.taskIdentifier]?.continuation = continuation
      return nil
    }
    if let early { continuation.resume(returning: early) } else { task.resume() }
  }

  /// Ends a task with an outcome, unless it has ended, and stops what is under way for it.
  func end(_ task: URLSessionTask, _ outcome: Outcome) {
    guard conclude(task, outcome) else { return }
    let cancellation = BlockOperation { task.cancel() }
    // Before what has arrived and waits to be looked at, which an endless answer makes ever more.
    cancellation.queuePriority = .veryHigh
    queue.addOperation(cancellation)
  }

  /// Gives an outcome to who waits for it; `false` when there was one before.
  @discardableResult
  private func conclude(_ task: URLSessionTask, _ outcome: Outcome) -> Bool {
    let (isFirst, continuation) = transfers.withLock {
      guard let transfer = $0[task.taskIdentifier], transfer.outcome == nil else {
        return (false, nil as CheckedContinuation<Outcome, Never>?)
      }
      if transfer.continuation == nil {
        $0[task.taskIdentifier]?.outcome = outcome
      } else {
        $0[task.taskIdentifier] = nil
      }
      return (true, transfer.continuation)
    }
    continuation?.resume(returning: outcome)
    return isFirst
  }
}

extension Transfers: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // Who has ended it has cancelled it or will: no answer is waited for then.
    guard transfers.withLock({ $0[task.taskIdentifier] != nil }) else { return }
    completionHandler(nil)
    conclude(task, .failure(.redirected))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // There is nobody to ask, and the default on Linux is to wait for ever.
    let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401
    end(task, .success(HTTPTransport.Response(status: status, body: [])))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let limit = transfers.withLock { $0[dataTask.taskIdentifier]?.limit }
    if let limit, response.expectedContentLength > Int64(limit) { end(dataTask, .failure(.tooLarge)) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = transfers.withLock {
      guard let transfer = $0[dataTask.taskIdentifier] else { return false }
      guard data.count <= transfer.limit - transfer.body.count else { return true }
      $0[dataTask.taskIdentifier]?.body.append(contentsOf: data)
      return false
    }
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      let isTimeout = (error as? URLError)?.code == .timedOut
      conclude(task, .failure(isTimeout ? .timedOut : .connection(error.localizedDescription)))
    } else {
      let body = transfers.withLock { $0[task.taskIdentifier]?.body } ?? []
      let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
      conclude(task, .success(HTTPTransport.Response(status: status, body: body)))
    }
  }
}
