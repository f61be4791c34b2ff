// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An in-app purchase as a receipt holds it: a SET OF attributes, the value of an attribute of type 17.
public struct PurchaseRecipe: Sendable, Hashable {
  /// The attributes, types 1701 and above.
  public var attributes: [ReceiptAttribute]
  /// Encoded elements of the SET that are no attributes: junk.
  public var otherElements: [[UInt8]] = []

  /// A purchase of these attributes.
  public init(_ attributes: [ReceiptAttribute]) { self.attributes = attributes }

  /// Replaces the first attribute of the same type, or appends it.
  public mutating func set(_ attribute: ReceiptAttribute) { attributes.set(attribute) }

  /// Removes every attribute of that type.
  public mutating func remove(type: Int64) { attributes.removeAll { $0.has(type: type) } }

  /// The SET.
  public func encoded(style: ReceiptStyle = .der) -> [UInt8] {
    DERWriter.encode {
      $0.setOf(attributes.map(\.encoded) + otherElements, sorted: style.sortsSets)
    }
  }

  /// The attribute of type 17 that holds it.
  public func attribute(style: ReceiptStyle = .der) -> ReceiptAttribute {
    ReceiptAttribute(17, value: encoded(style: style))
  }
}

extension [ReceiptAttribute] {
  /// Replaces the first attribute of the same type, or appends it.
  mutating func set(_ attribute: ReceiptAttribute) {
    if let index = firstIndex(where: { $0.type == attribute.type }) {
      self[index] = attribute
    } else {
      append(attribute)
    }
  }
}
