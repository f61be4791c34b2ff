// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptInput {
  /// A form in which receipts arrive, by its name in reports (`input.form`): an open set.
  public struct Form: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens.
    public let rawValue: String

    /// The form with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The receipt itself: BER, of which DER is a part.
    public static let der = Form(rawValue: "der")
    /// Base64 in the standard alphabet (RFC 4648, section 4), broken into lines or not.
    public static let base64 = Form(rawValue: "base64")
  }

  /// Something that had to be mended, by its name in reports (`input.repairs`): an open set.
  public struct Repair: RawRepresentable, Hashable, Sendable {
    /// The name, lower case with hyphens; details may follow after a colon.
    public let rawValue: String

    /// The repair with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The padding of base64 was missing in whole or in part.
    public static let padding = Repair(rawValue: "padding")
    /// NUL, LF, CR or blanks after the receipt's last byte were dropped, or NUL after the last of its text.
    public static let trailingBytes = Repair(rawValue: "trailing-bytes")
  }
}
