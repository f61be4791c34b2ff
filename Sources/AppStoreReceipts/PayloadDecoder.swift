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
  private(set) var purchases = PurchaseRecords()
  private(set) var problems: [ProblemRecord] = []
  private(set) var fault: ASN1Error?
  /// The attribute in which the fault was met.
  private(set) var faultPlace = AttributePlace()

  private let limits: AppReceipt.Limits
  private let requiredTypes: [Int]
  private var faultCount = 0
  private var place = AttributePlace()
  private var shapes = PurchaseShapes()

  /// - Parameter required: The types whose absence is a problem: those without which a receipt cannot be verified.
  init(limits: AppReceipt.Limits, required: [Int] = [0, 2, 12]) {
    self.limits = limits
    requiredTypes = required
  }

  // MARK: - Attributes

  /// Reads the payload that fills `range` to the end of `bytes`, and would reach past it when the payload is cut off.
  mutating func decode(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var values = ReceiptValues()
    readAttributes(bytes, in: range, .receipt, limit: limits.attributes, into: &values)
    report(repeated: values.repeated, bytes, in: range, .receipt)
    if fault == nil { reportMissing(values, at: min(range.upperBound, bytes.count)) }
    self.values = values
  }

  /// Reads the attributes of one purchase that fill `range`; when nothing says where it ends, to `Int.max`.
  mutating func decodePurchase(_ bytes: Span<UInt8>, in range: Range<Int>) {
    place = AttributePlace(purchase: purchases.count)
    if let shape = shapes.shape(ofPurchaseIn: range, of: bytes),
      purchases.append(bytes, in: range, like: shape)
    {
      return
    }
    let faultsBefore = faultCount
    let problemsBefore = problems.count
    var values = PurchaseValues()
    readAttributes(bytes, in: range, .purchase, limit: limits.purchaseAttributes, into: &values)
    report(repeated: values.repeated, bytes, in: range, .purchase)
    let isBroken = faultCount > faultsBefore || problems.count > problemsBefore
    // No more of it fits the record, nor is there more.
    let end = min(range.upperBound, range.lowerBound &+ Int(UInt32.max))
    purchases.append(values, in: range.lowerBound..<end, isBroken: isBroken)
    shapes.add(range, isSound: !isBroken)
  }

  private mutating func readAttributes<let capacity: Int>(
    _ bytes: Span<UInt8>, in range: Range<Int>, _ table: AttributeTable, limit: Int,
    into values: inout AttributeValues<capacity>
  ) {
    let enclosing = place
    var reader = ASN1Reader(bytes, in: range, depth: 2)
    do throws(ASN1Error) {
      var set = try reader.enter(.set)
      let end = set.availableEnd
      var count = 0
      while !set.isAtEnd {
        guard count < limit else { throw ASN1Error(.attributes, at: set.position) }
        count += 1
        let start = set.position
        if let attribute = PlainAttribute.read(bytes, at: start, before: end),
          readPlain(attribute, bytes, table, into: &values)
        {
          place = enclosing
          set.move(to: attribute.end)
          continue
        }
        guard set.isNext(.sequence) else {
          note(ASN1Error(.unexpectedElement, at: try set.readElement().start))
          continue
        }
        var element = try set.enter(.sequence)
        do throws(ASN1Error) {
          try readAttribute(&element, start: start, table, into: &values)
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

  /// Reads an attribute of one of the usual shapes; `false`, and nothing done, when its value cannot be read.
  @inline(__always)
  private mutating func readPlain<let capacity: Int>(
    _ attribute: PlainAttribute, _ bytes: Span<UInt8>, _ table: AttributeTable,
    into values: inout AttributeValues<capacity>
  ) -> Bool {
    guard let (index, kind) = table.known(attribute.type) else { return true }
    if kind == .inAppPurchase {
      decodePurchase(bytes, in: attribute.value)
      return true
    }
    guard let value = try? readValue(kind, bytes, in: attribute.value) else { return false }
    values.record(value, at: index)
    return true
  }

  private mutating func readAttribute<let capacity: Int>(
    _ reader: inout ASN1Reader, start: Int, _ table: AttributeTable,
    into values: inout AttributeValues<capacity>
  ) throws(ASN1Error) {
    place.attribute = start
    let attribute = try RawAttribute(from: &reader, start: start)
    guard let type = attribute.type else {
      return report(.attributeType, at: attribute.typeContents.lowerBound)
    }
    guard let (index, kind) = table.known(type) else { return }
    if kind == .inAppPurchase {
      // Also one that is cut off, for what there is of it.
      decodePurchase(reader.bytes, in: attribute.value)
      return try finishPurchase(reader)
    }
    try reader.finish()

    do {
      values.record(try readValue(kind, reader.bytes, in: attribute.value), at: index)
    } catch {
      values.record(nil, at: index)
      report(.value, at: error.offset)
    }
  }

  /// Demands that nothing follows the value of a purchase in its attribute; the purchase is broken otherwise.
  private mutating func finishPurchase(_ reader: borrowing ASN1Reader) throws(ASN1Error) {
    do throws(ASN1Error) {
      try reader.finish()
    } catch {
      purchases.breakLast()
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
  private mutating func report(
    repeated: UInt64, _ bytes: Span<UInt8>, in range: Range<Int>, _ table: AttributeTable
  ) {
    guard repeated != 0 else { return }
    RawAttribute.forEach(bytes, in: range) { attribute in
      guard let type = attribute.type, let (index, _) = table.known(type),
        repeated & (1 << UInt64(index)) != 0
      else { return }
      var place = place
      place.attribute = attribute.start
      add(ProblemRecord(code: .duplicateAttribute, place: place, offset: attribute.start))
    }
  }

  /// Names the attributes without which a receipt cannot be verified.
  private mutating func reportMissing(_ values: ReceiptValues, at end: Int) {
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
