// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

/// The answer about an iOS 6 transaction receipt: the entries of its purchase-info, with low lines in their keys (observed).
struct TransactionReceiptAnswer {
  let receipt: TransactionReceipt
  /// The receipt as it was sent.
  let bytes: [UInt8]
  let now: Timestamp

  func write(to writer: inout JSONWriter) {
    let row = JSONValue.object(
      receipt.entries.map { entry in
        let key = entry.key.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        return JSONMember(
          JSONString(String(decoding: key, as: UTF8.self)), .string(JSONString(entry.value.description)))
      })
    let expiration = receipt.purchase.expirationDate
    let isExpired = expiration.map { $0 <= now } ?? false
    let status: VerifyReceiptResponse.Status = isExpired ? .expired : .valid
    writer.object { object in
      object.member("receipt", value: row)
      if expiration != nil {
        object.member(isExpired ? "latest_expired_receipt_info" : "latest_receipt_info", value: row)
        if !isExpired { object.member("latest_receipt", string: base64Text(bytes)) }
      }
      object.member("status", integer: status.rawValue)
    }
  }
}
