// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import StrictJSON
import VerifyReceipt

extension ReceiptJSON {
  /// What a receipt says, with what the answer or the transaction receipt that it comes from knows beside it.
  func writeReceipt(
    _ receipt: AppReceipt, _ response: VerifyReceiptResponse? = nil,
    _ transactionReceipt: TransactionReceipt? = nil, to object: inout JSONObjectWriter
  ) {
    for definition in AttributeTable.receipt.definitions {
      guard let key = definition.key else { continue }
      if definition.kind == .inAppPurchase {
        object.array(key) { array in
          for purchase in receipt.inAppPurchases {
            array.object { writePurchase(purchase, response?.details(of: purchase), to: &$0) }
          }
        }
      } else {
        write(definition, receipt.value(of: definition), as: key, to: &object)
      }
      // Derived from the receipt type, so it has no attribute of its own.
      if definition.type == 0 { object.member("environment", string: receipt.environment?.rawValue) }
    }
    if let transactionReceipt { writeDevice(transactionReceipt, to: &object) }
    writeOtherAttributes(receipt.attributes, to: &object)
  }

  func writePurchase(
    _ purchase: InAppPurchase, _ details: PurchaseDetails? = nil, to object: inout JSONObjectWriter
  ) {
    for definition in AttributeTable.purchase.definitions {
      guard let key = definition.key else { continue }
      write(definition, purchase.value(of: definition), as: key, to: &object)
    }
    if let details { writeDetails(details, to: &object) }
    writeOtherAttributes(purchase.attributes, to: &object)
  }

  private func write(
    _ definition: AttributeDefinition, _ value: AttributeValue?, as key: StaticString,
    to object: inout JSONObjectWriter
  ) {
    guard let value else { return }
    if let token = redaction.token(definition, value) {
      object.member(key, string: token)
    } else {
      object.member(key, value: value)
    }
  }

  /// Every attribute without a key of its own. What is ambiguous stands among the problems instead.
  private func writeOtherAttributes(
    _ attributes: [ReceiptAttribute], to object: inout JSONObjectWriter
  ) {
    guard attributes.contains(where: \.isOther) else { return }
    object.array("other_attributes") { array in
      for attribute in attributes where attribute.isOther {
        array.object { object in
          object.member("type", integer: attribute.type)
          if let version = attribute.version.int64, -Int64.exactInDouble...Int64.exactInDouble ~= version {
            object.member("version", integer: version)
          } else {
            object.member("version", string: attribute.version.description)
          }
          write(octets: attribute.value, as: "hex", to: &object)
        }
      }
    }
  }
}

extension ReceiptAttribute {
  /// Whether it has a type, but no key of its own, and is not ambiguous.
  fileprivate var isOther: Bool { type != nil && !isRepeated && definition?.key == nil }
}

extension Int64 {
  /// 2⁵³: integers up to here survive in a reader that keeps numbers as doubles.
  fileprivate static var exactInDouble: Int64 { 1 << 53 }
}

extension JSONObjectWriter {
  /// A known attribute under its key.
  fileprivate mutating func member(_ key: StaticString, value: AttributeValue) {
    switch value {
    case .text(let text): member(key, string: text.utf8)
    case .date(let date): member(key, string: date.description)
    case .integer(let integer): member(key, string: integer.description)
    case .count(let count): member(key, integer: count)
    case .flag(let flag): member(key, bool: flag)
    case .productType(let type): member(key, string: type.reportName)
    case .ownershipType(let type): member(key, string: type.reportName)
    case .platform(let platform): member(key, string: platform.reportName)
    case .releaseTag(let tag): member(key, string: tag.description)
    case .octets(let octets): member(key, hex: octets)
    }
  }
}
