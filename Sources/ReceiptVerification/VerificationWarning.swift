// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// Something about a verified receipt that a person should know, and that does not make it less genuine.
public struct VerificationWarning: Hashable, Sendable {
  /// A stable name.
  public let code: Code

  /// One sentence.
  public var message: String { code.message }

  /// What is warned of.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The receipt is signed with SHA-1.
    case sha1Chain = "chain.sha1"
    /// The receipt was made for local testing: anyone could have signed it.
    case localTesting = "receipt.local-testing"
    /// The environment is not among what was signed.
    case environmentNotSigned = "environment.not-signed"
    /// A purchase is dated after the receipt's creation.
    case purchaseAfterCreation = "purchase.after-creation"
    /// A purchase stands in the receipt more than once.
    case duplicateRow = "purchase.duplicate-row"
    /// Purchases with one transaction identifier contradict each other.
    case contradictoryRows = "purchase.contradictory-rows"

    /// One sentence.
    public var message: String {
      switch self {
      case .sha1Chain: "The receipt is signed with SHA-1, as all were until 2025-01-24."
      case .localTesting:
        "Made for local testing by Xcode or a test authority: anyone could have signed this."
      case .environmentNotSigned:
        "Nobody signed the environment: a purchase of the sandbox can be made to look like one of production."
      case .purchaseAfterCreation: "A purchase is dated after the receipt's creation."
      case .duplicateRow: "A purchase stands in the receipt more than once; it counts once."
      case .contradictoryRows:
        "Purchases with one transaction identifier contradict each other; a cancellation counts for all of them."
      }
    }
  }
}

extension VerifiedReceipt {
  /// What a person should know about the receipt, each kind once.
  public var warnings: [VerificationWarning] {
    var codes: [VerificationWarning.Code] = []
    if signer.digest == .sha1 { codes.append(.sha1Chain) }
    if trust == .localTesting { codes.append(.localTesting) }
    if !isEnvironmentSigned { codes.append(.environmentNotSigned) }
    if receipt.inAppPurchases.contains(where: { ($0.purchaseDate ?? .earliest) > checkedAt }) {
      codes.append(.purchaseAfterCreation)
    }
    let rows = repeatedTransactions
    if rows.haveDuplicates { codes.append(.duplicateRow) }
    if rows.haveContradictions { codes.append(.contradictoryRows) }
    return codes.map { VerificationWarning(code: $0) }
  }

  /// Whether rows with one transaction identifier are the same row, or say different things.
  private var repeatedTransactions: (haveDuplicates: Bool, haveContradictions: Bool) {
    var lastRows: [ReceiptText: InAppPurchase] = [:]
    var result = (haveDuplicates: false, haveContradictions: false)
    for purchase in receipt.inAppPurchases {
      guard let transaction = purchase.transactionID else { continue }
      guard let other = lastRows.updateValue(purchase, forKey: transaction) else { continue }
      if haveSameValues(other.attributes, purchase.attributes) {
        result.haveDuplicates = true
      } else {
        result.haveContradictions = true
      }
    }
    return result
  }

  private func haveSameValues(_ left: [ReceiptAttribute], _ right: [ReceiptAttribute]) -> Bool {
    func values(_ attributes: [ReceiptAttribute]) -> Set<[UInt8]> {
      Set(attributes.map { Array("\($0.type ?? -1):".utf8) + $0.value })
    }
    return values(left) == values(right)
  }
}
