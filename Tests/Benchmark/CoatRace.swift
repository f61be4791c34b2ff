// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput

/// A receipt in the forms in which it arrives, to its decoded fields.
struct CoatRace {
  let input: Input

  func subjects() throws -> [Subject] {
    let data = Data(input.bytes)
    let coats: [(String, [UInt8])] = [
      ("base64", Array(data.base64EncodedString().utf8)),
      ("base64 in lines", Array(data.base64EncodedString(options: .lineLength76Characters).utf8)),
      ("JSON", Array(#"{"receipt-data":"\#(data.base64EncodedString())"}"#.utf8)),
    ]
    let bytes = input.bytes
    return [
      Subject("decoding alone") { keep(DecodedReceipt(bytes).fault) },
      Subject("DER file") { keep(DecodedReceipt(try ReceiptInput(bytes).bytes).fault) },
    ]
      + coats.map { name, content in
        Subject(name) { keep(DecodedReceipt(try ReceiptInput(content).bytes).fault) }
      }
  }
}
