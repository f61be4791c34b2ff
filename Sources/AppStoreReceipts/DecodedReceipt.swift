// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import PKCS7Decoding

/// A receipt as far as it could be decoded: the message, what it says, and what is wrong with its form.
///
/// This is for looking at receipts, broken ones included. It proves nothing: who signed it is another question, and a
/// receipt with a fault must be refused. `AppReceipt.init(decoding:limits:)` does the latter.
public struct DecodedReceipt: Sendable {
  /// The signed message that holds the receipt, up to the first fault in it.
  public let signedData: SignedData

  /// What the receipt says, without whatever is broken; `nil` when decoding did not get as far as the content.
  public let receipt: AppReceipt?

  /// The first offending byte of the input; `nil` when the structure is sound.
  public let fault: ReceiptError?

  /// Decodes any bytes.
  ///
  /// - Parameters:
  ///   - bytes: A receipt in binary form.
  ///   - limits: The bounds to keep.
  public init(_ bytes: [UInt8], limits: AppReceipt.Limits = AppReceipt.Limits()) {
    let (signedData, shellFault) = SignedData.decode(bytes, limits: limits.signedData)
    self.signedData = signedData
    let outer = shellFault.map {
      ReceiptError(ReceiptError.Code($0.code), at: $0.offset, path: $0.path)
    }
    guard let content = signedData.content else {
      receipt = nil
      fault = outer
      return
    }
    let (payload, inner) = Payload.decode(signedData, content, limits: limits)
    receipt = AppReceipt(payload: payload)
    guard let outer, let inner else {
      fault = outer ?? inner
      return
    }
    // The first offending byte wins, and what was read of the content stands before what is wrong with the message; of two
    // names for one place, the more precise one. But content that is not all there ends too early by itself, and why that
    // is, the message knows.
    let isConsequence =
      inner.code == .encodingTruncated && (inner.code != outer.code || inner.offset != outer.offset)
    fault = isConsequence ? outer : inner
  }

  /// Decodes the content of a receipt, or of one purchase in it, that came without the message that signs it.
  ///
  /// It is never without a fault, so that no verifier takes it: nobody signed it.
  ///
  /// - Parameters:
  ///   - payload: The SET of attributes in binary form.
  ///   - limits: The bounds to keep.
  public init(payloadOnly payload: [UInt8], limits: AppReceipt.Limits = AppReceipt.Limits()) {
    // Fails at the first byte, and keeps the input.
    let (signedData, shellFault) = SignedData.decode(payload, limits: limits.signedData)
    self.signedData = signedData
    guard payload.count <= limits.inputSize else {
      receipt = nil
      fault = shellFault.map { ReceiptError(ReceiptError.Code($0.code), at: $0.offset, path: $0.path) }
      return
    }
    receipt = AppReceipt(payload: Payload.decode(withoutMessage: payload, limits: limits))
    fault = ReceiptError(.inputPayloadWithoutEnvelope)
  }
}
