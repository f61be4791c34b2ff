// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import CReceiptsHeader
import ReceiptReports

/// What the header of this library describes, as a number that rises with every addition.
@c @implementation
public func receipts_abi_version() -> UInt32 { UInt32(RECEIPTS_ABI_VERSION) }

/// The version of the toolkit.
@c @implementation
public func receipts_version() -> UnsafePointer<CChar>? { unsafe constantText(Toolkit.version) }

/// One sentence on a status.
@c @implementation
public func receipts_status_message(_ status: receipts_status) -> UnsafePointer<CChar>? {
  let message: StaticString =
    switch status {
    case RECEIPTS_OK: "It was done."
    case RECEIPTS_BAD_POINTER: "A pointer is NULL that must not be, or a handle is of another kind."
    case RECEIPTS_BAD_VALUE: "A value is outside what the function takes."
    case RECEIPTS_CONFLICT: "Bundle identifiers were given, and any is accepted too."
    case RECEIPTS_NO_BUNDLE_ID: "No bundle identifier is accepted, so no receipt would be."
    case RECEIPTS_NO_ENVIRONMENT: "No environment is accepted, so no receipt would be."
    case RECEIPTS_BAD_CERTIFICATE: "A root certificate cannot be read."
    case RECEIPTS_NO_CRYPTO: "OpenSSL cannot be used on this host."
    default: "The library knows no such status."
    }
  return unsafe constantText(message)
}

/// A literal as C has it: it stays as long as the process.
func constantText(_ text: StaticString) -> UnsafePointer<CChar> {
  // The compiler ends literals with a NUL (`StaticString.utf8Start`).
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
