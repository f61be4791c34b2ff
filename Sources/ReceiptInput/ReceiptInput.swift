// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The bytes of a receipt, taken out of whatever form they arrived in.
///
/// The form is guessed from the content, never from a name. The bytes are those of the receipt itself, so
/// that the same receipt gives the same bytes in every form; nothing is known yet about what they mean.
public struct ReceiptInput: Hashable, Sendable {
  /// The form in which the receipt arrived.
  public let form: Form

  /// The receipt: one BER element as far as it could be told, otherwise what there was.
  public private(set) var bytes: [UInt8]

  /// What had to be mended on the way, in the order in which it was, each once.
  public private(set) var repairs: [Repair] = []

  /// The default for the greatest size of a receipt: 8 MiB.
  public static let defaultMaximumSize = 8 << 20

  /// The receipt in `content`, which may have up to `maximumSize` bytes when decoded.
  ///
  /// Throws `limit.size` before anything of that size is allocated, `input.empty` for nothing but blanks, and
  /// the code of the form that the content seems to have, such as `input.not-base64`.
  public init(_ content: [UInt8], maximumSize: Int = defaultMaximumSize) throws(InputError) {
    guard content.count <= Self.largestContent(of: maximumSize) else { throw InputError(.size) }
    let text = Self.trimmed(content)
    guard !text.isEmpty else { throw InputError(.empty, offset: 0) }

    // The order decides doubtful cases: forms with a beginning of their own first, and last of all base64,
    // which any text could be meant to be.
    if content.first == OuterElement.sequenceTag {
      try self.init(der: content, maximumSize: maximumSize)
    } else {
      try self.init(base64: content, text, maximumSize: maximumSize)
    }
    dropTrailingBytes()
  }

  /// The most bytes that a receipt of `maximumSize` may take in any form; a caller need not read more.
  ///
  /// Four for one is what base64 takes when it is percent-encoded throughout, and leaves room for line breaks
  /// otherwise.
  public static func largestContent(of maximumSize: Int) -> Int {
    let (product, overflow) = maximumSize.multipliedReportingOverflow(by: 4)
    return overflow ? .max : product
  }

  init(form: Form, bytes: [UInt8]) {
    self.form = form
    self.bytes = bytes
  }

  // MARK: - Repairs

  mutating func note(_ repair: Repair) {
    if !repairs.contains(repair) { repairs.append(repair) }
  }

  /// Drops what follows the outer element if it is only what copying and storing leave behind.
  ///
  /// Where no element ends, or anything else follows, the decoder will say so better.
  private mutating func dropTrailingBytes() {
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
