// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

/// The parts of an answer, whichever of the two shapes it has.
struct ResponseContents {
  /// The receipt, which is the purchase itself in answers of iOS 6.
  let receipt: ResponseObject?
  /// The purchases, those of the receipt first.
  let rows: [Row]
  let renewals: [PendingRenewal]
  private let document: ResponseObject

  /// One purchase.
  struct Row {
    let fields: SourceFields
    let details: PurchaseDetails

    init(_ object: ResponseObject) {
      fields = .purchase(object.field)
      details = PurchaseDetails(object)
    }

    private init(fields: SourceFields, details: PurchaseDetails) {
      self.fields = fields
      self.details = details
    }

    /// The same purchase with what a later row says of it, and what only this one does.
    func updated(by later: Row) -> Row {
      Row(fields: later.fields.merging(fields), details: later.details)
    }

    /// What two rows of one purchase have in common.
    var identity: [ArraySlice<UInt8>]? {
      guard let transaction = fields[1703]?.text, let product = fields[1702]?.text else { return nil }
      return [transaction, product]
    }
  }

  init(_ document: ResponseObject) {
    self.document = document
    receipt = ResponseObject(document["receipt"], path: "receipt")
    let earlier = receipt.map { $0.isPurchase ? [$0] : $0.objects("in_app") } ?? []
    let later = document.objects("latest_receipt_info") + document.objects("latest_expired_receipt_info")
    rows = Self.merged(earlier.map { Row($0) }, later.map { Row($0) })

    let pending = document.objects("pending_renewal_info")
    if pending.isEmpty, document.has("auto_renew_status") {
      // In answers of iOS 6, the document is about one subscription.
      let purchase = (later.last ?? earlier.last)?.members.filter { member in
        ["product_id", "original_transaction_id"].contains(member.key.string)
          && !document.has(member.key.string)
      }
      let members = document.members.filter { $0.value.object == nil && $0.value.array == nil }
      renewals =
        ResponseObject(.object(members + (purchase ?? [])), path: "").map { [PendingRenewal($0)] } ?? []
    } else {
      renewals = pending.map { PendingRenewal($0) }
    }
  }

  /// Rows of the receipt with what later rows say, then the later rows that are new.
  private static func merged(_ earlier: [Row], _ later: [Row]) -> [Row] {
    var rows = earlier
    var places: [[ArraySlice<UInt8>]: Int] = [:]
    for (index, row) in earlier.enumerated() {
      if let identity = row.identity, places[identity] == nil { places[identity] = index }
    }
    for row in later {
      // Only once: a row that stands twice in one list is none that was merged.
      if let identity = row.identity, let index = places.removeValue(forKey: identity) {
        rows[index] = rows[index].updated(by: row)
      } else {
        rows.append(row)
      }
    }
    return rows
  }

  /// The receipt in the model of any receipt; `nil` when there is nothing of one.
  func compose(limits: AppReceipt.Limits) throws(ReceiptError) -> AppReceipt? {
    guard receipt != nil || !rows.isEmpty else { return nil }
    var composer = ReceiptComposer()
    if let receipt {
      composer.add(receipt.isPurchase ? .app(receipt.field) : .receipt(receipt.field))
    }
    for row in rows { composer.addPurchase(row.fields, isUpgraded: row.details.isUpgraded) }
    return try composer.receipt(environment: environment, limits: limits)
  }

  /// The environment by the answer's own word; `nil` where the receipt has a type.
  private var environment: ReceiptEnvironment? {
    guard receipt?.text("receipt_type") == nil else { return nil }
    return switch document.text("environment") {
    case "Production"?: .production
    case "Sandbox"?: .sandbox
    case "Xcode"?: .xcode
    case nil: nil
    default: .unknown
    }
  }
}

extension ResponseObject {
  /// Whether a receipt is itself the purchase, as in answers of iOS 6.
  fileprivate var isPurchase: Bool {
    !has("in_app") && (has("bid") || has("transaction_id") || has("product_id"))
  }
}
