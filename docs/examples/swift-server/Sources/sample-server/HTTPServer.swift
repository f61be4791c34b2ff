// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CMicroHTTPD
import Foundation
import Synchronization

/// A request that has arrived whole.
struct Request: Sendable {
  let method: String
  /// The path, percent-decoded and without the query.
  let path: String
  let body: [UInt8]
}

/// What is answered: always JSON.
struct Response: Sendable {
  let status: UInt32
  let body: [UInt8]
  var headers: [(name: String, value: String)] = []
}

/// An HTTP server on the loopback address: libmicrohttpd, with bounds on everything that a client chooses.
///
/// It stands behind whatever speaks TLS to the world. The handler is called on several threads at once.
final class HTTPServer: Sendable {
  struct Bounds {
    /// The most bytes of a body.
    var body = 2 << 20
    /// The most seconds that a request may take to arrive; a client that drips its bytes is cut off.
    var arrival: Duration = .seconds(10)
    /// The most connections at a time.
    var connections: UInt32 = 256
    /// The most seconds that a connection may be silent.
    var idleSeconds: UInt32 = 10
    var threads: UInt32 = 4
  }

  private let bounds: Bounds
  private let handler: @Sendable (Request) -> Response
  private let openRequests = Atomic<Int>(0)
  /// Written once, before the object is shared.
  private nonisolated(unsafe) var daemon: OpaquePointer?

  /// Starts a server; `nil` if the port cannot be had. Port 0 stands for any that is free.
  init?(port: UInt16, bounds: Bounds = Bounds(), handler: @escaping @Sendable (Request) -> Response) {
    self.bounds = bounds
    self.handler = handler
    // The daemon never outlives this object: `stop` and `deinit` end it before.
    daemon = sample_server_start(
      port, bounds.threads, bounds.connections, bounds.idleSeconds,
      { context, connection, url, method, _, data, size, state in
        guard let context, let connection, let url, let method, let size, let state else { return .NO }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        return server.receive(connection, url: url, method: method, data: data, size: size, state: state)
      },
      { context, _, state, _ in
        guard let context, let exchange = state?.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(exchange).release()
        Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().openRequests.subtract(
          1, ordering: .relaxed)
      },
      Unmanaged.passUnretained(self).toOpaque())
    if daemon == nil { return nil }
  }

  /// The port that it listens on.
  var port: UInt16 { sample_server_port(daemon) }

  /// Takes no more connections, lets the requests that have begun come to their end for some seconds, and stops.
  func stop(within seconds: Int) {
    let socket = MHD_quiesce_daemon(daemon)
    let deadline = ContinuousClock.now + .seconds(seconds)
    while openRequests.load(ordering: .relaxed) > 0, ContinuousClock.now < deadline { usleep(10_000) }
    MHD_stop_daemon(daemon)
    if socket >= 0 { close(socket) }
  }

  // MARK: - Requests

  /// A request while it arrives. One thread at a time has it.
  private final class Exchange {
    let deadline: ContinuousClock.Instant
    var body: [UInt8] = []

    init(deadline: ContinuousClock.Instant) { self.deadline = deadline }
  }

  /// libmicrohttpd calls this when the headers are there, for each piece of the body, and at its end.
  private func receive(
    _ connection: OpaquePointer, url: UnsafePointer<CChar>, method: UnsafePointer<CChar>,
    data: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>, state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let opaque = state.pointee else {
      let exchange = Exchange(deadline: .now + bounds.arrival)
      state.pointee = Unmanaged.passRetained(exchange).toOpaque()
      openRequests.add(1, ordering: .relaxed)
      // Who announces too much is told before sending it.
      guard announcedLength(connection) <= bounds.body else { return send(.tooLarge, on: connection) }
      return .YES
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    guard size.pointee > 0 else {
      let request = Request(
        method: String(cString: method), path: String(cString: url), body: exchange.body)
      return send(handler(request), on: connection)
    }
    // A body without an announced length can only be cut off.
    guard exchange.body.count + size.pointee <= bounds.body, exchange.deadline > .now else { return .NO }
    exchange.body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size.pointee))
    size.pointee = 0
    return .YES
  }

  private func announcedLength(_ connection: OpaquePointer) -> UInt64 {
    guard let value = MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length") else {
      return 0
    }
    return UInt64(String(cString: value)) ?? .max
  }

  private func send(_ answer: Response, on connection: OpaquePointer) -> MHD_Result {
    let response = answer.body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for header in [("Content-Type", "application/json")] + answer.headers {
      MHD_add_response_header(response, header.0, header.1)
    }
    return MHD_queue_response(connection, answer.status, response)
  }
}
