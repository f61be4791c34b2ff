// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import ReceiptInput
import ReceiptReports
import StrictJSON

/// The clock of all checks, so that what they find can be found again.
let fixedNow: Timestamp = Timestamp("2026-06-01T12:00:00Z") ?? .latest

/// Any bytes give an answer: the same each time, with every place inside the input, and JSON that is JSON.
func checkReceipt(_ bytes: [UInt8], _ meter: CostMeter?) throws(Violation) {
  try meter?.require("decoding a receipt of", bytes.count) { _ = DecodedReceipt(bytes) }
  let decoded = DecodedReceipt(bytes)
  try checkPlaces(decoded, bytes.count)
  let document = ReceiptJSON.document(report(decoded, bytes), onOneLine: true)
  try checkDocument(document, decoded)
  let again = DecodedReceipt(bytes)
  try require(again.fault == decoded.fault, "the same bytes have another fault")
  if isChosen(bytes, oneIn: 4) {
    try require(
      ReceiptJSON.document(report(again, bytes), onOneLine: true) == document,
      "the same bytes give another report")
    let pretty = ReceiptJSON.document(report(decoded, bytes), onOneLine: false)
    try requireShowable(pretty, allowsLineFeeds: true)
    try require(try parsed(pretty) == parsed(document), "the two layouts say different things")
  }
  try checkEncoding(decoded)
  try checkNeighbours(decoded, bytes)
  try checkPlaces(DecodedReceipt(payloadOnly: bytes), bytes.count)
}

// MARK: - Places

private func checkPlaces(_ decoded: DecodedReceipt, _ count: Int) throws(Violation) {
  if let fault = decoded.fault {
    try require(0...count ~= fault.offset ?? 0, "the fault \(fault) lies outside the \(count) bytes")
    try require(!fault.message.isEmpty && !fault.hint.isEmpty, "\(fault.code) has no words")
  }
  for certificate in decoded.signedData.certificates {
    try require(certificate.der.count <= count, "a certificate is larger than the input")
  }
  guard let receipt = decoded.receipt else { return }
  let content = receipt.content
  try require(content.count <= count, "the content is larger than the input")
  try checkAttributes(receipt.attributes, within: content, count)
  for purchase in receipt.inAppPurchases {
    try checkAttributes(purchase.attributes, within: content, count)
    try checkValues(AttributeTable.purchase, content) { purchase.value(of: $0) }
  }
  try checkValues(AttributeTable.receipt, content) { receipt.value(of: $0) }
  for problem in receipt.problems {
    try require(0...count ~= problem.offset, "the problem \(problem.path) lies outside the \(count) bytes")
    try require(problem.code.category == .payload, "\(problem.path) is a problem of class \(problem.code)")
    if let purchase = problem.purchase {
      try require(receipt.inAppPurchases.indices ~= purchase, "\(problem.path) is in no purchase")
      try require(
        receipt.inAppPurchases[purchase].hasProblems, "\(problem.path): its purchase counts as sound")
    }
    if let value = problem.value { try requireInside(value, content, problem.path) }
  }
}

private func checkAttributes(
  _ attributes: [ReceiptAttribute], within content: ArraySlice<UInt8>, _ count: Int
) throws(Violation) {
  for attribute in attributes {
    try require(0..<count ~= attribute.offset, "an attribute begins at \(attribute.offset) of \(count)")
    try requireInside(attribute.value, content, "attribute at \(attribute.offset)")
    try require(!attribute.version.description.isEmpty, "the version at \(attribute.offset) has no text")
  }
}

private func checkValues(
  _ table: AttributeTable, _ content: ArraySlice<UInt8>, _ value: (AttributeDefinition) -> AttributeValue?
) throws(Violation) {
  for definition in table.definitions {
    switch value(definition) {
    case .text(let text):
      try requireInside(text.utf8, content, "\(definition.type)")
      try require(String(validating: text.utf8, as: UTF8.self) != nil, "\(definition.type) is no UTF-8")
    case .octets(let octets): try requireInside(octets, content, "\(definition.type)")
    case .integer(let integer): try require(!integer.description.isEmpty, "\(definition.type) has no text")
    case .date(let date):
      try require(Timestamp(date.description) == date, "the date in \(definition.type) does not come back")
    case .count(let count):
      try require(0...(1 << 53) ~= count, "\(definition.type) counts \(count)")
    default: continue
    }
  }
}

private func requireInside(
  _ value: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>, _ name: @autoclosure () -> String
) throws(Violation) {
  try require(
    content.startIndex <= value.startIndex && value.endIndex <= content.endIndex,
    "\(name()): \(value.indices) lies outside the content, \(content.indices)")
}

// MARK: - The report

private func checkDocument(_ document: [UInt8], _ decoded: DecodedReceipt) throws(Violation) {
  try require(document.last == 0x0A, "the report does not end its line")
  try requireShowable(document.dropLast(), allowsLineFeeds: false)
  let status = try parsed(document)["verdict"]?["status"]?.string?.string
  try require(
    status == (decoded.fault == nil ? "not-checked" : "rejected"), "the status is \(status ?? "missing")")
}

/// The report on what was decoded, not verified.
func report(_ decoded: DecodedReceipt, _ bytes: [UInt8]) -> ReceiptReport {
  // The form in which the bytes arrived says nothing that decoding depends on: that of a sound receipt stands for it.
  guard let sampleInput else { return ReceiptReport(name: "input", failure: "TestReceipts is not there") }
  return ReceiptReport(
    name: "input", input: sampleInput, decoded: decoded, verdict: Verdict(decoded: decoded), now: fixedNow)
}

private let sampleInput: ReceiptInput? = try? ReceiptInput(TestReceipts.bytes("sandbox-sha256.der"))

/// A number from the bytes, so that what is not done for each input is done for the same ones.
func number(from bytes: [UInt8]) -> Int {
  bytes.reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xFF_FFFF }
}

/// Whether the bytes are of those for which something costly is done.
func isChosen(_ bytes: [UInt8], oneIn count: Int) -> Bool { number(from: bytes) % count == 0 }

// MARK: - One byte less, one byte more

private func checkNeighbours(_ decoded: DecodedReceipt, _ bytes: [UInt8]) throws(Violation) {
  guard !bytes.isEmpty else { return }
  let place = number(from: bytes) % bytes.count
  for count in [bytes.count - 1, place] {
    let shorter = DecodedReceipt(Array(bytes[..<count]))
    let cut = shorter.fault
    if let fault = decoded.fault {
      // It ends too early or has the same fault: no fault depends on what comes later. Only where content is in pieces, be it
      // a single one, and cut off, nobody knows where it would have ended.
      let isOpen = !shorter.signedData.contentIsComplete && shorter.signedData.announcedContentEnd == nil
      let isTruncated = cut?.code.rawValue == "encoding.truncated" && cut?.offset == count
      let isSame = cut?.code == fault.code && cut?.offset == fault.offset
      let isTrail = fault.code.rawValue == "structure.trailing-bytes" && fault.offset == count && cut == nil
      try require(
        isTruncated || isSame || isTrail
          || cut != nil && (isOpen || decoded.signedData.content?.ranges.count != 1),
        "cut to \(count) of \(bytes.count) it is \(cut.map(\.description) ?? "sound"), whole \(fault)")
    } else {
      try require(
        cut?.code.rawValue == "encoding.truncated" && cut?.offset == count,
        "sound, and cut to \(count) of \(bytes.count) it is \(cut.map(\.description) ?? "sound")")
    }
  }
  if decoded.fault == nil {
    let longer = DecodedReceipt(bytes + [0]).fault
    try require(
      longer?.code.rawValue == "structure.trailing-bytes" && longer?.offset == bytes.count,
      "with a byte more it is \(longer.map(\.description) ?? "sound")")
  }
}
