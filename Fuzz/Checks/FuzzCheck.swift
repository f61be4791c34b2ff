// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// What must hold for any bytes, by the part of the toolkit that it is demanded of.
///
/// A check is the body of one fuzzer, `Fuzz/<name>`, and of the tests over its regressions.
public enum FuzzCheck: String, CaseIterable, Sendable {
  /// `ASN1Reader` on any bytes.
  case asn1 = "ASN1"
  /// A stream of receipts, one a line.
  case batch = "Batch"
  /// `ReceiptInput` on any content, and the decoder on what it takes out.
  case input = "Input"
  /// `JSONReader` and `JSONWriter`.
  case json = "JSON"
  /// `SignedData`, with the certificates and signers in it.
  case pkcs7 = "PKCS7"
  /// `PropertyList`, and `TransactionReceipt`, which is made of two.
  case propertyList = "PropertyList"
  /// `DecodedReceipt`, with everything that it offers, and the JSON report.
  case receipt = "Receipt"
  /// The reports for people.
  case report = "Report"
  /// `Timestamp` and its text.
  case timestamp = "Timestamp"
  /// `ReceiptVerifier` with the root of `TestReceipts` pinned.
  case verify = "Verify"

  /// Runs the check.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - meter: Measures what reading them takes, where that is asked for.
  /// - Throws: The first thing that does not hold.
  public func run(_ bytes: [UInt8], meter: CostMeter? = nil) throws(Violation) {
    switch self {
    case .asn1: try checkASN1(bytes)
    case .batch: try checkBatch(bytes)
    case .input: try checkInput(bytes)
    case .json: try checkJSON(bytes)
    case .pkcs7: try checkPKCS7(bytes, meter)
    case .propertyList: try checkPropertyList(bytes, meter)
    case .receipt: try checkReceipt(bytes, meter)
    case .report: try checkReport(bytes)
    case .timestamp: try checkTimestamp(bytes)
    case .verify:
      guard let check = VerifyCheck.shared else {
        throw Violation(message: "no verifier can be made of TestReceipts")
      }
      try check.run(bytes)
    }
  }

  /// Runs the check for libFuzzer, to which a crash is the only bad news.
  @unsafe public func runOrTrap(_ bytes: UnsafeBufferPointer<UInt8>, meter: CostMeter) {
    do throws(Violation) {
      try run(unsafe Array(bytes), meter: meter)
    } catch {
      print("violation in \(rawValue): \(error.message)")
      fflush(nil)
      fatalError(error.message)
    }
  }
}

/// Something that does not hold although it must.
public struct Violation: Error, CustomStringConvertible {
  /// What does not hold.
  public let message: String

  /// The message.
  public var description: String { message }
}

/// Demands that something holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(message: message()) }
}
