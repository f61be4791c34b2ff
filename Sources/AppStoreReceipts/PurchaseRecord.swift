// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

typealias ReceiptValues = AttributeValues<33>
typealias PurchaseValues = AttributeValues<22>

/// One in-app purchase as the decoder leaves it.
struct PurchaseRecord: Sendable {
  /// The value of its attribute, a SET, in the payload; past the end of the payload when it is cut off.
  let value: PackedRange
  /// The values of its known attributes.
  var values = PurchaseValues()
  /// Whether something is wrong in it, so that it must not grant anything.
  var isBroken = false

  init(value: PackedRange) {
    self.value = value
  }
}

/// Which attribute of a payload is meant.
struct AttributePlace: Hashable, Sendable {
  private var purchaseIndex: Int32 = -1
  private var attributeStart: Int32 = -1
  private var missing: Int32 = -1

  /// The payload itself.
  init() {}

  /// A purchase, by its index in the receipt.
  init(purchase: Int) {
    purchaseIndex = Int32(truncatingIfNeeded: purchase)
  }

  /// A top-level attribute that is not there.
  init(missingType: Int) {
    missing = Int32(truncatingIfNeeded: missingType)
  }

  /// The purchase that holds the attribute; `nil` at the top level.
  var purchase: Int? { purchaseIndex < 0 ? nil : Int(purchaseIndex) }

  /// The type of an attribute that is not there.
  var missingType: Int? { missing < 0 ? nil : Int(missing) }

  /// Where the attribute's element begins in the payload.
  var attribute: Int? {
    get { attributeStart < 0 ? nil : Int(attributeStart) }
    set { attributeStart = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }
}

/// A problem as the decoder leaves it: small, since hostile input can have very many.
struct ProblemRecord: Sendable {
  /// What is wrong.
  enum Code: UInt8, Sendable {
    case value
    case duplicateAttribute
    case attributeType
    case missingAttribute
  }

  let code: Code
  let place: AttributePlace
  /// The first offending byte in the payload.
  private let packedOffset: Int32

  init(code: Code, place: AttributePlace, offset: Int) {
    self.code = code
    self.place = place
    packedOffset = Int32(truncatingIfNeeded: offset)
  }

  var offset: Int { Int(packedOffset) }
}
