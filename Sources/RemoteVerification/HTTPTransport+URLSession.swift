// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Foundation
internal import FoundationNetworking

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
///
/// FoundationNetworking on Linux makes its callers wait while it is busy with what arrives, which must not happen to the few
/// threads that tasks run on: every call of it stands in an operation of the delegate queue.
private final class BoundedSession: Sendable {
  private let queue = OperationQueue()
  private let transfers = Transfers()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: queue)
  }

  // The session keeps its delegate alive until then.
  deinit {
    let session = session
    queue.addOperation { session.invalidateAndCancel() }
  }

  func send(_ request: HTTPTransport.Request) async throws(HTTPTransport.Failure) -> HTTPTransport.Response {
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data(request.body)
    urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // URLSession counts from the last byte only, so that a server which drips would never end: the timer below does.
    urlRequest.timeoutInterval = max(1, request.timeLimit / .seconds(1))

    let (transfer, transfers, session) = (Transfer(limit: request.maximumResponseSize), transfers, session)
    queue.addOperation { [urlRequest] in transfers.begin(transfer) { session.dataTask(with: urlRequest) } }
    let timer = Task {
      try await Task.sleep(for: request.timeLimit)
      end(transfer, .failure(.timedOut))
    }
    defer { timer.cancel() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { transfer.wait($0) }
    } onCancel: {
      end(transfer, .failure(.cancelled))
    }
    return try outcome.get()
  }

  /// Ends a transfer with an outcome, unless it has ended, and stops what is under way for it.
  private func end(_ transfer: Transfer, _ outcome: Transfer.Outcome) {
    guard transfer.conclude(outcome) else { return }
    let cancellation = BlockOperation { transfer.cancel() }
    // Before what has arrived and waits to be looked at, which an endless answer makes ever more.
    cancellation.queuePriority = .veryHigh
    queue.addOperation(cancellation)
  }
}
