// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What stands in braces: JSON, an old-style property list, or what `NSData` prints of itself since iOS 13.
  func braces() throws(InputError) -> ReceiptInput {
    if has("{length = ") { throw InputError(.abridged, offset: text.lowerBound) }
    return isPropertyList ? try propertyList() : try json()
  }

  /// Whether the first key has `=` behind it, where JSON has a colon.
  private var isPropertyList: Bool {
    let contents = content[text].dropFirst().drop(while: Base64.isBlank)
    guard let first = contents.first else { return false }
    let behindKey: ArraySlice<UInt8>
    if first == UInt8(ascii: "\"") {
      // A key is short; without a bound, a text of quotes would be looked through for nothing.
      let quote = contents.dropFirst().prefix(256).firstIndex(of: UInt8(ascii: "\""))
      behindKey = quote.map { contents[($0 + 1)...] } ?? []
    } else {
      behindKey = contents.drop { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") && !Base64.isBlank($0) }
    }
    return behindKey.drop(while: Base64.isBlank).first == UInt8(ascii: "=")
  }

  /// An iOS 6 transaction receipt:
  /// ```
  /// { "signature" = "…"; "purchase-info" = "…"; "environment" = "Sandbox"; "pod" = "100"; … }
  /// ```
  /// (undocumented, observed). Only the names of the keys are looked for here.
  private func propertyList() throws(InputError) -> ReceiptInput {
    guard first("purchase-info") != nil, first("signature") != nil else {
      let isPurchaseInfo = first("original-transaction-id") != nil || first("product-id") != nil
      throw InputError(isPurchaseInfo ? .purchaseInfo : .propertyList, offset: text.lowerBound)
    }
    guard text.count <= maximumSize else { throw InputError(.size) }
    return textual(.propertyList, .transactionReceipt)
  }

  /// Something that stays text.
  func textual(_ form: ReceiptInput.Form, _ kind: ReceiptInput.Kind) -> ReceiptInput {
    var input = ReceiptInput(form: form, kind: kind, bytes: textBytes)
    if content[text.upperBound...].contains(0x00) { input.note(.trailingBytes) }
    return input
  }
}
