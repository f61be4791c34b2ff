// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptVerification
import VerifyReceipt

/// Ends the program with a message on standard error.
func stop(_ status: Int32, _ message: String) -> Never {
  FileHandle.standardError.write(Data("sample-server: \(message)\n".utf8))
  exit(status)
}

// The signals that end a server are waited for below. They are blocked before there are threads, which then inherit it.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGINT)
sigaddset(&signals, SIGTERM)
pthread_sigmask(SIG_BLOCK, &signals, nil)
// A client that hangs up while it is answered ends its connection, and not the server.
signal(SIGPIPE, SIG_IGN)

if CommandLine.arguments.dropFirst() == ["--help"] {
  print(Settings.usage, terminator: "")
  exit(0)
}

let settings: Settings
do throws(Settings.UsageError) {
  settings = try Settings(CommandLine.arguments.dropFirst())
} catch {
  stop(64, "\(error.message)\n\(Settings.usage)")
}

let server: HTTPServer
do {
  let anchors: TrustAnchors =
    try settings.testRoot.map { .custom([Array(try Data(contentsOf: URL(filePath: $0)))]) } ?? .apple
  let maximumReceiptSize = 1 << 20
  var limits = AppReceipt.Limits()
  limits.inputSize = maximumReceiptSize
  // One for the whole process: it remembers the certificate chains that it has checked.
  let verifier = try ReceiptVerifier(
    bundleIDs: .only([ReceiptText(settings.bundleID)]), environments: settings.environments, anchors: anchors,
    limits: limits)
  let routes = Routes(
    shop: Shop(
      verifier: verifier, ledger: try Ledger(path: settings.database), maximumReceiptSize: maximumReceiptSize),
    verifyReceipt: VerifyReceiptEndpoint(
      verifier: verifier, environment: settings.environments.count == 1 ? settings.environments.first : nil,
      sharedSecret: settings.secret))
  guard let started = HTTPServer(port: settings.port, handler: { routes.respond(to: $0) }) else {
    stop(69, "port \(settings.port) cannot be had.")
  }
  server = started
} catch let error as DatabaseError {
  stop(74, error.message)
} catch {
  stop(66, "\(error)")
}

print("sample-server: listening on http://127.0.0.1:\(server.port)")
fflush(nil)
var received: Int32 = 0
sigwait(&signals, &received)
print("sample-server: stopping")
server.stop(within: 5)
