// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What is known of a composed payload beside its attributes.
struct Composition: Sendable {
  /// The values that attributes were made of, in the order of the attributes.
  let places: [Place]

  /// Where the receipt comes from, if its source does not say it by a receipt type.
  let environment: ReceiptEnvironment?

  /// The purchases to which an upgrade put an end, by their indices.
  let upgradedPurchases: Set<Int>

  /// An attribute and the value that it was made of.
  struct Place: Sendable {
    var start: Int
    let field: SourceField
  }

  /// The value in whose attribute a byte of the payload stands, or the last one before it.
  func field(at offset: Int) -> SourceField? {
    let index = places.partitionIndex { $0.start > offset }
    return index > 0 ? places[index - 1].field : nil
  }
}

extension Array {
  /// The first index whose element has a property that, once an element has it, all after it have.
  fileprivate func partitionIndex(where hasProperty: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if hasProperty(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Payload {
  /// Decodes a payload that was composed. Its source need not say what a receipt must have to be verified.
  static func compose(
    _ bytes: [UInt8], _ composition: Composition, limits: AppReceipt.Limits
  ) -> (payload: Payload, fault: ReceiptError?) {
    var decoder = PayloadDecoder(limits: limits, required: [])
    decoder.decode(bytes.span, in: 0..<bytes.count)
    let payload = Payload(
      bytes: bytes, range: 0..<bytes.count, elements: 0..<bytes.count, pieces: nil, decoded: decoder,
      composition: composition)
    return (payload, decoder.fault.map { payload.error($0, at: decoder.faultPlace) })
  }
}
