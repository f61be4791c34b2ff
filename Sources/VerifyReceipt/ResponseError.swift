// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

extension ReceiptError.Code {
  static let limitSize = Self(rawValue: "limit.size")
  static let limitDepth = Self(rawValue: "limit.depth")
  static let limitAttributes = Self(rawValue: "limit.attributes")
  static let truncated = Self(rawValue: "encoding.truncated")
  static let malformedJSON = Self(rawValue: "encoding.json")
  static let notAResponse = Self(rawValue: "structure.response")
}

extension ReceiptError {
  init(json error: JSONError) {
    let code: Code =
      switch error.code {
      case .size: .limitSize
      case .depth: .limitDepth
      case .values: .limitAttributes
      case .truncated: .truncated
      default: .malformedJSON
      }
    self.init(code, at: error.offset)
  }
}
