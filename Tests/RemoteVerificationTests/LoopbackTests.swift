// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptVerification
import RemoteVerification
import Synchronization
import Testing

/// The default transport against a real server that misbehaves. Each test ends by a deadline of its own.
@Suite(.timeLimit(.minutes(1))) struct LoopbackTests {
  /// A policy without second attempts, so that a test sees what the first one gives.
  private static let once = RetryPolicy(attempts: 1, attemptLimit: .seconds(10), deadline: .seconds(10))

  private func ask(
    _ server: LoopbackServer, policy: RetryPolicy = once, maximumResponseSize: Int = 1 << 20,
    receipt: [UInt8] = receipt
  ) async throws -> String {
    try await RemoteReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production, .sandbox], policy: policy,
      maximumResponseSize: maximumResponseSize,
      hosts: VerifyReceiptHosts(production: server.address, sandbox: server.address)
    ).verify(receipt).summary
  }

  // MARK: - Answers

  @Test func anAnswerComesThrough() async throws {
    let server = try LoopbackServer { connection, _ in connection.answer(genuine()) }
    #expect(try await ask(server) == "verified production")
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("POST /verifyReceipt HTTP/1.1"))
    #expect(request.head.lowercased().contains("content-type: application/json"))
    #expect(!request.head.lowercased().contains("cookie"))
    #expect(String(decoding: request.body, as: UTF8.self).contains(Data(receipt).base64EncodedString()))
  }

  @Test func aReceiptOfAMegabyteGoesOutWhole() async throws {
    let server = try LoopbackServer { connection, _ in connection.answer("{\"status\": 21003}") }
    let large = [UInt8](repeating: 0x30, count: 3 << 20)
    #expect(try await ask(server, receipt: large) == "rejected 21003")
    #expect(try #require(server.requests.first).body.count > 4 << 20)
  }

  @Test func theContentDecidesAndNotItsType() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.answer("<html>Welcome to our network</html>", type: "application/json")
    }
    #expect(try await ask(server) == "undetermined encoding.json")
    let plain = try LoopbackServer { connection, _ in
      connection.answer(genuine(), type: "text/html; charset=x")
    }
    #expect(try await ask(plain) == "verified production")
  }

  @Test func anAnswerInChunksComesThrough() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
      for byte in "{\"status\": 21003}" { connection.send("1\r\n\(byte)\r\n") }
      connection.send("0\r\n\r\n")
    }
    #expect(try await ask(server) == "rejected 21003")
  }

  @Test(arguments: [
    ("500 Internal Server Error", "undetermined HTTP 500"),
    ("503 Service Unavailable", "undetermined HTTP 503"),
    ("401 Unauthorized", "undetermined HTTP 401"),
    ("401 X\r\nWWW-Authenticate: Basic realm=\"x\"", "undetermined HTTP 401"),
    ("401 X\r\nWWW-Authenticate: Bearer", "undetermined HTTP 401"),
    ("401 X\r\nWWW-Authenticate: ", "undetermined HTTP 401"),
    ("401 X\r\nWWW-Authenticate: Digest realm=", "undetermined HTTP 401"),
    ("305 Use Proxy", "undetermined HTTP 305"), ("304 Not Modified", "undetermined HTTP 304"),
    ("302 Found\r\nLocation: ", "undetermined HTTP 302"), ("302 Found", "undetermined HTTP 302"),
    ("404 Not Found", "undetermined HTTP 404"), ("204 No Content", "undetermined HTTP 204"),
    ("407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"", "undetermined HTTP 407"),
  ])
  func anotherHTTPStatusIsNoAnswerWhateverItHolds(_ status: String, _ verdict: String) async throws {
    let server = try LoopbackServer { connection, _ in connection.answer(genuine(), status: status) }
    #expect(try await ask(server) == verdict)
    #expect(server.requests.count == 1)
  }

  // MARK: - Redirections

  @Test(arguments: [
    "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect",
  ])
  func aRedirectionIsRefusedAndNothingIsSentThere(_ status: String) async throws {
    let thief = try LoopbackServer { connection, _ in connection.answer(genuine()) }
    let place = thief.address.absoluteString
    let server = try LoopbackServer { connection, _ in
      connection.answer(genuine(), status: "\(status)\r\nLocation: \(place)")
    }
    #expect(try await ask(server) == "undetermined redirected")
    #expect(server.requests.count == 1)
    #expect(thief.requests.isEmpty)
  }

  @Test(arguments: [
    ":", "a:b", "//", "///x", "http://", "http:///", "x y", "/../..", "?", "#", "mailto:x", "//[::1", "%",
    "http://a b/",
  ])
  func aRedirectionToNowhereIsRefused(_ place: String) async throws {
    let server = try LoopbackServer { connection, _ in
      connection.answer(genuine(), status: "307 X\r\nLocation: \(place)")
    }
    #expect(["undetermined redirected", "undetermined HTTP 307"].contains(try await ask(server)))
  }

  @Test func aRedirectionWithoutAnEndIsGivenUpInTime() async throws {
    let server = try LoopbackServer { connection, _ in
      guard connection.send("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n") else { return }
      connection.drip(100)
    }
    let policy = RetryPolicy(attempts: 1, attemptLimit: .milliseconds(500), deadline: .seconds(10))
    #expect(try await ask(server, policy: policy) == "undetermined timedOut")
  }

  /// Would stop the process where a task is cancelled while it waits to hear how to go on with a redirection.
  @Test func redirectionsThatAreGivenUpMeanwhileDoNoHarm() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.answer("", status: "307 Temporary Redirect\r\nLocation: http://127.0.0.1:9/")
    }
    let hosts = VerifyReceiptHosts(production: server.address, sandbox: server.address)
    let transport = HTTPTransport.urlSession()
    let verdicts = await withTaskGroup(of: String.self) { group in
      for number in 0..<200 {
        group.addTask {
          let policy = RetryPolicy(
            attempts: 1, attemptLimit: .microseconds(number * 200), deadline: .seconds(10))
          let verifier = try? RemoteReceiptVerifier(
            bundleIDs: .any, environments: [.production], policy: policy, hosts: hosts, transport: transport)
          return await verifier?.verify(receipt).summary ?? ""
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(
      verdicts.isSubset(of: ["undetermined redirected", "undetermined timedOut", "undetermined connection"]))
  }

  // MARK: - Broken answers

  @Test func anAnswerThatIsCutOffIsNone() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n\(genuine())")
    }
    #expect(try await ask(server) == "undetermined connection")
  }

  @Test func anAnswerThatIsLongerThanItSaysIsReadAsFarAsItSays() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{\"status\": 21003}")
    }
    #expect(try await ask(server) == "undetermined encoding.truncated")
  }

  @Test func anAnswerOfChunksWithoutAnEndIsNone() async throws {
    let server = try LoopbackServer { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n11\r\n{\"status\": 21003}\r\n")
    }
    #expect(try await ask(server) == "undetermined connection")
  }

  @Test func aConnectionThatIsResetOrSaysNothingOrNoHTTPIsADoubt() async throws {
    let reset = try LoopbackServer { connection, _ in connection.reset() }
    #expect(try await ask(reset) == "undetermined connection")
    let silent = try LoopbackServer { _, _ in }
    #expect(try await ask(silent) == "undetermined connection")
    let garbage = try LoopbackServer { connection, _ in connection.send("SSH-2.0-OpenSSH_9.2\r\n") }
    #expect(try await ask(garbage) == "undetermined connection")
  }

  @Test func aRefusedConnectionIsADoubt() async throws {
    // Nobody listens where a server was a moment ago.
    let address = try LoopbackServer { _, _ in }.address
    let verifier = try RemoteReceiptVerifier(
      bundleIDs: .any, environments: [.production], policy: Self.once,
      hosts: VerifyReceiptHosts(production: address, sandbox: address))
    #expect(await verifier.verify(receipt).summary == "undetermined connection")
  }

  // MARK: - Too much, too slowly

  @Test(arguments: [true, false])
  func anEndlessAnswerIsGivenUpAtTheLimit(_ saysLength: Bool) async throws {
    let sent = Mutex(0)
    let server = try LoopbackServer { connection, _ in
      let length = saysLength ? "Content-Length: 9000000000\r\n" : ""
      guard connection.send("HTTP/1.1 200 OK\r\n\(length)\r\n") else { return }
      let count = connection.drip(100_000)
      sent.withLock { $0 = count }
    }
    let start = ContinuousClock.now
    #expect(try await ask(server, maximumResponseSize: 1 << 20) == "undetermined tooLarge")
    #expect(ContinuousClock.now - start < .seconds(8))
    // The connection is closed, too: what waits in the sockets' buffers counts as sent.
    for _ in 0..<400 where sent.withLock({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(20)) }
    #expect(1..<(64 << 20) ~= sent.withLock { $0 })
  }

  @Test func anAnswerOfExactlyTheLimitIsReadAndOneByteMoreIsNot() async throws {
    let answer = genuine()
    let server = try LoopbackServer { connection, _ in connection.answer(answer) }
    #expect(try await ask(server, maximumResponseSize: answer.utf8.count) == "verified production")
    #expect(try await ask(server, maximumResponseSize: answer.utf8.count - 1) == "undetermined tooLarge")
  }

  @Test func aHeadWithoutAnEndIsGivenUp() async throws {
    let server = try LoopbackServer { connection, _ in
      guard connection.send("HTTP/1.1 200 OK\r\n") else { return }
      for _ in 0..<4_000 where !connection.send("X: \(String(repeating: "x", count: 1_000))\r\n") { return }
    }
    #expect(try await ask(server) == "undetermined connection")
  }

  @Test func aServerThatDoesNotAnswerIsGivenUpInTime() async throws {
    let server = try LoopbackServer { connection, _ in connection.wait(.seconds(30)) }
    let policy = RetryPolicy(attempts: 1, attemptLimit: .milliseconds(300), deadline: .seconds(10))
    let start = ContinuousClock.now
    #expect(try await ask(server, policy: policy) == "undetermined timedOut")
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test func aServerThatDripsIsGivenUpInTimeAlthoughItNeverPauses() async throws {
    let server = try LoopbackServer { connection, _ in
      guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n") else { return }
      connection.drip(1)
    }
    let policy = RetryPolicy(attempts: 1, attemptLimit: .milliseconds(500), deadline: .seconds(10))
    let start = ContinuousClock.now
    #expect(try await ask(server, policy: policy) == "undetermined timedOut")
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test func theDeadlineEndsAllAttemptsTogether() async throws {
    let server = try LoopbackServer { connection, _ in connection.wait(.seconds(30)) }
    let policy = RetryPolicy(
      attempts: 100, firstPause: .milliseconds(1), longestPause: .milliseconds(1),
      attemptLimit: .milliseconds(200),
      deadline: .seconds(1))
    let start = ContinuousClock.now
    #expect(try await ask(server, policy: policy) == "undetermined timedOut")
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test func aCancelledTaskEndsAtOnce() async throws {
    let asked = Mutex(false)
    let server = try LoopbackServer { connection, _ in
      asked.withLock { $0 = true }
      connection.wait(.seconds(30))
    }
    let task = Task { try await ask(server) }
    for _ in 0..<400 where !asked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(20)) }
    let start = ContinuousClock.now
    task.cancel()
    #expect(try await task.value == "undetermined cancelled")
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  // MARK: - Better at the second attempt

  @Test func troubleThatPassesIsNotSeen() async throws {
    let server = try LoopbackServer { connection, number in
      switch number {
      case 0: connection.reset()
      case 1: connection.answer("", status: "503 Service Unavailable")
      case 2: connection.answer("{\"status\": 21005}")
      case 3: connection.answer("{\"status\": 21007}")
      default: connection.answer(genuine("Sandbox"))
      }
    }
    let policy = RetryPolicy(firstPause: .milliseconds(5))
    #expect(try await ask(server, policy: policy) == "verified sandbox")
    #expect(server.requests.count == 5)
  }

  @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
    let server = try LoopbackServer { connection, _ in connection.answer(genuine()) }
    let verifier = try RemoteReceiptVerifier(
      bundleIDs: .any, environments: [.production], policy: RetryPolicy(firstPause: .milliseconds(20)),
      hosts: VerifyReceiptHosts(production: server.address, sandbox: server.address))
    let verdicts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<40 { group.addTask { await verifier.verify(receipt).summary } }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(verdicts == ["verified production": 40])
  }
}
