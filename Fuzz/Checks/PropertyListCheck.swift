// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import FuzzMutator
import ReceiptVerification

/// A property list is read as its text has it, and a transaction receipt made of it keeps its places.
func checkPropertyList(_ text: [UInt8], _ meter: CostMeter?) throws(Violation) {
  try meter?.require("reading a property list of", text.count) { _ = try? PropertyList(text) }
  try checkTransactionReceipt(text, meter)
  let list: PropertyList
  do throws(PropertyListError) {
    list = try PropertyList(text)
  } catch {
    try require(0...text.count ~= error.offset, "\(error.code.rawValue) lies outside the \(text.count) bytes")
    try require(error == fault(of: text), "the same text has another fault")
    if error.code == .trailingText {
      let start = Array(text[..<error.offset])
      try require(fault(of: start) == nil, "what stands before trailing text is no list")
    }
    return
  }
  var entriesLeft = PropertyList.Limits().entries
  try checkEntries(list, text, 0..<text.count, depth: 1, &entriesLeft)
  let trailing = try? PropertyList(text + Array(" x".utf8), allowsTrailingText: true)
  try require(trailing?.entries.count == list.entries.count, "with text behind it, it is another list")
  let longer = fault(of: text + [UInt8(ascii: "}")])
  try require(
    longer?.code == .trailingText && longer?.offset == text.count, "with a brace more it is accepted")
  // Blanks may follow; nothing else can be missing at the end.
  let end = (text.lastIndex(of: UInt8(ascii: "}")) ?? 0) + 1
  for count in [end - 1, number(from: text) % end] {
    let cut = fault(of: Array(text[..<count]))
    try require(
      cut?.code == .truncated && cut?.offset == count,
      "cut to \(count) of \(text.count) it is \(cut.map { "\($0.code.rawValue) at \($0.offset)" } ?? "sound")"
    )
  }
}

private func fault(of text: [UInt8]) -> PropertyListError? {
  do throws(PropertyListError) {
    _ = try PropertyList(text)
    return nil
  } catch {
    return error
  }
}

private func checkEntries(
  _ list: PropertyList, _ text: [UInt8], _ enclosing: Range<Int>, depth: Int, _ entriesLeft: inout Int
) throws(Violation) {
  try require(depth <= PropertyList.Limits().depth, "dictionaries are \(depth) deep")
  try require(Set(list.entries.map(\.key)).count == list.entries.count, "a key stands twice")
  var end = enclosing.lowerBound
  for entry in list.entries {
    entriesLeft -= 1
    try require(entriesLeft >= 0, "there are more entries than the limit")
    try require(
      end < entry.range.lowerBound && entry.range.upperBound < enclosing.upperBound,
      "the value at \(entry.range) lies outside of its list")
    end = entry.range.upperBound
    switch entry.value {
    case .dictionary(let inner): try checkEntries(inner, text, entry.range, depth: depth + 1, &entriesLeft)
    case .string(let string):
      let octets = text[entry.range]
      try require(String(validating: string.utf8, as: UTF8.self) != nil, "a value is no UTF-8")
      try require(
        octets.contains(UInt8(ascii: "\\")) || octets.elementsEqual(string.utf8),
        "the value at \(entry.range) is not what stands there")
    }
  }
}

private func checkTransactionReceipt(_ text: [UInt8], _ meter: CostMeter?) throws(Violation) {
  try meter?.require("reading a transaction receipt of", text.count) {
    _ = try? TransactionReceipt(decoding: text)
  }
  let receipt: TransactionReceipt
  do throws(ReceiptError) {
    receipt = try TransactionReceipt(decoding: text)
  } catch {
    try require(0...text.count ~= error.offset ?? 0, "\(error) lies outside the \(text.count) bytes")
    try require(!error.message.isEmpty && !error.hint.isEmpty, "\(error.code) has no words")
    return
  }
  try require(receipt.purchaseInfo.count <= text.count, "more is signed than there is")
  try require(receipt.receipt.inAppPurchases.count == 1, "there is another number of purchases than one")
  for problem in receipt.receipt.problems {
    try require(0...text.count ~= problem.offset, "\(problem.path) lies outside the \(text.count) bytes")
    try require(problem.code.category == .payload, "\(problem.path) is of class \(problem.code)")
  }
  let again = try? TransactionReceipt(decoding: text)
  try require(
    again?.entries == receipt.entries && again?.receipt.problems == receipt.receipt.problems,
    "the same text gives another receipt")
  try checkVerification(receipt)
}

/// No purchase-info verifies but what the forge signed.
private func checkVerification(_ receipt: TransactionReceipt) throws(Violation) {
  guard let authority = try? FuzzAuthority.shared.get(), let transactionVerifier else {
    throw Violation(message: "no verifier can be made")
  }
  do throws(ReceiptError) {
    _ = try transactionVerifier.verify(receipt, now: fixedNow)
  } catch {
    return try require(
      error.code.category != .internal || receipt.signature?.version == 2,
      "\(error) is an answer to a receipt")
  }
  guard let signature = receipt.signature else { throw Violation(message: "it verifies without a signature") }
  try require(
    authority.isSignature(
      Array(signature.signature), of: [signature.version] + receipt.purchaseInfo, isSHA1: true),
    "a purchase-info that nobody signed is verified")
}

/// Trusts the authority of the fuzzers.
private let transactionVerifier: ReceiptVerifier? = {
  guard let anchors = try? FuzzAuthority.shared.get().transactionAnchors() else { return nil }
  return try? ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: .custom(anchors))
}()
