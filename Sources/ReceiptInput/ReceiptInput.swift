// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The bytes of a receipt, taken out of whatever form they arrived in.
///
/// The form is guessed from the content, never from a name. The bytes are those of the receipt itself, so
/// that the same receipt gives the same bytes in every form; nothing is known yet about what they mean.
///
/// ```swift
/// let input = try ReceiptInput(body)                  // throws(InputError), which names what else it is
/// if let refusal = input.refusal { throw refusal }    // not an app receipt
/// let receipt = try verifier.verify(input.bytes)
/// ```
/// Forms may stand inside each other, six deep. Where a text can be read in two ways:
///
/// * Blanks in base64 are dropped. If the result is not exactly one element, blanks are read as `+`, and this
///   reading counts only if it gives exactly one.
/// * After the end of the outer element only 00, 0A, 0D and 20 are dropped. Anything else is left for the
///   decoder to refuse.
/// * A JSON object with `signedPayload` or `notification_type` is a notification, one with an integer
///   `status` an answer of `verifyReceipt`, and one with `unified_receipt` and no status a notification
///   again. In any other, the first key counts of `receipt-data`, `latest_receipt`, `transactionReceipt`,
///   `appStoreReceipt`, `receipt` and `Payload` whose value is text, or an object, that holds a receipt; last
///   comes `transaction` with such an object. An array counts if it has one element.
/// * Text of digits alone, of a UUID or the like is an identifier before it is base64: no receipt is as
///   short.
public struct ReceiptInput: Hashable, Sendable {
  /// The form in which the receipt arrived, the outermost if there were several.
  public private(set) var form: Form

  /// What it is.
  public let kind: Kind

  /// The receipt: one BER element as far as it could be told, otherwise what there was; the text of a
  /// property list or of JSON for the kinds that are text.
  public private(set) var bytes: [UInt8]

  /// What had to be mended on the way, from outside in, each once.
  public private(set) var repairs: [Repair] = []

  /// The default for the greatest size of a receipt: 8 MiB.
  public static let defaultMaximumSize = 8 << 20

  /// The receipt in `content`, which may have up to `maximumSize` bytes when decoded.
  ///
  /// Throws `limit.size` before anything of that size is allocated, `input.empty` for nothing but blanks, and
  /// the code of what the content seems to be, such as `input.not-base64` or `input.certificate`.
  public init(_ content: [UInt8], maximumSize: Int = defaultMaximumSize) throws(InputError) {
    guard content.count <= Self.largestContent(of: maximumSize) else { throw InputError(.size) }
    self = try InputLayer(content, maximumSize: maximumSize).recognize()
  }

  /// Why this is not an app receipt, although it is something that is known; `nil` for app receipts.
  public var refusal: InputError? {
    switch kind {
    case .appReceipt: nil
    case .payload: InputError(.payloadWithoutEnvelope)
    case .transactionReceipt: InputError(.transactionReceipt)
    case .verifyReceiptResponse: InputError(.verifyReceiptResponse)
    }
  }

  /// The most bytes that a receipt of `maximumSize` may take in any form; a caller need not read more.
  ///
  /// Four for one is what base64 takes when it is percent-encoded throughout, and leaves room for line breaks
  /// otherwise.
  public static func largestContent(of maximumSize: Int) -> Int {
    let (product, overflow) = maximumSize.multipliedReportingOverflow(by: 4)
    return overflow ? .max : product
  }

  init(form: Form, kind: Kind, bytes: [UInt8]) {
    self.form = form
    self.kind = kind
    self.bytes = bytes
  }

  // MARK: - Repairs

  mutating func note(_ repair: Repair) {
    if !repairs.contains(repair) { repairs.append(repair) }
  }

  /// The same receipt, with this repair made before all others.
  func preceded(by repair: Repair) -> ReceiptInput {
    var input = self
    input.repairs = [repair]
    for other in repairs { input.note(other) }
    return input
  }

  /// The same receipt, found inside a form that needed these repairs.
  func wrapped(in outer: Form, _ outerRepairs: [Repair] = []) -> ReceiptInput {
    var input = self
    input.form = outer
    input.repairs = outerRepairs
    if form.isBase64, outer.isBase64 { input.note(.doubleEncoded) }
    switch form {
    case .der, .base64, .json, .propertyList: break
    default: input.note(Repair(rawValue: form.rawValue))
    }
    for repair in repairs { input.note(repair) }
    return input
  }

  /// Drops what follows the outer element if it is only what copying and storing leave behind.
  ///
  /// Where no element ends, or anything else follows, the decoder will say so better.
  mutating func dropTrailingBytes() {
    guard let end = OuterElement.end(in: bytes.span), end < bytes.count else { return }
    guard bytes[end...].allSatisfy(Self.isTrailing) else { return }
    bytes.removeLast(bytes.count - end)
    note(.trailingBytes)
  }

  /// NUL, LF, CR and blank: what C strings, editors and shells append.
  static func isTrailing(_ byte: UInt8) -> Bool {
    byte == 0x00 || byte == 0x0A || byte == 0x0D || byte == 0x20
  }
}

extension ReceiptInput.Form {
  /// Whether this is base64 in either alphabet.
  fileprivate var isBase64: Bool { self == .base64 || self == .base64URL }
}
