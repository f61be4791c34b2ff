// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceipts
import CReceiptsHeader
import Foundation
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Testing

@Suite struct VerificationTests {
  private let examiner: Examiner

  init() throws {
    examiner = Examiner(
      verifier: try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox],
        anchors: .custom([TestReceipt.bytes("test-root.der")])))
  }

  /// What C code is told must be what Swift code is told.
  private func expectSame(_ result: VerificationResult, _ content: [UInt8], _ name: String) {
    let verdict = examiner.examine(content, now: .now).verdict
    #expect(result.isVerified == (verdict.status == "verified"), "\(name)")
    #expect(
      result.verdict
        == [
          "verified": RECEIPTS_VERIFIED, "rejected": RECEIPTS_REJECTED, "undetermined": RECEIPTS_UNDETERMINED,
        ][
          verdict.status], "\(name)")
    #expect(result.trust == (result.isVerified ? RECEIPTS_TRUST_CUSTOM : RECEIPTS_TRUST_NONE), "\(name)")
    #expect(result.code == verdict.refusal?.code ?? "", "\(name)")
    #expect(result.message == verdict.refusal?.message ?? "", "\(name)")
    #expect(result.hint == verdict.refusal?.hint ?? "", "\(name)")
    #expect(result.path == verdict.refusal?.path ?? "", "\(name)")
    #expect(result.offset == verdict.refusal?.offset.map { Int64($0) } ?? -1, "\(name)")
  }

  @Test func everyTestReceiptGetsTheVerdictThatSwiftGets() throws {
    let verifier = try Verifier.usual()
    let names = try TestReceipt.names()
    var verified = 0
    for name in names {
      let bytes = try TestReceipt.bytes(name)
      let result = verifier.verify(bytes)
      expectSame(result, bytes, name)
      verified += result.isVerified ? 1 : 0
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 7)) {
        expectSame(
          verifier.verify(Array(bytes.prefix(length))), Array(bytes.prefix(length)), "\(name), \(length)")
      }
    }
    #expect(names.count > 20 && verified > 15)
  }

  @Test func aReceiptMayArriveInAnyForm() throws {
    let verifier = try Verifier.usual()
    let bytes = try TestReceipt.bytes("sandbox-sha256.der")
    let base64 = Data(bytes).base64EncodedString()
    let now = try milliseconds("2025-06-02T00:00:00Z")
    let plain = verifier.verify(bytes, now: now)
    for text in [
      base64, "{\"receipt-data\": \"\(base64)\"}", "-----BEGIN PKCS7-----\n\(base64)\n-----END PKCS7-----",
    ] {
      let result = verifier.verify(Array(text.utf8), now: now)
      #expect(result.isVerified)
      #expect(result.json.split(separator: "\"kind\"").last == plain.json.split(separator: "\"kind\"").last)
    }
  }

  @Test func whatIsNoReceiptIsRejectedByItsName() throws {
    let verifier = try Verifier.usual()
    for (content, code) in [
      ("", "input.empty"), ("!", "input.not-base64"), ("<html></html>", "input.html"),
      (#"{"status": 21007}"#, "input.verify-receipt-response"),
    ] {
      let result = verifier.verify(Array(content.utf8))
      #expect(result.verdict == RECEIPTS_REJECTED)
      #expect(result.code == code)
      #expect(!result.message.isEmpty && !result.hint.isEmpty)
    }
  }

  @Test func aChangedReceiptIsRejectedWithItsPlace() throws {
    let bytes = try TestReceipt.bytes("sandbox-sha256.der")
    let wrongApp = Options()
    _ = wrongApp.acceptBundleID("com.example.other")
    _ = wrongApp.acceptEnvironment(RECEIPTS_ENVIRONMENT_SANDBOX)
    _ = wrongApp.trustRoot(try TestReceipt.bytes("test-root.der"))
    let other = Verifier(wrongApp).verify(bytes)
    #expect(
      other.code == "policy.bundle-id" && other.path == "signedData.content.attribute[2]"
        && other.offset == -1)

    let cut = try Verifier.usual().verify(Array(bytes.dropLast()))
    #expect(cut.code == "encoding.truncated" && cut.offset >= 0)
  }

  @Test func theClockRefusesReceiptsFromTheFuture() throws {
    let verifier = try Verifier.usual()
    let bytes = try TestReceipt.bytes("sandbox-sha256.der")
    #expect(verifier.verify(bytes, now: try milliseconds("2025-06-01T12:00:00Z")).isVerified)
    #expect(verifier.verify(bytes, now: try milliseconds("2025-05-01T12:00:00Z")).code == "chain.future")
    // Seconds in the place of milliseconds do not pass for now.
    #expect(verifier.verify(bytes, now: 1_764_000_000).code == "chain.future")
  }

  @Test func theJSONIsThatOfTheReports() throws {
    let verifier = try Verifier.usual()
    let now = try milliseconds("2025-06-02T00:00:00Z")
    let clock = try #require(Timestamp(millisecondsSince1970: now))
    for name in try TestReceipt.names() + ["test-root.der"] {
      let bytes = try TestReceipt.bytes(name)
      let report = ReceiptReport(name: "memory", examiner.examine(bytes, now: clock), now: clock)
      let expected = ReceiptJSON.document(report, onOneLine: false)
      #expect(Array(verifier.verify(bytes, now: now).json.utf8) == expected, "\(name)")
    }
  }

  @Test func textsStayWhereTheyAreAsLongAsTheResult() throws {
    let verifier = try Verifier.usual()
    let result = verifier.verify(try TestReceipt.bytes("xcode.der"))
    let code = unsafe receipts_result_code(result.handle, nil)
    let json = unsafe receipts_result_json(result.handle, nil)
    verifier.free()
    let staysCode = unsafe receipts_result_code(result.handle, nil) == code
    let staysJSON = unsafe receipts_result_json(result.handle, nil) == json
    #expect(staysCode && staysJSON)
    #expect(result.code == "chain.untrusted")
  }

  @Test func manyThreadsMayUseOneVerifierAndOneResult() throws {
    let verifier = try Verifier.usual()
    let receipts = try TestReceipt.names().map { try TestReceipt.bytes($0) }
    let expected = receipts.map { verifier.verify($0, now: 1_764_000_000_000).json }
    let shared = receipts.map { verifier.verify($0, now: 1_764_000_000_000) }
    DispatchQueue.concurrentPerform(iterations: 8 * receipts.count) { iteration in
      let index = iteration % receipts.count
      #expect(verifier.verify(receipts[index], now: 1_764_000_000_000).json == expected[index])
      #expect(shared[index].json == expected[index])
    }
  }
}
