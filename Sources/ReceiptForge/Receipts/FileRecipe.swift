// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The recipe of a whole file: what the receipt says, who signs it, and what was done to it on its way.
///
/// ```swift
/// var file = try FileRecipe(SampleReceipt.sandbox(created: "2025-01-30T12:00:00Z"))
/// let genuine = try Forge().bytes(of: file)
/// file.forgery = .otherRoot
/// let forged = try Forge().bytes(of: file)
/// ```
/// ``init(json:)`` reads one from JSON, as `receipt-forge` does. ``Forge`` makes the file, always the same one.
public struct FileRecipe: Sendable, Hashable {
  /// Who signs a receipt.
  public enum Chain: Sendable, Hashable {
    /// A test authority, with the certificates of that era.
    case authority(ChainEra)
    /// A self-signed certificate as Xcode's StoreKit testing has it; no era, no root.
    case xcodeLike
  }

  /// What the receipt says, and how it is encoded.
  public var receipt: ReceiptRecipe
  /// Who signs it.
  public var chain: Chain
  /// The name of the test authority; `nil` for the one of the ``Forge``.
  public var authority: String?
  /// What makes it a forgery; `nil` for a genuine one.
  public var forgery: Forgery?
  /// How many bytes are kept, from the first on; `nil` for all.
  public var keptBytes: Int?
  /// Bytes that follow the receipt.
  public var appendedBytes: [UInt8] = []

  /// A file with this receipt, whole and genuine.
  public init(_ receipt: ReceiptRecipe, chain: Chain = .authority(.anyDate)) {
    self.receipt = receipt
    self.chain = chain
  }

  /// A file with the receipt of this sample, whole and genuine; one of Xcode's is signed as Xcode's are.
  ///
  /// - Throws: ``ForgeError/openSSL(_:)`` when the device hash cannot be made.
  public init(_ sample: SampleReceipt) throws(ForgeError) {
    self.init(try sample.recipe(), chain: sample.style == .xcode ? .xcodeLike : .authority(.anyDate))
  }
}

/// Why a recipe cannot be followed: words for whoever wrote it, and the place.
public struct RecipeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where in the recipe, such as `receipt.in_app[3].expires_date`; empty for the recipe as a whole.
  public let path: String
  /// What is wrong.
  public let message: String

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }

  /// Path and message on one line.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
