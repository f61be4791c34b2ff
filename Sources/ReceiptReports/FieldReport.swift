// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

/// Every attribute of a receipt, known or not, by number and name, in the order in which the receipt has them.
public struct FieldReport {
  private let redaction: Redaction?

  /// The attributes as text; an empty text without a receipt.
  public static func text(_ report: ReceiptReport, style: TextStyle) -> String {
    guard let receipt = report.receipt else { return "" }
    let fields = FieldReport(redaction: style.redaction)
    var lines = TextLines(style: style)
    for attribute in receipt.attributes where attribute.definition?.kind != .inAppPurchase {
      fields.write(attribute, attribute.definition.flatMap { receipt.value(of: $0) }, indent: 0, to: &lines)
    }
    for purchase in receipt.inAppPurchases {
      lines.heading("17 in-app purchase, #\(purchase.index)")
      for attribute in purchase.attributes {
        fields.write(
          attribute, attribute.definition.flatMap { purchase.value(of: $0) }, indent: 2, to: &lines)
      }
    }
    return lines.text
  }

  private func write(
    _ attribute: ReceiptAttribute, _ value: AttributeValue?, indent: Int, to lines: inout TextLines
  ) {
    let number = attribute.type.map(String.init) ?? "(no valid type)"
    let name = "\(number) \(attribute.definition?.name ?? "unknown")"
    let version = attribute.version.int64 == 1 ? "" : ", version \(attribute.version)"
    let doubt = attribute.isRepeated ? ", REPEATED: no value" : ""
    lines.field(name + version + doubt, shown(attribute, value), indent: indent, width: 36)
  }

  private func shown(_ attribute: ReceiptAttribute, _ value: AttributeValue?) -> String {
    guard let value, let definition = attribute.definition, !attribute.isRepeated else {
      return bytes(attribute.value)
    }
    if let token = redaction.token(definition, value) { return token }
    if case .octets(let octets) = value { return bytes(octets) }
    return terminalText(value.plainText)
  }

  /// Bytes in hexadecimal; an empty string is said to be one.
  private func bytes(_ octets: ArraySlice<UInt8>) -> String {
    let isEmptyString = octets.count == 2 && octets.last == 0
    return octets.isEmpty ? "(no bytes)" : redaction.hex(octets) + (isEmptyString ? " (empty)" : "")
  }
}
