// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import ReceiptVerification
import Testing

@Suite struct VerifiedEntitlementsTests {
  private static let authority = Result { try TestAuthority() }
  private static let storeKitLike = Result { try ReceiptSigner.xcodeLike() }

  /// When the receipts of these tests were made.
  private static let created = instant("2025-01-30T12:00:00Z")

  private func signed(_ payload: [UInt8], by signer: ReceiptSigner) throws -> [UInt8] {
    try signer.signedData(over: payload).encoded
  }

  /// A receipt of these rows, made on 30 January, verified at a later time.
  private func verified(_ rows: [PurchaseRecipe], _ attributes: [Attribute] = []) throws -> VerifiedReceipt {
    let authority = try Self.authority.get()
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production],
      anchors: .custom([authority.rootCertificate]))
    let bytes = try signed(payload(rows, attributes), by: authority.signer(.sha256))
    return try verifier.verify(bytes, now: apr5)
  }

  @Test func anInstantIsTakenLiterallyPastOrFuture() throws {
    let receipt = try verified([paid("1", jan5, jan20), paid("2", feb5, mar5)])
    for (instant, isSubscribed) in [
      (jan4, false), (jan5, true), (jan20, false), (Self.created, false), (feb5, true), (mar5, false),
    ] {
      let rights = receipt.entitlements(at: instant)
      #expect(rights.instant == instant)
      #expect(rights.isSubscribedWithAutoRenewProduct("pro") == isSubscribed, "\(instant)")
    }
  }

  @Test func aClockSetBackKeepsNothingAlive() throws {
    let receipt = try verified([paid("1", jan5, jan20)])
    for clock in [
      Timestamp.earliest, jan5, jan20.adding(milliseconds: -1), Self.created.adding(milliseconds: -1),
    ] {
      let rights = receipt.entitlements(now: clock)
      #expect(rights.instant == Self.created)
      #expect(!rights.isSubscribedWithAutoRenewProduct("pro"))
      #expect(receipt.entitlements(now: clock, tolerance: 86_400 * 10).instant == Self.created)
    }
    #expect(receipt.entitlements(at: jan5).isSubscribedWithAutoRenewProduct("pro"))
  }

  @Test func nowIsTheClockAfterTheReceiptsCreation() throws {
    let receipt = try verified([paid("1", jan5, feb5)])
    #expect(receipt.entitlements(now: jan4).isSubscribedWithAutoRenewProduct("pro"))
    #expect(receipt.entitlements(now: feb1).isSubscribedWithAutoRenewProduct("pro"))
    #expect(!receipt.entitlements(now: feb5).isSubscribedWithAutoRenewProduct("pro"))
    #expect(receipt.entitlements(now: feb5, tolerance: 1).isSubscribedWithAutoRenewProduct("pro"))
    #expect(receipt.entitlements(at: feb5, tolerance: 1).isSubscribedWithAutoRenewProduct("pro"))
    #expect(receipt.entitlements(now: feb20).instant == feb20)
  }

  @Test func aClockSetBackDoesNotReviveAReceiptThatHasExpired() throws {
    let receipt = try verified([bought("1")], [.ia5String(21, jan20.description)])
    #expect(receipt.entitlements(at: jan5).isValidWithPersistentProductId("pro"))
    #expect(!receipt.entitlements(now: jan5).isValidWithPersistentProductId("pro"))
  }

  @Test func aProvenReceiptGivesTheAnswersOfTheUnprovenOne() throws {
    let rows = [paid("1", jan5, feb5), row("lifetime", type: 0, id: "2", from: jan5)]
    let receipt = try verified(rows)
    let rights = receipt.entitlements(at: jan20)
    #expect(!rights.isLocalTesting)
    #expect(!rights.explanation(of: "pro").isLocalTesting)
    #expect(rights.isValidWithPersistentProductId("lifetime"))
    let other = receipt.receipt.unverifiedEntitlements(at: jan20)
    for product in ["pro", "lifetime", "none"] {
      #expect(rights.explanation(of: product).description == other.explanation(of: product).description)
    }
  }

  @Test func aRowWithAProblemDoesNotKeepAReceiptFromBeingVerifiedAndGrantsNothing() throws {
    let rows = [
      paid("1", jan5, feb5, with: [.integer(1701, -1)]), row("lifetime", type: 0, id: "2", from: jan5),
    ]
    let rights = try verified(rows).entitlements(at: jan20)
    #expect(!rights.isSubscribedWithAutoRenewProduct("pro"))
    #expect(rights.isValidWithPersistentProductId("lifetime"))
  }

  @Test func aReceiptMarkedForLocalTestingSaysSoInEveryAnswer() throws {
    let signer = try Self.storeKitLike.get()
    let certificate = try #require(signer.certificates.first)
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.xcode],
      anchors: .localTesting(fingerprints: [ReceiptForge.DigestAlgorithm.sha256.hash(certificate)]))
    let bytes = try signed(payload([xcodeRow(to: feb5)], type: "Xcode"), by: signer)
    let receipt = try verifier.verify(bytes, now: apr5)
    for rights in [receipt.entitlements(at: jan20), receipt.entitlements(now: jan20)] {
      #expect(rights.isSubscribedWithAutoRenewProduct("pro"))
      #expect(rights.isLocalTesting)
      for product in ["pro", "none"] {
        #expect(rights.explanation(of: product).isLocalTesting)
        #expect(
          rights.explanation(of: product).description.contains("local testing: anyone could have made it."))
      }
    }
  }

  @Test func theNameOfAReceiptIsThatOfItsContentAlone() throws {
    let one = try verified([paid("1", jan5, feb5)])
    let again = try verified([paid("1", jan5, feb5)])
    let other = try verified([paid("2", jan5, feb5)])
    #expect(one.payloadDigest == again.payloadDigest)
    #expect(one.payloadDigest != other.payloadDigest)
    #expect(
      one.payloadDigest == (try ReceiptForge.DigestAlgorithm.sha256.hash(payload([paid("1", jan5, feb5)]))))
  }
}
