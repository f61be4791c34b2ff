// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptInput
import ReceiptVerification
import Testing

extension ArticleSnippets {
  /// A receipt that Apple's root does not vouch for, which is how far the snippets get that trust nobody else.
  static func isUntrusted(_ error: any Error) -> Bool {
    (error as? ReceiptError)?.code.rawValue == "chain.untrusted"
  }

  @Test func theReadmeAsksBothQuestions() throws {
    let bytes = try Self.signed(Self.sample())
    #expect {
      // shown
      let verifier = try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production])
      let receipt = try verifier.verify(bytes)  // throws ReceiptError: code, offset, path, hint
      let rights = receipt.entitlements(now: .now)
      _ = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
      _ = rights.isValidWithPersistentProductId("com.example.lifetime")
      // end
    } throws: {
      Self.isUntrusted($0)
    }
  }

  @Test func aVerifierForProductionTakesNoTestReceipt() throws {
    let bytes = try Self.signed(Self.sample())
    #expect {
      // shown
      let verifier = try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production])
      let receipt = try verifier.verify(bytes)
      // end
      _ = receipt
    } throws: {
      Self.isUntrusted($0)
    }
  }

  @Test func entitlementsComeFromAVerifiedReceipt() throws {
    let bytes = try Self.signed(Self.sample())
    let verifier = try Self.verifier()
    // shown
    let receipt = try verifier.verify(bytes)
    let rights = receipt.entitlements(now: .now)
    let isPro = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    let isUnlocked = rights.isValidWithPersistentProductId("com.example.lifetime")
    // end
    #expect(!isPro)
    #expect(isUnlocked)
  }

  @Test func theRulesOfEntitlementsAreAskedFor() throws {
    let receipt = try Self.verifier().verify(Self.signed(Self.sample()))
    // shown
    let rights = receipt.entitlements(now: .now)  // or entitlements(at:) for any instant
    _ = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    _ = rights.isValidWithPersistentProductId("com.example.lifetime")
    // end
    #expect(rights.products.count == 2)
  }

  /// The program of "Getting started", which reads standard input: scripts/getting-started runs it.
  func gettingStarted() throws {
    // shown
    // One for the whole process. Leave `anchors` out, and only what Apple signed counts.
    let testRoot = try Data(contentsOf: URL(filePath: "../app-store-receipts/TestReceipts/test-root.der"))
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production, .sandbox],
      anchors: .custom([Array(testRoot)]))

    /// What a handler does with the body of a request, whatever server calls it.
    func answer(to body: [UInt8], verifier: ReceiptVerifier) -> (status: Int, text: String) {
      do {
        let input = try ReceiptInput(body)
        if let refusal = input.refusal { throw refusal }
        let receipt = try verifier.verify(input.bytes)

        let rights = receipt.entitlements(now: .now)
        let isPro = rights.isSubscribedWithAutoRenewProduct("com.example.app.pro.monthly")
        let isUnlocked = rights.isValidWithPersistentProductId("com.example.app.lifetime")
        return (200, "pro: \(isPro), unlocked: \(isUnlocked)")
      } catch let error as ReceiptError where error.code.category == .internal {
        return (503, "\(error)")  // Nobody knows: keep the receipt, and try again.
      } catch {
        return (400, "\(error)")
      }
    }

    print(answer(to: Array(FileHandle.standardInput.readDataToEndOfFile()), verifier: verifier))
    // end
  }

  @Test func threeAnswersAreThree() throws {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    func decide(_ bytes: [UInt8]) throws {
      // shown
      let verifier = try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production])
      do throws(ReceiptError) {
        let receipt = try verifier.verify(bytes)
        log("genuine, made \(receipt.checkedAt), warnings: \(receipt.warnings.map(\.code.rawValue))")
      } catch {
        switch error.code.category {
        case .internal: log("not decided: \(error.code)")  // try again; this says nothing of the receipt
        case .environment: log("genuine, of another environment")
        case .policy: log("genuine, and not for this shop: \(error.code)")
        default: log("no genuine receipt: \(error)")
        }
      }
      // end
    }
    try decide(Self.signed(Self.sample()))
    try decide([])
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("no genuine receipt: ") })
  }

  @Test func aReceiptIsSeenBeforeByWhatWasSigned() throws {
    let receipt = try Self.verifier().verify(Self.signed(Self.sample()))
    var seen: Set<[UInt8]> = []
    func isNew() -> Bool {
      // shown
      let isNew = seen.insert(receipt.payloadDigest).inserted
      // end
      return isNew
    }
    #expect(isNew())
    #expect(!isNew())
  }

  @Test func aReceiptIsTakenOutOfItsForm() throws {
    let verifier = try Self.verifier()
    let body = Array(Data(try Self.signed(Self.sample())).base64EncodedString().utf8)
    do {
      // shown
      let input = try ReceiptInput(body)
      if let refusal = input.refusal { throw refusal }
      let receipt = try verifier.verify(input.bytes)
      // end
      #expect(receipt.receipt.inAppPurchases.count == 2)
    }
    do {
      // shown
      let input = try ReceiptInput(body)  // throws(InputError), which names what else it is
      if let refusal = input.refusal { throw refusal }  // not an app receipt
      let receipt = try verifier.verify(input.bytes)
      // end
      #expect(receipt.trust == .custom)
    }
  }
}
