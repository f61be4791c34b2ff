// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Attributes being gathered; a value that is nil adds none.
struct AttributeList {
  private(set) var attributes: [ReceiptAttribute] = []

  mutating func integer(_ type: Int64, _ value: SampleInteger?) {
    if let value { attributes.append(.integer(type, content: value.content)) }
  }

  mutating func integer(_ type: Int64, content: [UInt8]?) {
    if let content { attributes.append(.integer(type, content: content)) }
  }

  mutating func utf8String(_ type: Int64, _ text: String?) {
    if let text { attributes.append(.utf8String(type, text)) }
  }

  mutating func ia5String(_ type: Int64, _ text: String?) {
    if let text { attributes.append(.ia5String(type, text)) }
  }

  mutating func date(_ type: Int64, _ date: SampleDate?) { ia5String(type, date?.text) }

  mutating func bytes(_ type: Int64, version: Int64 = 1, _ value: [UInt8]?) {
    if let value { attributes.append(.bytes(type, version: version, value)) }
  }
}
