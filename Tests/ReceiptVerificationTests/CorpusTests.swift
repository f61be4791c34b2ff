// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Foundation
import ReceiptVerification
import Testing

@Suite("Receipts that Apple made") struct CorpusTests {
  private func creation(_ receipt: Corpus.Receipt) throws -> Timestamp {
    try #require(DecodedReceipt(receipt.bytes).receipt?.creationDate)
  }

  private func setup(_ receipt: Corpus.Receipt) -> VerifierSetup {
    var setup = VerifierSetup.apple(["production", "sandbox", "xcode"])
    setup.knowsXcode = receipt.isXcode
    return setup
  }

  @Test("There are some, or it is said that there are none")
  func count() {
    guard Corpus.folder != nil else { return Corpus.announceAbsence() }
    #expect(!Corpus.receipts.isEmpty)
    print("corpus: \(Corpus.receipts.count) read")
  }

  @Test("Each has the verdict that is expected of it, now and in 2040", arguments: Corpus.receipts)
  func expectedVerdict(_ receipt: Corpus.Receipt) throws {
    let json = try #require(try JSONSerialization.jsonObject(with: Data(receipt.expected)) as? [String: Any])
    let expected = try #require(json["verdict"] as? [String: String])
    let verifier = try ReceiptVerifier(.apple())
    let clocks =
      ["2026-11-30T00:00:00Z", "2040-01-01T00:00:00Z"].compactMap { Timestamp($0) } + [try creation(receipt)]
    for now in clocks {
      let verdict = verifier.verdict(receipt.bytes, now: now)
      #expect(verdict.code == expected["code"])
      #expect((verdict.isVerified ? "verified" : "rejected") == expected["status"])
    }
    #expect(receipt.isXcode == (expected["code"] == "chain.untrusted"))
  }

  @Test(
    "Each is from the future 301 seconds before its creation, and not 300 seconds before",
    arguments: Corpus.receipts)
  func future(_ receipt: Corpus.Receipt) throws {
    let verifier = try ReceiptVerifier(setup(receipt))
    let creation = try creation(receipt)
    #expect(verifier.verdict(receipt.bytes, now: creation.adding(seconds: -301)).code == "chain.future")
    #expect(verifier.verdict(receipt.bytes, now: creation.adding(seconds: -300)).isVerified)
  }

  @Test(
    "Xcode's verify as local testing when both its certificate and its environment are accepted, and only then",
    arguments: Corpus.receipts.filter(\.isXcode))
  func xcode(_ receipt: Corpus.Receipt) throws {
    let now = try Fixture.instant("2026-11-30T00:00:00Z")
    func verdict(_ environments: Set<ReceiptEnvironment>, _ anchors: TrustAnchors) throws -> Verdict {
      try ReceiptVerifier(bundleIDs: .any, environments: environments, anchors: anchors).verdict(
        receipt.bytes, now: now)
    }
    #expect(try verdict(.any, .apple).code == "chain.untrusted")
    #expect(
      try verdict([.production, .sandbox], .apple.union(.xcodeLocalTesting)).code
        == "environment.not-accepted")
    for anchors in [TrustAnchors.apple.union(.xcodeLocalTesting), .xcodeLocalTesting] {
      guard case .verified(_, .localTesting) = try verdict([.xcode], anchors) else {
        Issue.record("not verified")
        continue
      }
    }
  }

  @Test(
    "Apple's verify as Apple's, and with a warning when they are signed with SHA-1",
    arguments: Corpus.receipts.filter { !$0.isXcode })
  func apple(_ receipt: Corpus.Receipt) throws {
    let verified = try ReceiptVerifier(.apple()).verify(
      receipt.bytes, now: try Fixture.instant("2026-11-30T00:00:00Z"))
    #expect(verified.trust == .apple)
    let codes = verified.warnings.map(\.code)
    #expect(codes.contains(.sha1Chain) == (verified.signer.digest == .sha1))
    #expect(!codes.contains(.localTesting))
  }

  /// The devices that are known for receipts of the corpus, and of one receipt each for which a device is known not to be
  /// its own, as the page of facts beside the corpus has them: they are real people's, so they are not written here.
  private static let devices: (matching: [(digits: String, device: String)], others: [String]) = {
    guard let facts = Corpus.facts?.replacing("\n", with: " "),
      let vectors = facts.firstMatch(of: /Vectors, by the receipt's last eight digits: (.*?)\. *#/)
    else { return ([], []) }
    let parts = String(vectors.1).split(separator: "no match:")
    var matching: [(String, String)] = []
    for entry in parts.first?.split(separator: "·") ?? [] {
      let digits = entry.matches(of: /`([0-9a-f]{8})`/).map { String($0.1) }
      guard let device = entry.firstMatch(of: /([0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f-]{36})/) else {
        continue
      }
      matching += digits.map { ($0, String(device.1)) }
    }
    return (matching, parts.last?.matches(of: /`([0-9a-f]{8})`/).map { String($0.1) } ?? [])
  }()

  @Test("The page of facts beside the corpus names the devices")
  func deviceFacts() {
    guard Corpus.folder != nil else { return Corpus.announceAbsence() }
    #expect(Self.devices.matching.count >= 7)
    #expect(Self.devices.others.count >= 2)
  }

  private func verdict(_ digits: String, _ devices: [DeviceIdentifier]) throws -> Verdict? {
    guard let bytes = Corpus.receipt(digits) else { return nil }
    return try ReceiptVerifier(bundleIDs: .any, environments: .any, deviceIdentifiers: devices)
      .verdict(bytes, now: try Fixture.instant("2026-11-30T00:00:00Z"))
  }

  @Test("The devices that are known match, and do not with one bit changed", arguments: devices.matching)
  func knownDevices(_ digits: String, _ text: String) throws {
    let device = try #require(DeviceIdentifier(text))
    guard let verdict = try verdict(digits, [device]) else { return Corpus.announceAbsence() }
    #expect(verdict.isVerified)
    for bit in [0, 7, 8 * device.bytes.count - 1] {
      var bytes = device.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let other = try #require(DeviceIdentifier(bytes: bytes))
      #expect(try self.verdict(digits, [other])?.code == "policy.device")
      #expect(try self.verdict(digits, [other, device])?.isVerified == true)
    }
  }

  @Test("Another Mac's receipts do not match", arguments: devices.others)
  func otherDevices(_ digits: String) throws {
    let device = try #require(Self.devices.matching.first.flatMap { DeviceIdentifier($0.device) })
    guard let verdict = try verdict(digits, [device]) else { return Corpus.announceAbsence() }
    #expect(verdict.code == "policy.device")
  }
}
