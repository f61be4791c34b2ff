// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceiptsHeader
import ReceiptReports
import ReceiptVerification

/// What C code asks of a verifier, piece by piece.
struct VerifierOptions {
  /// The most bytes of a text or a certificate. Nothing that is genuine comes near.
  static let largestValue = 65_535

  /// The first thing that was refused. No verifier is made then: one without it could accept more than was meant.
  var refusal = RECEIPTS_OK

  var bundleIDs: Set<ReceiptText> = []
  var acceptsAnyBundleID = false
  var environments: Set<ReceiptEnvironment> = []
  var acceptsXcode = false
  var roots: [[UInt8]] = []
  var deniedLeafKeys: Set<[UInt8]> = []
  var appVersion: String?
  var devices: [DeviceIdentifier] = []
  var maximumAge: Int64?
  var limits = AppReceipt.Limits()

  /// The verifier that these options describe, or why there is none.
  func verifier() -> Result<ReceiptVerifier, Refusal> {
    guard refusal == RECEIPTS_OK else { return .failure(Refusal(status: refusal)) }
    guard acceptsAnyBundleID || !bundleIDs.isEmpty else {
      return .failure(Refusal(status: RECEIPTS_NO_BUNDLE_ID))
    }
    var anchors = roots.isEmpty ? TrustAnchors.apple : .custom(roots)
    if acceptsXcode { anchors = anchors.union(.xcodeLocalTesting) }
    do {
      return .success(
        try ReceiptVerifier(
          bundleIDs: acceptsAnyBundleID ? .any : .only(bundleIDs),
          environments: acceptsXcode ? environments.union([.xcode]) : environments, anchors: anchors,
          appVersion: appVersion, deviceIdentifiers: devices, maximumAge: maximumAge,
          deniedLeafKeys: deniedLeafKeys, limits: limits))
    } catch {
      return .failure(Refusal(error))
    }
  }

  /// Whether a root certificate can be read.
  static func status(ofRoot certificate: [UInt8]) -> receipts_status {
    do {
      _ = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: .custom([certificate]))
      return RECEIPTS_OK
    } catch {
      return Refusal(error).status
    }
  }

  /// Why there is no verifier.
  struct Refusal: Error {
    let status: receipts_status

    init(status: receipts_status) { self.status = status }

    init(_ error: VerifierConfigurationError) {
      status =
        switch error {
        case .noBundleIDs: RECEIPTS_NO_BUNDLE_ID
        case .noEnvironments: RECEIPTS_NO_ENVIRONMENT
        case .unreadableRoot, .noTrustAnchors: RECEIPTS_BAD_CERTIFICATE
        case .cryptoUnavailable: RECEIPTS_NO_CRYPTO
        case .unknownEnvironment, .negativeMaximumAge: RECEIPTS_BAD_VALUE
        }
    }
  }
}

extension VerifierOptions: HandleContent {
  static let tag: UInt64 = 0x7265_6365_6F70_7401
}
