// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptVerification

/// A copy of bytes that C code passed; `nil` when they are too many, or when the pointer is NULL and there should be some.
///
/// - Parameters:
///   - pointer: Where they are.
///   - length: How many. What does not fit `Int` arrives below zero, and is too many.
///   - limit: The most that are read.
func bytes(_ pointer: UnsafeRawPointer?, _ length: Int, upTo limit: Int) -> [UInt8]? {
  guard 0...limit ~= length else { return nil }
  guard length > 0 else { return [] }
  guard let pointer = unsafe pointer else { return nil }
  return unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: length))
}

/// A copy of text that C code passed; `nil` as for bytes, when it is not UTF-8, and for NULL.
func text(_ pointer: UnsafePointer<CChar>?, _ length: Int, upTo limit: Int) -> String? {
  guard unsafe pointer != nil, let bytes = unsafe bytes(pointer, length, upTo: limit) else { return nil }
  return String(validating: bytes, as: UTF8.self)
}

/// An instant, or the clock's; `nil` when the calendar does not have it.
func instant(_ milliseconds: Int64) -> Timestamp? {
  isNow(milliseconds) ? .now : Timestamp(millisecondsSince1970: milliseconds)
}

/// Whether an instant stands for the clock: RECEIPTS_NOW, which is a macro that Swift does not read.
func isNow(_ milliseconds: Int64) -> Bool { milliseconds == .min }
