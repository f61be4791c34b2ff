// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import RemoteVerification
import ReceiptVerification
import Testing
import VerifyReceipt

extension ArticleSnippets {
  /// Asks Apple, which no test does.
  func askingApple(
    _ receipt: [UInt8], secret: String, grant: (Entitlements) -> Void,
    refuse: (RemoteVerdict.Rejection) -> Void, askAgainLater: (RemoteVerdict.Doubt) -> Void
  ) async throws {
    // shown
    let apple = try RemoteReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production], sharedSecret: secret)
    switch await apple.verify(receipt) {
    case .verified(let confirmed): grant(confirmed.entitlements(at: .now))
    case .rejected(let why): refuse(why)
    case .undetermined(let why): askAgainLater(why)
    }
    // end
  }

  @Test func askingWithoutANetwork() async throws {
    let answer = Array("{\"status\":21003}".utf8)
    let receipt = try Self.signed(Self.sample())
    // shown
    let transport = HTTPTransport { _ throws(HTTPTransport.Failure) in
      HTTPTransport.Response(status: 200, body: answer)
    }
    let apple = try RemoteReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production], transport: transport)
    let verdict = await apple.verify(receipt)
    // end
    guard case .rejected(.status(let status)) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(status == .notAuthentic)
  }
}

/// Asks Apple, production and sandbox, which no test does.
private func askingBoth(_ receipt: [UInt8], secret: String) async throws {
  // shown
  let apple = try RemoteReceiptVerifier(
    bundleIDs: ["com.example.app"], environments: [.production, .sandbox], sharedSecret: secret)
  switch await apple.verify(receipt) {
  case .verified(let confirmed): print(confirmed.receipt.inAppPurchases.count)  // also entitlements(at:)
  case .rejected(let why): print("refused: \(why)")
  case .undetermined(let why): print("ask again later: \(why)")
  }
  // end
}
