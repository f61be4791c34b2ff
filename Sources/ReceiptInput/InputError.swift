// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why something is not taken for a receipt. It never carries any of the content.
public struct InputError: Error, Hashable, Sendable {
  /// What is wrong. `ErrorCatalogue` and docs/errors.md have a sentence and advice for each code.
  public let code: Code
  /// The first offending byte of the content as it was given, counted from zero, where there is one.
  public let offset: Int?
  /// More than the code says, for people, where there is more.
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
  }

  // MARK: - Errors of forms inside forms

  /// The same error, with the offset as `place` maps it; what is `nil` there has no place in the content as
  /// given.
  func moved(_ place: (Int) -> Int?) -> InputError {
    guard let offset else { return self }
    guard let moved = place(offset) else {
      return InputError(code, hint: hint.map { "\($0) (counted inside the outer form)" })
    }
    return InputError(code, offset: moved, hint: hint)
  }
}

extension InputError: CustomStringConvertible {
  /// Code and place on one line, and the advice where there is some: `input.not-base64 (byte 12)`.
  public var description: String {
    code.rawValue + (offset.map { " (byte \($0))" } ?? "") + (hint.map { ": \($0)" } ?? "")
  }
}
