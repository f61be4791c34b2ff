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
  /// The certificates among the anchors that others have issued. They begin no chain: they are issuers of transaction
  /// receipts' signers.
  let issuers: [EmbeddedCertificate]
  private let store: TrustStore?
  /// Which of the anchors are roots, in the order of the store.
  private let rootIndices: [Int]
  private let rootSubjects: [[UInt8]]
  private let rootWindows: [ClosedRange<Int64>]
  let host: HostCapabilities
  private let cache = ChainCache()

  init(
    _ anchors: TrustAnchors, deniedKeys: Set<[UInt8]>, host: HostCapabilities
  ) throws(VerifierConfigurationError) {
    guard let library = CryptoLibrary.shared else { throw .cryptoUnavailable }
    self.anchors = anchors
    self.deniedKeys = deniedKeys
    self.host = host
    var rootIndices: [Int] = []
    var issuers: [EmbeddedCertificate] = []
    var subjects: [[UInt8]] = []
    var windows: [ClosedRange<Int64>] = []
    for (index, root) in anchors.roots.enumerated() {
      guard let certificate = try? EmbeddedCertificate(decoding: root), let validity = certificate.window
      else {
        throw .unreadableRoot(index)
      }
      guard certificate.isSelfIssued else {
        issuers.append(certificate)
        continue
      }
      rootIndices.append(index)
      subjects.append(Array(certificate.subject.der))
      windows.append(validity)
    }
    self.issuers = issuers
    self.rootIndices = rootIndices
    rootSubjects = subjects
    rootWindows = windows
    do {
      store = rootIndices.isEmpty ? nil : try TrustStore(rootIndices.map { anchors.roots[$0] }, library)
    } catch .unreadableRoot(let index) {
      throw .unreadableRoot(rootIndices[index])
    } catch {
      throw error
    }
  }

  /// How many chains are known to hold.
  var cachedChainCount: Int { cache.count }

  // MARK: - Apple's chain

  /// The key of a signer whose chain holds at an instant.
  ///
  /// - Throws: Codes of class `chain`, or `internal.crypto`.
  func key(of chain: SignerChain, at created: Timestamp, now: Timestamp) throws(ReceiptError) -> TrustedKey {
    try refuseDate(created, of: chain, now)
    let seconds = created.wholeSeconds
    // Among several candidates OpenSSL chooses, and the one that it chose does not name the chain.
    guard chain.candidates.count == 1 else { return try build(chain, at: seconds).key }

    let name = ChainName(
      leaf: chain.leaf.certificate.der, intermediate: chain.candidates[0].certificate.der,
      digest: chain.digest)
    if let key = cache.key(for: name, at: seconds) { return key }
    let (key, window) = try build(chain, at: seconds)
    cache.store(key, valid: window, for: name)
    return key
  }

  /// Cheap checks first: a forger must make a whole chain to have one parsed by OpenSSL.
  ///
  /// - Returns: The leaf's key, and the seconds in which the same chain gives it.
  private func build(
    _ chain: SignerChain, at seconds: Int64
  ) throws(ReceiptError) -> (key: TrustedKey, window: ClosedRange<Int64>) {
    let rules = ChainRules(allowsSHA1: chain.digest == .sha1)
    let (leaf, candidates) = (chain.leaf, chain.candidates)
    guard let store, !leaf.certificate.isSelfIssued else { throw leaf.error(.chainUntrusted) }
    guard !candidates.isEmpty else { throw leaf.error(.chainIncomplete) }
    guard candidates.contains(where: { isIssuedByRoot($0.certificate) }) else {
      throw candidates[0].error(.chainUntrusted)
    }
    if let objection = rules.objection(toSigner: leaf.certificate) { throw leaf.error(objection) }
    // OpenSSL 3.0 reads a certificate whose dates are none, and later versions do not.
    let leafWindow = try leaf.window()
    let windows = try candidates.map { candidate throws(ReceiptError) in try candidate.window() }
    // Dates outside this range meet no certificate, and other libraries' clocks need not be asked about them.
    if let objection = Self.plausibleDates.objection(to: seconds) { throw leaf.error(objection) }

    // As late as it can be: a forger who merely calls his digest SHA-1 is refused above, on any host.
    guard !rules.allowsSHA1 || host.verifiesSHA1 else { throw ReceiptError(.internalHostForbidsSHA1) }
    let result = try buildPath(
      leaf: leaf.certificate.der, candidates: candidates.map(\.certificate.der), store: store, at: seconds,
      digest: chain.digest)
    switch result {
    case .refused(let code, let candidate):
      throw (candidate.map { candidates[$0] } ?? leaf).error(code)
    case .trusted(let index, let root, let key):
      let intermediate = candidates[index]
      if let objection = rules.objection(toIntermediate: intermediate.certificate) {
        throw intermediate.error(objection)
      }
      try refuseDenied(leaf)
      // They overlap, since the instant lies in each.
      let window = leafWindow.clamped(to: windows[index]).clamped(to: rootWindows[root])
        .clamped(to: Self.plausibleDates)
      return (TrustedKey(key: key, trust: anchors.trust(ofRoot: rootIndices[root])), window)
    }
  }

  func refuseDenied(_ leaf: SignerChain.Link) throws(ReceiptError) {
    guard let fingerprint = DigestAlgorithm.sha256.digest(of: leaf.certificate.publicKeyInfo) else {
      throw ReceiptError(.internalCrypto)
    }
    guard !deniedKeys.contains(fingerprint) else { throw leaf.error(.chainDenied) }
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
    let certificate = signedData.certificates[selection.certificateIndex]
    guard certificate.isSelfIssued else { return nil }
    guard let fingerprint = DigestAlgorithm.sha256.digest(of: certificate.der) else {
      throw ReceiptError(.internalCrypto)
    }
    guard anchors.localTestingFingerprints.contains(fingerprint) else { return nil }
    let chain = SignerChain(selection, in: signedData)
    try refuseFuture(created, now, path: chain.datePath)
    try refuse(chain.leaf, invalidAt: created)
    guard let key = withCleanErrorQueue({ VerificationKey(der: certificate.der, selection.digest) }) else {
      throw ReceiptError(.internalCrypto)
    }
    return TrustedKey(key: key, trust: .localTesting)
  }

  // MARK: - Dates

  /// Refuses a certificate that is not valid at an instant.
  func refuse(_ link: SignerChain.Link, invalidAt created: Timestamp) throws(ReceiptError) {
    if let objection = try link.window().objection(to: created.wholeSeconds) { throw link.error(objection) }
  }

  /// Refuses an instant that lies in the future, or at which the digest was not accepted any more.
  func refuseDate(_ created: Timestamp, of chain: SignerChain, _ now: Timestamp) throws(ReceiptError) {
    try refuseFuture(created, now, path: chain.datePath)
    guard chain.digest == .sha1 else { return }
    guard created < Self.endOfSHA1 else { throw ReceiptError(.chainAlgorithm, path: chain.digestPath) }
  }

  private func refuseFuture(_ created: Timestamp, _ now: Timestamp, path: String) throws(ReceiptError) {
    guard created <= now.adding(seconds: Self.toleratedClockDifference) else {
      throw ReceiptError(.chainFuture, path: path)
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
  var window: ClosedRange<Int64>? {
    guard let first = notBefore?.secondsSince1970, let last = notAfter?.secondsSince1970, first < last else {
      return nil
    }
    return first...(last - 1)
  }

  fileprivate var isSelfIssued: Bool { issuer.der.elementsEqual(subject.der) }
}

extension ClosedRange<Int64> {
  /// What keeps a certificate that is valid in these seconds from being valid in one; `nil` when nothing does.
  fileprivate func objection(to second: Int64) -> ReceiptError.Code? {
    if second < lowerBound { return .chainNotYetValid }
    return second > upperBound ? .chainExpired : nil
  }
}

extension Timestamp {
  /// Whole seconds since 1970, rounded towards the past.
  var wholeSeconds: Int64 {
    let (quotient, remainder) = millisecondsSince1970.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
