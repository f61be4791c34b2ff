// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptForge
import SeededRandom

/// Changes transaction receipts inside of their base64: the purchase-info, which is signed again, and the signature.
package struct TransactionMutator: Sendable {
  private let signer: ReceiptSigner

  /// A mutator that signs with the leaf of these keys.
  package init(_ authority: FuzzAuthority) throws {
    signer = try authority.authority.signer(.sha1)
  }

  /// Changes an input; see ``ReceiptMutator/mutate(_:limit:seed:plain:)``.
  package func mutate(_ bytes: [UInt8], limit: Int, seed: UInt64, plain: PlainMutation) -> [UInt8] {
    var random = SplitMix(state: seed)
    guard !random.isChosen(oneIn: 4), let info = Self.value(of: "purchase-info", in: bytes),
      let text = Data(base64Encoded: Data(bytes[info]))
    else { return plain(bytes, limit) }
    var list = Array(text)
    if random.isChosen(oneIn: 2) {
      Self.setEntry(in: &list, &random)
    } else {
      list = plain(list, list.count + 64)
    }
    var recipe = TransactionReceiptRecipe(purchaseInfo: [])
    recipe.purchaseInfoText = list
    guard let signature = try? recipe.signature(by: signer) else { return bytes }

    var changed = bytes
    changed.replaceSubrange(info, with: Data(list).base64EncodedData())
    if !random.isChosen(oneIn: 6), let place = Self.value(of: "signature", in: changed) {
      let octets = random.isChosen(oneIn: 8) ? plain(signature, signature.count + 8) : signature
      changed.replaceSubrange(place, with: Data(octets).base64EncodedData())
    }
    return changed.count <= limit ? changed : bytes
  }

  /// Where the text between the quotes of a value stands.
  private static func value(of key: String, in text: [UInt8]) -> Range<Int>? {
    guard let name = text.firstRange(of: Array("\"\(key)\" = \"".utf8)) else { return nil }
    let end = text[name.upperBound...].firstIndex(of: UInt8(ascii: "\""))
    return end.map { name.upperBound..<$0 }
  }

  /// Puts an entry at the beginning of the list, in the place of one with the same key.
  private static func setEntry(in list: inout [UInt8], _ random: inout SplitMix) {
    let key = BoundaryValues.pick(keys, &random)
    let values = key.contains("date") ? dates + BoundaryValues.dates : numbers + BoundaryValues.texts
    let value = BoundaryValues.pick(values, &random)
    if let old = self.value(of: key, in: list) { return list.replaceSubrange(old, with: Array(value.utf8)) }
    let place = (list.firstIndex(of: UInt8(ascii: "{")) ?? -1) + 1
    list.insert(contentsOf: Array("\"\(key)\" = \"\(value)\";".utf8), at: place)
  }

  private static let keys = [
    "bid", "bvrs", "product-id", "item-id", "transaction-id", "original-transaction-id", "quantity",
    "purchase-date", "purchase-date-ms", "purchase-date-pst", "original-purchase-date-ms", "expires-date",
    "expires-date-formatted", "unique-identifier", "unique-vendor-identifier", "is-trial-period",
    "web-order-line-item-id", "cancellation-date", "app-item-id",
  ]

  private static let dates = [
    "0", "-1", "1462104000000", "1462104000", "253402300799999", "253402300800000", "9223372036854775807",
    "9223372036854775808", "-62135596800001", "2016-05-01 12:00:00 Etc/GMT",
    "2016-05-01 05:00:00 America/Los_Angeles", "2016-03-13 02:30:00 America/Los_Angeles",
    "2016-02-30 12:00:00 Etc/GMT",
  ]

  private static let numbers = [
    "0", "1", "-1", "01", "true", "false", "9007199254740993", "18446744073709551616",
  ]
}
