// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import Foundation

/// How requests reach a server: one function, so that any HTTP client can stand in for URLSession.
public struct HTTPTransport: Sendable {
  /// A POST request with a JSON body.
  public struct Request: Sendable {
    /// Where it goes.
    public let url: URL
    /// What is sent, as `application/json`.
    public let body: [UInt8]
    /// How long it may take until the last byte of the answer.
    public let timeLimit: Duration
    /// The most bytes of an answer that may be read.
    public let maximumResponseSize: Int
  }

  /// What a server answered.
  public struct Response: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body, complete.
    public let body: [UInt8]

    /// An answer.
    public init(status: Int, body: [UInt8]) {
      self.status = status
      self.body = body
    }
  }

  /// Why there is no answer.
  public enum Failure: Error, Hashable, Sendable {
    /// There was no connection, or it ended before the answer did; in the system's words.
    case connection(String)
    /// `Request.timeLimit` passed.
    case timedOut
    /// The answer is larger than `Request.maximumResponseSize`.
    case tooLarge
    /// The server sent us elsewhere.
    case redirected
    /// The task was cancelled.
    case cancelled
  }

  let send: @Sendable (Request) async throws(Failure) -> Response

  /// A transport that sends by this function.
  ///
  /// It must end when the request's time limit passes or the task is cancelled, stop reading at the request's size limit, and
  /// follow no redirection: a 307 would carry the receipt and the shared secret to whoever is named there.
  public init(_ send: @escaping @Sendable (Request) async throws(Failure) -> Response) {
    self.send = send
  }
}
