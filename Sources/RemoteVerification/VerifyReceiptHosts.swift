// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import AppStoreReceipts
public import Foundation

/// Where the two `verifyReceipt` endpoints are.
public struct VerifyReceiptHosts: Hashable, Sendable {
  /// The endpoint for receipts of production.
  public var production: URL
  /// The endpoint for receipts of the sandbox.
  public var sandbox: URL

  /// Endpoints at these addresses: of a proxy of yours, or of a server of your tests. An answer over plain HTTP is worth
  /// nothing.
  public init(production: URL, sandbox: URL) {
    self.production = production
    self.sandbox = sandbox
  }

  /// Apple's (Apple, *verifyReceipt*, deprecated).
  public static var apple: VerifyReceiptHosts {
    VerifyReceiptHosts(
      production: address("buy.itunes.apple.com"), sandbox: address("sandbox.itunes.apple.com"))
  }

  private static func address(_ host: String) -> URL {
    var components = URLComponents()
    components.scheme = "https"
    components.host = host
    components.path = "/verifyReceipt"
    guard let url = components.url else { preconditionFailure("\(host) is no host") }
    return url
  }

  /// The endpoint for receipts of an environment.
  func address(for environment: ReceiptEnvironment) -> URL {
    environment == .sandbox ? sandbox : production
  }
}
