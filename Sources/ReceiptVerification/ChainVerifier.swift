// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding

/// A signer's key, and who vouches for it.
package struct TrustedKey: Sendable {
  let key: VerificationKey
  package let trust: VerifiedReceipt.Trust

  package init(key: VerificationKey, trust: VerifiedReceipt.Trust) {
    self.key = key
    self.trust = trust
  }
}

/// Decides whether a signer's certificate leads to a pinned root by way of one intermediate, and gives its key.
struct ChainVerifier: Sendable {
  let anchors: TrustAnchors
  let deniedKeys: Set<[UInt8]>
  private let store: TrustStore?
  private let rootSubjects: [[UInt8]]
  /// When all roots are valid; `nil` when they never are together.
  private let rootWindow: ClosedRange<Int64>?
  private let host: HostCapabilities
  private let cache = ChainCache()

  init(
    _ anchors: TrustAnchors, deniedKeys: Set<[UInt8]>, host: HostCapabilities
  ) throws(VerifierConfigurationError) {
    guard let library = CryptoLibrary.shared else { throw .cryptoUnavailable }
    self.anchors = anchors
    self.deniedKeys = deniedKeys
    self.host = host
    store = anchors.roots.isEmpty ? nil : try TrustStore(anchors.roots, library)
    var subjects: [[UInt8]] = []
    var window: ClosedRange<Int64>? = Int64.min...Int64.max
    for (index, root) in anchors.roots.enumerated() {
      guard let certificate = try? EmbeddedCertificate(decoding: root), let validity = certificate.window
      else {
        throw .unreadableRoot(index)
      }
      subjects.append(Array(certificate.subject.der))
      window = window?.intersection(validity)
    }
    rootSubjects = subjects
    rootWindow = window
  }

  /// How many chains are known to hold.
  var cachedChainCount: Int { cache.count }

  // MARK: - Apple's chain

  /// The key of a signer whose chain holds at an instant.
  ///
  /// - Throws: Codes of class `chain`, or `internal.crypto`.
  func key(
    of selection: SignerSelection, in signedData: SignedData, at created: Timestamp, now: Timestamp
  ) throws(ReceiptError) -> TrustedKey {
    try refuseFuture(created, now)
    let allowsSHA1 = selection.digest == .sha1
    if allowsSHA1 {
      guard created < Self.endOfSHA1 else {
        throw ReceiptError(.chainAlgorithm, path: "signedData.signerInfos[0].digestAlgorithm")
      }
      guard host.verifiesSHA1 else { throw ReceiptError(.internalHostForbidsSHA1) }
    }

    let leaf = signedData.certificates[selection.certificateIndex]
    let candidates = signedData.certificates.indices.filter { index in
      index != selection.certificateIndex
        && signedData.certificates[index].subject.der.elementsEqual(leaf.issuer.der)
    }
    let seconds = created.millisecondsSince1970.dividedDown(by: 1_000)

    let cacheKey =
      candidates.count == 1
      ? ChainCache.key(leaf.der, signedData.certificates[candidates[0]].der, allowsSHA1: allowsSHA1) : nil
    if let cacheKey, let key = cache.key(for: cacheKey, at: seconds) { return key }

    let path = Path(leafIndex: selection.certificateIndex, candidates: candidates, signedData: signedData)
    let (intermediate, key) = try build(path, at: seconds, allowsSHA1: allowsSHA1)
    if let cacheKey, let rootWindow, let intermediateWindow = intermediate.window,
      let window = leaf.window?.intersection(intermediateWindow)?.intersection(rootWindow)?
        .intersection(Self.plausibleDates)
    {
      cache.store(key, valid: window, for: cacheKey)
    }
    return key
  }

  /// The certificates of one message from which a path may be built.
  private struct Path {
    let leafIndex: Int
    let candidates: [Int]
    let signedData: SignedData

    var leaf: EmbeddedCertificate { signedData.certificates[leafIndex] }

    func candidate(_ index: Int) -> EmbeddedCertificate { signedData.certificates[candidates[index]] }

    /// An error at the leaf, or at a candidate.
    func error(_ code: ReceiptError.Code, candidate: Int? = nil) -> ReceiptError {
      let index = candidate.map { candidates[$0] } ?? leafIndex
      return ReceiptError(
        code, at: signedData.certificates[index].range.lowerBound, path: "signedData.certificates[\(index)]")
    }
  }

  /// Cheap checks first: a forger must make a whole chain to have one parsed by OpenSSL.
  private func build(
    _ path: Path, at seconds: Int64, allowsSHA1: Bool
  ) throws(ReceiptError) -> (intermediate: EmbeddedCertificate, key: TrustedKey) {
    let rules = ChainRules(allowsSHA1: allowsSHA1)
    guard let store, !path.leaf.isSelfIssued else { throw path.error(.chainUntrusted) }
    guard !path.candidates.isEmpty else { throw path.error(.chainIncomplete) }
    guard path.candidates.indices.contains(where: { isIssuedByRoot(path.candidate($0)) }) else {
      throw path.error(.chainUntrusted, candidate: 0)
    }
    if let objection = rules.objection(toSigner: path.leaf) { throw path.error(objection) }
    // Dates outside this range meet no certificate, and other libraries' clocks need not be asked about them.
    guard Self.plausibleDates ~= seconds else {
      throw path.error(seconds < Self.plausibleDates.lowerBound ? .chainNotYetValid : .chainExpired)
    }

    let result = buildPath(
      leaf: path.leaf.der, candidates: path.candidates.indices.map { path.candidate($0).der }, store: store,
      at: seconds, allowsSHA1: allowsSHA1)
    switch result {
    case .undecided: throw ReceiptError(.internalCrypto)
    case .unreadable(let candidate): throw path.error(.chainUnreadable, candidate: candidate)
    case .wrongLength: throw path.error(.chainLength)
    case .refused(let error, let depth):
      throw path.error(
        ReceiptError.Code(pathError: error), candidate: depth == 1 && path.candidates.count == 1 ? 0 : nil)
    case .trusted(let index, let root, let key):
      let intermediate = path.candidate(index)
      if let objection = rules.objection(toIntermediate: intermediate) {
        throw path.error(objection, candidate: index)
      }
      try refuseDenied(path.leaf, path)
      return (intermediate, TrustedKey(key: key, trust: anchors.isApples(root) ? .apple : .custom))
    }
  }

  private func refuseDenied(_ leaf: EmbeddedCertificate, _ path: Path) throws(ReceiptError) {
    guard !deniedKeys.isEmpty else { return }
    guard let fingerprint = DigestAlgorithm.sha256.digest(of: leaf.publicKeyInfo) else {
      throw ReceiptError(.internalCrypto)
    }
    guard !deniedKeys.contains(fingerprint) else { throw path.error(.chainDenied) }
  }

  private func isIssuedByRoot(_ certificate: EmbeddedCertificate) -> Bool {
    rootSubjects.contains { certificate.issuer.der.elementsEqual($0) }
  }

  // MARK: - Local testing

  /// The key of a signer that is pinned for local testing; `nil` for any other.
  ///
  /// - Throws: Codes of class `chain`, or `internal.crypto`.
  func localTestingKey(
    of selection: SignerSelection, in signedData: SignedData, at created: Timestamp, now: Timestamp
  ) throws(ReceiptError) -> TrustedKey? {
    guard !anchors.localTestingFingerprints.isEmpty else { return nil }
    let certificate = signedData.certificates[selection.certificateIndex]
    guard let fingerprint = DigestAlgorithm.sha256.digest(of: certificate.der) else {
      throw ReceiptError(.internalCrypto)
    }
    guard anchors.localTestingFingerprints.contains(fingerprint) else { return nil }
    try refuseFuture(created, now)
    let seconds = created.millisecondsSince1970.dividedDown(by: 1_000)
    guard let window = certificate.window, window ~= seconds else {
      let isEarly = certificate.notBefore.map { seconds < $0.secondsSince1970 } ?? false
      throw ReceiptError(
        isEarly ? .chainNotYetValid : .chainExpired, at: certificate.range.lowerBound,
        path: "signedData.certificates[\(selection.certificateIndex)]")
    }
    guard let key = withCleanErrorQueue({ VerificationKey(der: certificate.der) }) else {
      throw ReceiptError(.internalCrypto)
    }
    return TrustedKey(key: key, trust: .localTesting)
  }

  // MARK: - Dates

  private func refuseFuture(_ created: Timestamp, _ now: Timestamp) throws(ReceiptError) {
    guard created <= now.adding(seconds: Self.toleratedClockDifference) else {
      throw ReceiptError(.chainFuture, path: "signedData.content.attribute[12]")
    }
  }

  /// How far a receipt's creation may lie ahead of the clock, in seconds: clocks differ.
  static let toleratedClockDifference: Int64 = 300

  /// When Apple's last intermediate for SHA-1 expired: 2025-01-24T00:00:00Z (TN3138).
  static let endOfSHA1 = Timestamp("2025-01-24T00:00:00Z") ?? .earliest

  /// 2001 to 2100.
  private static let plausibleDates: ClosedRange<Int64> = 978_307_200...4_133_980_799
}

extension EmbeddedCertificate {
  /// The seconds since 1970 in which the certificate is valid: its last instant is already expired, as OpenSSL has it.
  /// `nil` when there are none.
  fileprivate var window: ClosedRange<Int64>? {
    guard let first = notBefore?.secondsSince1970, let last = notAfter?.secondsSince1970, first < last else {
      return nil
    }
    return first...(last - 1)
  }

  fileprivate var isSelfIssued: Bool { issuer.der.elementsEqual(subject.der) }
}

extension ClosedRange<Int64> {
  /// What both ranges hold; `nil` when that is nothing.
  fileprivate func intersection(_ other: Self) -> Self? {
    overlaps(other) ? clamped(to: other) : nil
  }
}

extension Int64 {
  /// The quotient, rounded towards negative infinity.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
