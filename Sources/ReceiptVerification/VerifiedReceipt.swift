// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

/// A receipt of which it is proven who signed it.
///
/// Only `ReceiptVerifier` makes one, so that having it is the proof.
public struct VerifiedReceipt: Sendable {
  /// What the receipt says.
  public let receipt: AppReceipt

  /// Who vouches for it.
  public let trust: Trust

  /// How it was signed, and by which certificate.
  public let signer: Signer

  /// The instant for which the chain was checked: the receipt's creation, or the purchase date of a transaction receipt.
  public let checkedAt: Timestamp

  /// SHA-256 over the signed content: the name of this receipt. The file itself is no name, since some of its bytes are
  /// signed by nobody.
  public let payloadDigest: [UInt8]

  /// Whether the receipt was made for a certain device.
  public let deviceBinding: DeviceBinding

  /// Whether the bundle identifier was compared with an expected one.
  public let isBundleIDCompared: Bool

  /// The transaction receipt that this was, if it was one and no app receipt.
  public let transactionReceipt: TransactionReceipt?

  /// Whether the environment is among what was signed. That of a transaction receipt is not: anyone can make a purchase of
  /// the sandbox look like one that was paid for.
  public var isEnvironmentSigned: Bool { transactionReceipt == nil }

  init(
    receipt: AppReceipt, trust: Trust, signer: Signer, checkedAt: Timestamp, payloadDigest: [UInt8],
    deviceBinding: DeviceBinding, isBundleIDCompared: Bool, transactionReceipt: TransactionReceipt? = nil
  ) {
    self.receipt = receipt
    self.trust = trust
    self.signer = signer
    self.checkedAt = checkedAt
    self.payloadDigest = payloadDigest
    self.deviceBinding = deviceBinding
    self.isBundleIDCompared = isBundleIDCompared
    self.transactionReceipt = transactionReceipt
  }

  /// Who vouches for a receipt.
  public enum Trust: Hashable, Sendable {
    /// Apple, by its pinned root.
    case apple
    /// The holder of a root certificate that was given to the verifier.
    case custom
    /// Nobody: the key is in every developer's hands. Good for trying things out, and for nothing else.
    case localTesting
  }

  /// How a receipt was signed.
  public struct Signer: Hashable, Sendable {
    /// The digest that was signed.
    public let digest: DigestAlgorithm
    /// The index of the signer's certificate among the embedded ones.
    public let certificate: Int
  }
}
