// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptVerification

/// What a verifier says of a submission, in a form that can be compared.
enum Verdict: Hashable, CustomStringConvertible {
  case verified(payloadDigest: [UInt8], trust: VerifiedReceipt.Trust)
  case refused(ReceiptError)

  var code: String? {
    guard case .refused(let error) = self else { return nil }
    return error.code.rawValue
  }

  var isVerified: Bool { code == nil }

  var description: String {
    switch self {
    case .verified(_, let trust): "verified (\(trust))"
    case .refused(let error): "\(error)"
    }
  }

  /// Whether it is what an attack requires.
  func satisfies(_ requirement: Attack.Requirement) -> Bool {
    switch requirement {
    case .verified: isVerified
    case .code(let expected): code == expected
    case .anyOf(let classes): code.map { classes.contains(String($0.prefix { $0 != "." })) } ?? false
    }
  }
}

extension ReceiptVerifier {
  /// A verifier that is set up in that way.
  init(_ setup: VerifierSetup) throws {
    var anchors: TrustAnchors?
    func add(_ more: TrustAnchors) { anchors = anchors?.union(more) ?? more }
    if setup.trustsApple { add(.apple) }
    if !setup.roots.isEmpty { add(.custom(setup.roots)) }
    if setup.knowsXcode { add(.xcodeLocalTesting) }
    if !setup.localTestingCertificates.isEmpty {
      add(.localTesting(fingerprints: Set(setup.localTestingCertificates.compactMap(sha256))))
    }
    try self.init(
      bundleIDs: setup.bundleIDs.map { .only(Set($0.map { ReceiptText($0) })) } ?? .any,
      environments: Set(setup.environments.compactMap { ReceiptEnvironment(rawValue: $0) }),
      anchors: anchors ?? .custom([]), appVersion: setup.appVersion,
      deviceIdentifiers: setup.devices.compactMap { DeviceIdentifier(bytes: $0) },
      maximumAge: setup.maximumAge, deniedLeafKeys: Set(setup.deniedKeys.compactMap(sha256)))
  }

  /// What it says of some bytes.
  func verdict(_ bytes: [UInt8], now: Timestamp) -> Verdict {
    do {
      let receipt = try verify(bytes, now: now)
      return .verified(payloadDigest: receipt.payloadDigest, trust: receipt.trust)
    } catch {
      return .refused(error)
    }
  }

  /// What it says of a submission.
  func verdict(_ submission: Submission) -> Verdict {
    verdict(submission.bytes, now: Timestamp(submission.now) ?? .earliest)
  }
}

extension Submission {
  /// What a new verifier says of it.
  func verdict() throws -> Verdict { try ReceiptVerifier(setup).verdict(self) }
}

func sha256(_ bytes: [UInt8]) -> [UInt8]? { DigestAlgorithm.sha256.digest(of: bytes) }
