// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Puts a receipt together from the values of a property list or JSON document, so that one model of receipts and
/// purchases, with one set of rules, serves whatever form they came in.
///
/// The values are written as attributes and decoded as those of any receipt are: a value that is malformed becomes a problem,
/// with the path and offset that it has in its source, and its row grants nothing.
package struct ReceiptComposer {
  private var attributes: [UInt8] = []
  private var places: [Composition.Place] = []
  private var purchaseCount = 0
  private var upgradedPurchases: Set<Int> = []

  package init() {}

  // MARK: - Values

  /// Adds values of the receipt itself.
  package mutating func add(_ fields: SourceFields) {
    attributes += encode(fields, from: attributes.count)
  }

  /// Adds a purchase.
  ///
  /// - Parameter isUpgraded: Whether an upgrade to another product put an end to it: that cancels it, with a date or not.
  package mutating func addPurchase(_ fields: SourceFields, isUpgraded: Bool = false) {
    let firstPlace = places.count
    let purchase = encode(fields, from: 0)
    let set = DEREncoding.element(.set, purchase)
    let attribute = DEREncoding.attribute(type: 17, value: set)
    // What stands inside was placed as if it began at 0.
    let start = attributes.count + attribute.count - purchase.count
    for index in places.indices.dropFirst(firstPlace) { places[index].start += start }
    attributes += attribute
    if isUpgraded { upgradedPurchases.insert(purchaseCount) }
    purchaseCount += 1
  }

  /// Values as attributes, of which the first begins at `start`.
  private mutating func encode(_ fields: SourceFields, from start: Int) -> [UInt8] {
    var encoded: [UInt8] = []
    for (type, kind, field) in fields.fields {
      places.append(Composition.Place(start: start + encoded.count, field: field))
      encoded += DEREncoding.attribute(type: type, value: DEREncoding.value(of: field.text, kind))
    }
    return encoded
  }

  // MARK: - The receipt

  /// The receipt.
  ///
  /// - Parameters:
  ///   - environment: Where it comes from, if the source says so in other words than a receipt type.
  ///   - limits: The bounds to keep.
  /// - Throws: A code of class `limit`.
  package func receipt(
    environment: ReceiptEnvironment?, limits: AppReceipt.Limits
  ) throws(ReceiptError) -> AppReceipt {
    let bytes = DEREncoding.element(.set, attributes)
    let shift = bytes.count - attributes.count
    let composition = Composition(
      places: places.map { Composition.Place(start: $0.start + shift, field: $0.field) },
      environment: environment, upgradedPurchases: upgradedPurchases)
    let (payload, fault) = Payload.compose(bytes, composition, limits: limits)
    if let fault { throw fault }
    return AppReceipt(payload: payload)
  }
}
