// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// The transfers of a session by their tasks, and what the session says of them, all of it on the delegate queue.
final class Transfers: NSObject, Sendable {
  private let transfers = Mutex<[Int: Transfer]>([:])

  /// Sets a transfer off, unless it is over.
  func begin(_ transfer: Transfer, _ makeTask: () -> URLSessionTask) {
    guard !transfer.isOver else { return }
    let task = makeTask()
    transfers.withLock { $0[task.taskIdentifier] = transfer }
    transfer.start(task)
  }

  private func transfer(of task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  private func end(_ task: URLSessionTask, _ outcome: Transfer.Outcome) {
    if transfer(of: task)?.conclude(outcome) == true { task.cancel() }
  }
}

extension Transfers: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // FoundationNetworking on Linux stops the process when it is told how to go on with a task that was cancelled meanwhile. Who
    // ended this one has cancelled it or will, and no answer is waited for then.
    guard let transfer = transfer(of: task), !transfer.isOver else { return }
    completionHandler(nil)
    transfer.conclude(.failure(.redirected))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // There is nobody to ask, and the default on Linux is to wait for ever.
    let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401
    end(task, .success(HTTPTransport.Response(status: status, body: [])))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if transfer(of: dataTask)?.append(data) == false { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if let error {
      let isTimeout = (error as? URLError)?.code == .timedOut
      transfer?.conclude(.failure(isTimeout ? .timedOut : .connection(error.localizedDescription)))
    } else {
      let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
      transfer?.conclude(.success(HTTPTransport.Response(status: status, body: transfer?.body ?? [])))
    }
  }
}
