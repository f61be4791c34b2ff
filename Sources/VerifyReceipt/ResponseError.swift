// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

extension ReceiptError {
  init(json error: JSONError) {
    let code: Code =
      switch error.code {
      case .size: .limitSize
      case .depth: .limitDepth
      case .values: .limitAttributes
      case .truncated: .encodingTruncated
      default: .encodingJSON
      }
    self.init(code, at: error.offset)
  }
}
