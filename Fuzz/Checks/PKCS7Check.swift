// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding

/// Every range of a message lies inside the input and in the order of the grammar, and a certificate says the same when it
/// stands alone.
func checkPKCS7(_ bytes: [UInt8], _ meter: CostMeter?) throws(Violation) {
  try meter?.require("reading a message of", bytes.count) { _ = SignedData.decode(bytes) }
  let (message, fault) = SignedData.decode(bytes)
  let again = SignedData.decode(bytes)
  try require(
    again.fault == fault && again.signedData.content == message.content
      && again.signedData.signerInfos == message.signerInfos
      && again.signedData.certificates.map(\.range) == message.certificates.map(\.range),
    "the same bytes give another message")
  try checkContent(message)
  var end = message.content?.ranges.last?.upperBound ?? 0
  for certificate in message.certificates {
    try requireOrder([end..<end, certificate.range], bytes.count, "a certificate")
    end = certificate.range.upperBound
    try checkCertificate(certificate, bytes.count)
  }
  for signer in message.signerInfos {
    try requireOrder(
      [end..<end, signer.issuer, signer.serialNumber, signer.signature], bytes.count, "a signer's field")
    end = signer.signature.upperBound
  }
  if let fault {
    try require(0...bytes.count ~= fault.offset && !fault.path.isEmpty, "\(fault) lies outside the input")
  } else {
    try require(
      message.isSignedData && message.contentIsComplete && message.digestAlgorithm != nil,
      "a message without a fault lacks a part")
  }
  try checkShorterAndLonger(bytes, fault)
}

// MARK: - Ranges

private func checkContent(_ message: SignedData) throws(Violation) {
  guard let content = message.content else { return }
  try require(
    content.ranges.allSatisfy { !$0.isEmpty } && content.ranges.map(\.count).reduce(0, +) == content.count,
    "the pieces of the content do not add up")
  try requireOrder(content.ranges, message.input.count, "a piece of the content")
  var index = 0
  for range in content.ranges {
    try require(
      content.inputOffset(of: index) == range.lowerBound
        && content.inputOffset(of: index + range.count - 1) == range.upperBound - 1,
      "octet \(index) of the content is not where its piece is")
    index += range.count
  }
}

private func checkCertificate(_ certificate: EmbeddedCertificate, _ count: Int) throws(Violation) {
  let range = certificate.range
  let fields = [
    certificate.serialNumberRange, certificate.issuerRange, certificate.subjectRange,
    certificate.publicKeyInfoRange,
  ]
  let values = certificate.extensions.map(\.value)
  try requireOrder(fields + values, count, "a certificate's field")
  for field in fields + values + [certificate.signedRange] {
    try require(
      range.lowerBound < field.lowerBound && field.upperBound <= certificate.signedRange.upperBound,
      "a certificate's field lies outside of what is signed")
  }
  try require(certificate.signedRange.upperBound < range.upperBound, "a certificate's signature is missing")

  let der = Array(certificate.der)
  let start = range.lowerBound
  guard let alone = try? EmbeddedCertificate(decoding: der) else {
    throw Violation(message: "a certificate that was read in the message is refused alone")
  }
  try require(
    alone.range == der.indices && alone.version == certificate.version
      && alone.serialNumberRange.lowerBound + start == certificate.serialNumberRange.lowerBound
      && alone.notBefore == certificate.notBefore && alone.notAfter == certificate.notAfter
      && alone.publicKey == certificate.publicKey
      && alone.subject.rfc4514 == certificate.subject.rfc4514
      && alone.issuer.commonName == certificate.issuer.commonName
      && alone.extensions.map(\.identifier) == certificate.extensions.map(\.identifier),
    "a certificate says other things when it stands alone")
  try require(
    (try? EmbeddedCertificate(decoding: der + [0])) == nil, "a certificate with a byte more is read")
  try require(
    (try? EmbeddedCertificate(decoding: der.dropLast())) == nil, "a certificate with a byte less is read")
}

/// Demands that ranges lie in the input, none before the end of the one before it.
private func requireOrder(
  _ ranges: [Range<Int>], _ count: Int, _ name: @autoclosure () -> String
) throws(Violation) {
  var end = 0
  for range in ranges {
    try require(
      end <= range.lowerBound && range.upperBound <= count,
      "\(name()) at \(range) lies before \(end) or outside the \(count) bytes")
    end = range.upperBound
  }
}

// MARK: - One byte less, one byte more

/// Reading never looks ahead: cut anywhere, a message has the same fault, or ends too early.
private func checkShorterAndLonger(_ bytes: [UInt8], _ fault: PKCS7Error?) throws(Violation) {
  guard !bytes.isEmpty else { return }
  for count in [bytes.count - 1, number(from: bytes) % bytes.count] {
    let cut = SignedData.decode(Array(bytes[..<count])).fault
    let isTruncated = cut?.code == .truncated && cut?.offset == count
    let isOnlyTrail = fault?.code == .trailingBytes && fault?.offset == count && cut == nil
    try require(
      isTruncated || isOnlyTrail || (fault != nil && cut == fault),
      "cut to \(count) of \(bytes.count) it is \(cut.map { "\($0)" } ?? "sound"), whole \(fault.map { "\($0)" } ?? "sound")"
    )
  }
  if fault == nil {
    let longer = SignedData.decode(bytes + [0]).fault
    try require(
      longer?.code == .trailingBytes && longer?.offset == bytes.count,
      "with a byte more it is \(longer.map { "\($0)" } ?? "sound")")
  }
}
