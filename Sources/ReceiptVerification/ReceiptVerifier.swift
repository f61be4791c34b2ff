// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import PKCS7Decoding

/// Decides whether a receipt is genuine: signed by Apple for an app of yours, in an environment that you accept.
///
/// ```swift
/// let verifier = try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production])
/// let receipt = try verifier.verify(bytes)
/// ```
/// A verifier is made once and used from any thread. It keeps the chains that it has found to hold, which makes the next
/// receipt of the same signer about twenty times cheaper.
///
/// Certificates are judged at the receipt's creation, since every one of Apple's leaves expires. That date lies inside the
/// signed content, so only who can sign can choose it. Revocation lists are not asked; `deniedLeafKeys` is the way to turn
/// off a key that was stolen.
public struct ReceiptVerifier: Sendable {
  let bundleIDs: AcceptedBundleIDs
  private let environments: Set<ReceiptEnvironment>
  private let appVersion: ReceiptText?
  private let deviceIdentifiers: [DeviceIdentifier]
  private let maximumAge: Int64?
  package let limits: AppReceipt.Limits
  let chains: ChainVerifier

  /// A verifier that accepts certain receipts and no others.
  ///
  /// - Parameters:
  ///   - bundleIDs: The apps whose receipts are accepted, or `.any`.
  ///   - environments: The environments from which receipts are accepted, or `.any`. Sandbox and production receipts are
  ///     signed by the same key: this is all that keeps free purchases out of your shop.
  ///   - anchors: Whose signatures count.
  ///   - appVersion: The version that the receipt must be for, compared byte by byte; any when `nil`.
  ///   - deviceIdentifiers: The devices of which the receipt must be for one; any when empty.
  ///   - maximumAge: How many seconds before now the receipt may have been made, from 0 up; any number when `nil`.
  ///   - deniedLeafKeys: Keys that are not trusted any more, each as the SHA-256 of its SubjectPublicKeyInfo.
  ///   - limits: The bounds to keep while decoding.
  /// - Throws: What makes such a verifier impossible.
  public init(
    bundleIDs: AcceptedBundleIDs, environments: Set<ReceiptEnvironment>, anchors: TrustAnchors = .apple,
    appVersion: String? = nil, deviceIdentifiers: [DeviceIdentifier] = [], maximumAge: Int64? = nil,
    deniedLeafKeys: Set<[UInt8]> = [], limits: AppReceipt.Limits = AppReceipt.Limits()
  ) throws(VerifierConfigurationError) {
    try self.init(
      bundleIDs: bundleIDs, environments: environments, anchors: anchors, appVersion: appVersion,
      deviceIdentifiers: deviceIdentifiers, maximumAge: maximumAge, deniedLeafKeys: deniedLeafKeys,
      limits: limits,
      host: .current)
  }

  package init(
    bundleIDs: AcceptedBundleIDs, environments: Set<ReceiptEnvironment>, anchors: TrustAnchors,
    appVersion: String?,
    deviceIdentifiers: [DeviceIdentifier], maximumAge: Int64?, deniedLeafKeys: Set<[UInt8]>,
    limits: AppReceipt.Limits, host: HostCapabilities
  ) throws(VerifierConfigurationError) {
    guard bundleIDs != .only([]) else { throw .noBundleIDs }
    guard !environments.isEmpty else { throw .noEnvironments }
    guard !environments.contains(.unknown) else { throw .unknownEnvironment }
    guard maximumAge ?? 0 >= 0 else { throw .negativeMaximumAge }
    guard !anchors.roots.isEmpty || !anchors.localTestingFingerprints.isEmpty else { throw .noTrustAnchors }
    self.bundleIDs = bundleIDs
    self.environments = environments
    self.appVersion = appVersion.map { ReceiptText($0) }
    self.deviceIdentifiers = deviceIdentifiers
    self.maximumAge = maximumAge
    self.limits = limits
    chains = try withCleanErrorQueue { () throws(VerifierConfigurationError) in
      try ChainVerifier(anchors, deniedKeys: deniedLeafKeys, host: host)
    }
  }

  /// How many chains are known to hold.
  package var cachedChainCount: Int { chains.cachedChainCount }

  // MARK: - The decision

  /// Verifies a receipt.
  ///
  /// - Parameters:
  ///   - bytes: A receipt in binary form and nothing else.
  ///   - now: The clock, against which a receipt from the future and, with `maximumAge`, an old one are refused.
  /// - Returns: The receipt, proven.
  /// - Throws: The first reason to refuse it, in the order of the phases: decoding, `unsupported`, `signer`, `payload` for
  ///   what verification needs, `chain`, `signature`, `payload` for the rest, `environment`, `policy`. An error of class
  ///   `internal` says that this host could not decide, and nothing of the receipt.
  public func verify(_ bytes: [UInt8], now: Timestamp = .now) throws(ReceiptError) -> VerifiedReceipt {
    try verify(DecodedReceipt(bytes, limits: limits), now: now)
  }

  /// Verifies a receipt that was decoded before.
  ///
  /// - Parameters:
  ///   - decoded: The receipt. Whatever limits it was decoded with have been kept.
  ///   - now: The clock.
  /// - Returns: The receipt, proven.
  /// - Throws: As the method for bytes.
  public func verify(_ decoded: DecodedReceipt, now: Timestamp = .now) throws(ReceiptError) -> VerifiedReceipt
  {
    if let fault = decoded.fault { throw fault }
    let signedData = decoded.signedData
    guard let receipt = decoded.receipt else { throw ReceiptError(.structureDetached) }

    let selection = try SignerSelection(signedData)
    let (environment, bundleID, created) = try requiredFields(of: receipt)

    let localTestingKey = try chains.localTestingKey(of: selection, in: signedData, at: created, now: now)
    let key =
      if let localTestingKey {
        localTestingKey
      } else {
        try chains.key(of: SignerChain(selection, in: signedData), at: created, now: now)
      }
    guard let digest = selection.digest.digest(of: receipt.content) else {
      throw ReceiptError(.internalCrypto)
    }
    let signature = selection.signerInfo.signature
    guard try key.key.matches(signedData.input[signature], ofDigest: digest) else {
      throw ReceiptError(.signatureMismatch, at: signature.lowerBound)
    }

    try refuseAmbiguity(in: receipt)
    try checkEnvironment(environment, isLocalTesting: key.trust == .localTesting, .appReceipt)
    try checkPolicy(receipt, bundleID: bundleID, created: created, now: now, .appReceipt)
    let device = try checkDevice(receipt, .appReceipt)
    let payloadDigest =
      switch selection.digest {
      case .sha256: digest
      case .sha1: DigestAlgorithm.sha256.digest(of: receipt.content)
      }
    guard let payloadDigest else { throw ReceiptError(.internalCrypto) }
    return VerifiedReceipt(
      receipt: receipt,
      trust: key.trust,
      signer: VerifiedReceipt.Signer(digest: selection.digest, certificate: selection.certificateIndex),
      checkedAt: created, payloadDigest: payloadDigest, deviceBinding: device,
      isBundleIDCompared: bundleIDs != .any)
  }

  // MARK: - Payload

  /// The three attributes on which the decision rests.
  private func requiredFields(
    of receipt: AppReceipt
  ) throws(ReceiptError) -> (ReceiptEnvironment, ReceiptText, Timestamp) {
    guard let environment = receipt.environment, let bundleID = receipt.bundleID,
      let created = receipt.creationDate
    else {
      // No attribute of a purchase has one of these types.
      let required = receipt.problems.filter { [0, 2, 12].contains($0.type) }
      // Of an attribute that stands twice it does not matter what the copies hold.
      let problem = required.first { $0.code == .payloadDuplicateAttribute } ?? required.first
      throw problem?.error ?? ReceiptError(.payloadMissingAttribute)
    }
    return (environment, bundleID, created)
  }

  /// Refuses what two readers could read in two ways, even with a genuine signature.
  private func refuseAmbiguity(in receipt: AppReceipt) throws(ReceiptError) {
    let ambiguity = receipt.problems.first {
      $0.code == .payloadDuplicateAttribute || $0.code == .payloadAttributeType
    }
    if let ambiguity { throw ambiguity.error }
  }

  // MARK: - Environment and policy

  func checkEnvironment(
    _ environment: ReceiptEnvironment, isLocalTesting: Bool, _ paths: FieldPaths
  ) throws(ReceiptError) {
    guard environment != .unknown else { throw ReceiptError(.environmentUnknown, path: paths.environment) }
    // Who signs decides first: Xcode's key makes no App Store receipts, and Apple's makes none of Xcode's.
    guard environments.contains(environment), (environment == .xcode) == isLocalTesting else {
      throw ReceiptError(.environmentNotAccepted, path: paths.environment)
    }
  }

  func checkPolicy(
    _ receipt: AppReceipt, bundleID: ReceiptText, created: Timestamp, now: Timestamp, _ paths: FieldPaths
  ) throws(ReceiptError) {
    if case .only(let accepted) = bundleIDs, !accepted.contains(bundleID) {
      throw ReceiptError(.policyBundleID, path: paths.bundleID)
    }
    if let appVersion, receipt.appVersion != appVersion {
      throw ReceiptError(.policyAppVersion, path: paths.appVersion)
    }
    if let maximumAge, created.adding(seconds: maximumAge) < now {
      throw ReceiptError(.policyAge, path: paths.date)
    }
  }

  func checkDevice(_ receipt: AppReceipt, _ paths: FieldPaths) throws(ReceiptError) -> DeviceBinding {
    guard !deviceIdentifiers.isEmpty else { return .notChecked }
    guard let device = try receipt.device(among: deviceIdentifiers) else {
      throw ReceiptError(.policyDevice, path: paths.device)
    }
    return .matched(device)
  }
}
