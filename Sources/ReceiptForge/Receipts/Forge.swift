// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

private import Synchronization

/// Makes receipt files of recipes: the same bytes for the same recipe, on every machine.
///
/// Keys and certificates are made when a recipe first needs them, and kept, so that thousands of receipts cost a
/// signature each. One forge may be used from many threads.
public final class Forge: Sendable {
  /// The name of the authority of recipes that name none.
  public let authorityName: String

  /// What was made so far.
  private struct Made {
    var authorities: [String: TestAuthority] = [:]
    var signers: [SignerName: ReceiptSigner] = [:]
  }

  /// What tells one signer from another.
  private struct SignerName: Hashable {
    var authority: String
    var chain: FileRecipe.Chain
    var forgery: Forgery?
  }

  private let made = Mutex(Made())

  /// A forge whose recipes are signed by the test authority of that name.
  public init(authority name: String = TestAuthority.defaultName) { authorityName = name }

  // MARK: - Files

  /// The file that a recipe describes.
  ///
  /// - Throws: ``ForgeError``: of OpenSSL, or ``ForgeError/nothingToForge`` for a forgery that the recipe leaves no
  ///   room for.
  public func bytes(of file: FileRecipe) throws(ForgeError) -> [UInt8] {
    let signer = try signer(for: file)
    var message = try file.receipt.signedData(by: signer)
    if file.forgery == .changedByte {
      guard let changed = file.receipt.withChangedByte else { throw .nothingToForge }
      message.content = [changed.style.octetString(changed.payload())]
    }
    message.trailingBytes = file.appendedBytes
    let encoded = message.encoded
    guard let count = file.keptBytes, count < encoded.count else { return encoded }
    return Array(encoded.prefix(max(count, 0)))
  }

  // MARK: - Certificates

  /// The root of an authority in DER: what a verifier under test has to be told to trust.
  ///
  /// - Parameter name: the authority; `nil` for that of the forge.
  public func rootCertificate(of name: String? = nil) throws(ForgeError) -> [UInt8] {
    try authority(named: name ?? authorityName).rootCertificate
  }

  private func signer(for file: FileRecipe) throws(ForgeError) -> ReceiptSigner {
    let name = SignerName(
      authority: file.authority ?? authorityName, chain: file.chain,
      forgery: file.forgery == .changedByte ? nil : file.forgery)
    if let known = made.withLock({ $0.signers[name] }) { return known }
    // Two threads may both come here; what they make is the same.
    let signer = try makeSigner(name)
    made.withLock { $0.signers[name] = signer }
    return signer
  }

  private func makeSigner(_ name: SignerName) throws(ForgeError) -> ReceiptSigner {
    guard case .authority(let era) = name.chain else {
      let own = try ReceiptSigner.xcodeLike(key: .rsa(named: name.authority + "/xcode-like"))
      return try falsify(own, name)
    }
    if name.forgery == .otherRoot {
      return try authority(named: name.authority + "/other-root").signer(era)
    }
    let authority = try authority(named: name.authority)
    guard name.forgery == .wrongSigner else { return try falsify(authority.signer(era), name) }
    var leaf = try authority.leafRecipe(era)
    leaf.removeExtension(AppleObjectIdentifier.receiptSigningMarker)
    return try authority.signer(era, intermediate: authority.intermediateRecipe(era), leaf: leaf)
  }

  /// The signer with another key, if the recipe asks for that.
  private func falsify(_ signer: ReceiptSigner, _ name: SignerName) throws(ForgeError) -> ReceiptSigner {
    switch name.forgery {
    case nil, .changedByte: return signer
    case .otherKey:
      var signer = signer
      signer.key = try .rsa(named: name.authority + "/other-key")
      return signer
    // One certificate that signs itself has neither a root nor a purpose that could be another.
    case .otherRoot, .wrongSigner: throw .nothingToForge
    }
  }

  private func authority(named name: String) throws(ForgeError) -> TestAuthority {
    if let known = made.withLock({ $0.authorities[name] }) { return known }
    let authority = try TestAuthority(named: name)
    made.withLock { $0.authorities[name] = authority }
    return authority
  }
}
