// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Reads the payload of a receipt, the content that Apple signs.
///
/// ```
/// Payload ::= SET OF ReceiptAttribute
/// InAppPurchase ::= SET OF ReceiptAttribute   -- the value of type 17
/// ```
/// A broken structure is the receipt's fault: the first one counts, and reading goes on behind the attribute that holds it,
/// where its end is known. A malformed value is only a problem of its attribute.
struct PayloadDecoder {
  private(set) var values = ReceiptValues()
  private(set) var purchases: [PurchaseRecord] = []
  private(set) var problems: [ProblemRecord] = []
  private(set) var fault: ASN1Error?
  /// The attribute in which the fault was met.
  private(set) var faultPlace = AttributePlace()

  private let limits: AppReceipt.Limits
  private let requiredTypes: [Int]
  private let receiptTable = AttributeTable.receipt
  private let purchaseTable = AttributeTable.purchase
  private var faultCount = 0
  private var place = AttributePlace()
  /// The purchase that is being read.
  private var current: PurchaseRecord?

  /// - Parameter required: The types whose absence is a problem: those without which a receipt cannot be verified.
  init(limits: AppReceipt.Limits, required: [Int] = [0, 2, 12]) {
    self.limits = limits
    requiredTypes = required
  }

  // MARK: - Attributes

  /// Reads the payload that fills `range` to the end of `bytes`, and would reach past it when the payload is cut off.
  mutating func decode(_ bytes: Span<UInt8>, in range: Range<Int>) {
    readAttributes(bytes, in: range, limit: limits.attributes)
    if values.repeated != 0 { reportRepetitions(bytes, in: range) }
    if fault == nil { reportMissing(at: min(range.upperBound, bytes.count)) }
  }

  /// Reads the attributes of one purchase that fill `range`, without a receipt around them.
  mutating func decodePurchase(_ bytes: Span<UInt8>, in range: Range<Int>) {
    readPurchase(bytes, in: range)
  }

  private mutating func readAttributes(_ bytes: Span<UInt8>, in range: Range<Int>, limit: Int) {
    let enclosing = place
    var reader = ASN1Reader(bytes, in: range, depth: 2)
    do throws(ASN1Error) {
      var set = try reader.enter(.set)
      var count = 0
      while !set.isAtEnd {
        guard count < limit else { throw ASN1Error(.attributes, at: set.position) }
        count += 1
        let start = set.position
        guard set.isNext(.sequence) else {
          note(ASN1Error(.unexpectedElement, at: try set.readElement().start))
          continue
        }
        var element = try set.enter(.sequence)
        do throws(ASN1Error) {
          try readAttribute(&element, start: start)
          try element.finish()
        } catch {
          note(error)
        }
        place = enclosing
        try set.moveBehind(element)
      }
      try reader.leave(set)
      // Content of which the end is not known may go on: what follows is for the message's decoder to say.
      if range.upperBound != .max { try reader.finish() }
    } catch {
      note(error)
    }
  }

  @inline(__always)
  private mutating func readAttribute(_ reader: inout ASN1Reader, start: Int) throws(ASN1Error) {
    place.attribute = start
    let attribute = try RawAttribute(from: &reader, start: start)
    guard let type = attribute.type else {
      return report(.attributeType, at: attribute.typeContents.lowerBound)
    }
    let isInPurchase = current != nil
    guard let (index, kind) = (isInPurchase ? purchaseTable : receiptTable).known(type) else { return }
    if kind == .inAppPurchase {
      // Also one that is cut off, for what there is of it.
      readPurchase(reader.bytes, in: attribute.value)
      return try finishPurchase(reader)
    }
    try reader.finish()

    var value: Int64?
    do {
      value = try readValue(kind, reader.bytes, in: attribute.value)
    } catch {
      report(.value, at: error.offset)
    }
    if isInPurchase {
      current?.values.record(value, at: index)
    } else {
      values.record(value, at: index)
    }
  }

  private mutating func readPurchase(_ bytes: Span<UInt8>, in range: Range<Int>) {
    let index = purchases.count
    let faultsBefore = faultCount
    let problemsBefore = problems.count
    place = AttributePlace(purchase: index)
    current = PurchaseRecord(value: PackedRange(range))
    readAttributes(bytes, in: range, limit: limits.purchaseAttributes)
    if var record = current {
      if record.values.repeated != 0 { reportRepetitions(bytes, in: range) }
      record.isBroken = faultCount > faultsBefore || problems.count > problemsBefore
      purchases.append(record)
    }
    current = nil
  }

  /// Demands that nothing follows the value of a purchase in its attribute; the purchase is broken otherwise.
  private mutating func finishPurchase(_ reader: borrowing ASN1Reader) throws(ASN1Error) {
    do throws(ASN1Error) {
      try reader.finish()
    } catch {
      if let last = purchases.indices.last { purchases[last].isBroken = true }
      throw error
    }
  }

  // MARK: - Faults and problems

  private mutating func note(_ error: ASN1Error) {
    faultCount += 1
    guard fault == nil else { return }
    fault = error
    faultPlace = place
  }

  private mutating func report(_ code: ProblemRecord.Code, at offset: Int) {
    add(ProblemRecord(code: code, place: place, offset: offset))
  }

  /// Lists a problem. Past the limit, that there are more is a fault of the receipt: none of them is passed over.
  private mutating func add(_ problem: ProblemRecord) {
    guard problems.count < limits.problems else { return note(ASN1Error(.problems, at: problem.offset)) }
    problems.append(problem)
  }

  /// Names every copy of an attribute that stands more than once: nobody can say which one is meant.
  private mutating func reportRepetitions(_ bytes: Span<UInt8>, in range: Range<Int>) {
    let table = current == nil ? receiptTable : purchaseTable
    RawAttribute.forEach(bytes, in: range) { attribute in
      guard let type = attribute.type, let (index, kind) = table.known(type), kind != .inAppPurchase,
        current?.values.isRepeated(index) ?? values.isRepeated(index)
      else { return }
      var place = place
      place.attribute = attribute.start
      add(ProblemRecord(code: .duplicateAttribute, place: place, offset: attribute.start))
    }
  }

  /// Names the attributes without which a receipt cannot be verified.
  private mutating func reportMissing(at end: Int) {
    for type in requiredTypes where !values.hasMet(type) {
      let place = AttributePlace(missingType: type)
      add(ProblemRecord(code: .missingAttribute, place: place, offset: end))
    }
  }
}

extension ASN1Error.Code {
  /// More problems than the limits allow.
  static var problems: Self { Self("limit.problems") }
  /// More attributes than the limits allow.
  static var attributes: Self { Self("limit.attributes") }
}
