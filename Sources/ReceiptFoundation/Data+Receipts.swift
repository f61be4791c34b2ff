// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import Foundation
public import ReceiptInput
public import ReceiptVerification

extension ReceiptVerifier {
  /// Verifies a receipt that is held as `Data`, by the host's clock.
  ///
  /// - Parameter data: A receipt in binary form and nothing else.
  /// - Throws: The first reason to refuse it, as `verify(_:now:)` of bytes does.
  public func verify(_ data: Data) throws(ReceiptError) -> VerifiedReceipt {
    try verify([UInt8](data))
  }
}

extension ReceiptInput {
  /// The receipt in some `Data`, in whatever form it arrived.
  ///
  /// - Parameters:
  ///   - content: A file's content, a request's body, or the text of a field of it in UTF-8.
  ///   - maximumSize: The most bytes that it may have when decoded.
  public init(_ content: Data, maximumSize: Int = defaultMaximumSize) throws(InputError) {
    try self.init([UInt8](content), maximumSize: maximumSize)
  }
}

extension AppReceipt {
  /// Decodes a receipt that is held as `Data`. Nothing in it is proven.
  public init(decoding data: Data, limits: Limits = Limits()) throws(ReceiptError) {
    try self.init(decoding: [UInt8](data), limits: limits)
  }
}
