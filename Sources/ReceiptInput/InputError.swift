// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why something is not taken for a receipt. It never carries any of the content.
public struct InputError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code
  /// The first offending byte of the content as it was given, counted from zero, where there is one.
  public let offset: Int?
  /// Advice for people, where there is any.
  public let hint: String?

  /// An error with this code, place and advice.
  public init(_ code: Code, offset: Int? = nil, hint: String? = nil) {
    self.code = code
    self.offset = offset
    self.hint = hint
  }

  /// A kind of error, `class.reason`: an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, as in reports.
    public let rawValue: String

    /// The kind with this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is nothing, or nothing but blanks, line breaks and NUL.
    public static let empty = Code(rawValue: "input.empty")
    /// A text that is not base64, nor any other form.
    public static let notBase64 = Code(rawValue: "input.not-base64")
    /// More bytes than a receipt may have.
    public static let size = Code(rawValue: "limit.size")
  }
}
