// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Glibc
import Synchronization

/// An HTTP server on the loopback interface that answers as badly as it is told to.
///
/// Every wait of its has an end: a peer that says nothing, or does not read, is dropped after five seconds.
final class LoopbackServer: Sendable {
  /// What it does with a connection once the request has been read. The number counts connections from 0 up.
  typealias Behaviour = @Sendable (Connection, Int) -> Void

  /// A request as it arrived.
  struct Request: Sendable {
    let head: String
    let body: [UInt8]
  }

  let port: UInt16
  private let socket: Int32
  private let received = Mutex<[Request]>([])

  /// Starts listening on a port of the system's choice.
  init(_ behaviour: @escaping Behaviour) throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    socket = listener
    let received = Received(self)
    Thread.detachNewThread {
      // Closed here and nowhere else: its number may be another server's as soon as it is, and this thread, on its way to
      // the next connection, would answer in that one's place.
      defer { Glibc.close(listener) }
      var number = 0
      while case let descriptor = accept(listener, nil, nil), descriptor >= 0 || errno != EINVAL {
        guard descriptor >= 0 else { continue }
        let connection = Connection(descriptor)
        let index = number
        number += 1
        Thread.detachNewThread {
          defer { connection.close() }
          guard let request = connection.request() else { return }
          received.add(request)
          behaviour(connection, index)
        }
      }
    }
  }

  /// Ends the waiting for connections, whose thread then closes the socket.
  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  var address: URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = Int(port)
    components.path = "/verifyReceipt"
    return components.url ?? URL(filePath: "/")
  }

  /// The requests so far.
  var requests: [Request] { received.withLock { $0 } }

  /// Where requests go, without keeping the server alive.
  private struct Received: Sendable {
    private weak let server: LoopbackServer?

    init(_ server: LoopbackServer) { self.server = server }

    func add(_ request: Request) { server?.received.withLock { $0.append(request) } }
  }
}

/// The server's end of one connection.
struct Connection: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  func close() { Glibc.close(descriptor) }

  /// Sends some bytes; `false` when the peer is gone.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends some bytes; `false` when the peer is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends an answer as it should be.
  func answer(_ body: String, status: String = "200 OK", type: String = "application/json") {
    send(
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    )
  }

  /// Ends the connection without the usual farewell.
  func reset() {
    var abort = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits for as long, or until the peer is gone.
  func wait(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // What can be read after the request is only its end.
      if unsafe poll(&request, 1, 20) > 0 { return }
    }
  }

  /// Sends blanks, so many every 20 milliseconds, until the peer is gone or ten seconds have passed.
  ///
  /// - Returns: How many were sent.
  @discardableResult
  func drip(_ count: Int) -> Int {
    let blanks = [UInt8](repeating: 0x20, count: count)
    var sent = 0
    for _ in 0..<500 {
      guard send(blanks) else { break }
      sent += count
      wait(.milliseconds(20))
    }
    return sent
  }

  /// Reads a request with its body; `nil` when none came.
  func request() -> LoopbackServer.Request? {
    var bytes: [UInt8] = []
    let blank = Array("\r\n\r\n".utf8)
    var bodyStart: Int?
    while true {
      if bodyStart == nil, let range = bytes.firstRange(of: blank) {
        bodyStart = range.upperBound
        if text(bytes[..<range.lowerBound]).lowercased().contains("expect: 100-continue") {
          send("HTTP/1.1 100 Continue\r\n\r\n")
        }
      }
      if let bodyStart {
        let head = text(bytes[..<(bodyStart - blank.count)])
        let length =
          head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        if bytes.count - bodyStart >= length {
          return LoopbackServer.Request(head: head, body: Array(bytes[bodyStart...]))
        }
      }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0, bytes.count < 64 << 20 else { return nil }
      bytes += chunk.prefix(count)
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
