// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Why a receipt was refused: a code to act on, the place, and words for people.
///
/// It never carries contents of the receipt, so it may be shown to whoever sent it.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The first offending byte, counted from the start of the decoded input; `nil` when no one byte is to blame.
  public let offset: Int?

  /// The field in the receipt's own terms, indices from zero: `signedData.content.attribute[17][3].attribute[1708]`.
  public let path: String?

  /// An error with its place.
  public init(_ code: Code, at offset: Int? = nil, path: String? = nil) {
    self.code = code
    self.offset = offset
    self.path = path
  }

  /// A name of the form `class.reason`. The names are stable; the set is open.
  ///
  /// Every name of docs/errors.md is a constant: `error.code == .chainUntrusted`. A `switch` over codes needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, for example `signature.mismatch`.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The part before the point: which phase refused the receipt.
    public var category: Category {
      Category(rawValue: String(rawValue.prefix { $0 != "." }))
    }
  }

  /// One sentence that says what was found.
  public var message: String { ErrorCatalogue.entry(for: code).message }

  /// One sentence that says what to try.
  public var hint: String { ErrorCatalogue.entry(for: code).hint }
}

// MARK: - Conformances

extension ReceiptError.Code: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension ReceiptError: CustomStringConvertible {
  /// Code, message and place on one line.
  public var description: String {
    var text = "\(code): \(message)"
    if let offset { text += " (byte \(offset)" + (path.map { ", \($0)" } ?? "") + ")" }
    return text
  }
}
