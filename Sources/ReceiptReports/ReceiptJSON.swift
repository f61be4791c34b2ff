// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import ReceiptInput
import ReceiptVerification
import StrictJSON
import VerifyReceipt

/// The report as JSON: one object, keys in a fixed order, ids and large numbers as text, absent values without a key.
public struct ReceiptJSON {
  /// The version of the format, raised when a key changes its meaning.
  public static let schema = 1

  let redaction: Redaction?
  private let selection: ReceiptSelection?

  init(redaction: Redaction? = nil, selection: ReceiptSelection? = nil) {
    self.redaction = redaction
    self.selection = selection
  }

  /// The report of one input as UTF-8, ended by a newline.
  ///
  /// - Parameters:
  ///   - report: The input and what is known of it.
  ///   - onOneLine: Whether the document is one line, as NDJSON has it, or laid out for people.
  ///   - line: The number of the input's line in a stream, from 1 up; `nil` for an input of its own.
  ///   - key: What the caller calls the input, in UTF-8; `nil` when it has no name of that kind.
  ///   - selection: What is kept of the object, on one line only; everything when `nil`.
  ///   - redaction: Puts tokens in the place of what identifies a person.
  public static func document(
    _ report: ReceiptReport, onOneLine: Bool, line: Int? = nil, key: [UInt8]? = nil,
    selection: ReceiptSelection? = nil, redaction: Redaction? = nil
  ) -> [UInt8] {
    let selection = onOneLine ? selection : nil
    var writer = JSONWriter(style: onOneLine ? .compact : .pretty)
    ReceiptJSON(redaction: redaction, selection: selection).write(report, line: line, key: key, to: &writer)
    return selection.map { $0.selected(from: writer.bytes) } ?? writer.bytes
  }

  private func write(_ report: ReceiptReport, line: Int?, key: [UInt8]?, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("schema", integer: Self.schema)
      object.member("line", integer: line)
      object.member("key", string: key?[...])
      if writes("input") { object.object("input") { writeInput(report, to: &$0) } }
      object.member("kind", string: report.kind)
      if writes("verdict") {
        object.object("verdict") { writeVerdict(report.verdict, report.response, report.warnings, to: &$0) }
      }
      guard report.contents != nil else { return }
      if writes("receipt"), let receipt = report.receipt {
        object.object("receipt") { receiptObject in
          writeReceipt(receipt, report.response, report.transactionReceipt, to: &receiptObject)
        }
      }
      if let response = report.response { writeRenewals(response.renewals, to: &object) }
      if let receipt = report.receipt { writeProblems(receipt.problems, to: &object) }
      writeSigner(report.signer, to: &object)
      if writes("certificates") { writeCertificates(report, to: &object) }
      if writes("entitlements") || writes("unverified_entitlements") || writes("answers") {
        writeRights(report, to: &object)
      }
    }
  }

  /// Whether a section need be written at all. What costs time is asked; the selection takes the rest out afterwards.
  private func writes(_ section: String) -> Bool { selection?.has(section) ?? true }

  // MARK: - What arrived, and whether it is genuine

  private func writeInput(_ report: ReceiptReport, to object: inout JSONObjectWriter) {
    object.member("name", string: redaction.name(report.name))
    guard let input = report.input else { return }
    object.member("form", string: input.form.rawValue)
    object.member("bytes", integer: input.bytes.count)
    guard !input.repairs.isEmpty else { return }
    object.array("repairs") { array in
      for repair in input.repairs { array.element(string: repair.rawValue) }
    }
  }

  func writeVerdict(
    _ verdict: Verdict, _ response: VerifyReceiptResponse?, _ warnings: [ReportWarning],
    to object: inout JSONObjectWriter
  ) {
    object.member("status", string: verdict.status)
    object.member("apple_status", integer: response?.status.rawValue)
    object.member("is_retryable", bool: response?.isRetryable)
    if let refusal = verdict.refusal { write(refusal, to: &object) }
    if case .verified(let verified) = verdict {
      object.member("checked_at", string: verified.checkedAt.description)
    }
    guard !warnings.isEmpty else { return }
    object.array("warnings") { array in
      for warning in warnings {
        array.object { object in
          object.member("code", string: warning.code)
          object.member("message", string: warning.message)
        }
      }
    }
  }

  func write(_ refusal: Verdict.Refusal, to object: inout JSONObjectWriter) {
    object.member("code", string: refusal.code)
    object.member("message", string: refusal.message)
    object.member("hint", string: refusal.hint)
    object.member("offset", integer: refusal.offset)
    object.member("path", string: refusal.path)
  }

  func writeProblems(_ problems: [ReceiptProblem], to object: inout JSONObjectWriter) {
    guard !problems.isEmpty else { return }
    object.array("problems") { array in
      for problem in problems {
        array.object { object in
          object.member("path", string: problem.path)
          object.member("code", string: problem.code.rawValue)
          object.member("offset", integer: problem.offset)
          write(octets: problem.value, as: "hex", to: &object)
        }
      }
    }
  }

  /// Octets in hexadecimal, or their token.
  func write(octets: ArraySlice<UInt8>?, as key: StaticString, to object: inout JSONObjectWriter) {
    guard let octets, redaction != nil else { return object.member(key, hex: octets) }
    object.member(key, string: redaction.hex(octets))
  }

  // MARK: - Who signed

  private func writeSigner(_ signer: SignerSummary?, to object: inout JSONObjectWriter) {
    guard let signer else { return }
    object.object("signer") { object in
      object.member("version", integer: signer.version.map { Int($0) })
      object.member("digest", string: signer.digest)
      object.member("signature", string: signer.signature)
      object.member("certificate", integer: signer.certificate)
    }
  }

  private func writeCertificates(_ report: ReceiptReport, to object: inout JSONObjectWriter) {
    let certificates = report.certificates
    guard !certificates.isEmpty else { return }
    object.array("certificates") { array in
      for summary in certificates {
        let certificate = summary.certificate
        array.object { object in
          object.member("role", string: summary.role.rawValue)
          object.member("subject", string: certificate.subject.rfc4514)
          object.member("issuer", string: certificate.issuer.rfc4514)
          write(octets: certificate.serialNumber, as: "serial", to: &object)
          object.member("not_before", string: summary.notBefore?.description)
          object.member("not_after", string: summary.notAfter?.description)
          object.member("signature_algorithm", string: certificate.signatureAlgorithm.name)
          object.member("key", string: certificate.publicKey?.description)
          write(octets: summary.fingerprint?[...], as: "sha256", to: &object)
          let markers = summary.markers
          if !markers.isEmpty {
            object.array("marker_oids") { array in
              for marker in markers { array.element(string: marker.description) }
            }
          }
          object.member("valid_at_creation", bool: summary.isValid(at: report.signingDate))
        }
      }
    }
  }
}
