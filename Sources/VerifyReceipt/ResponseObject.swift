// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

/// A JSON object in which values are text, or what stands for it in answers that were written by hand.
struct ResponseObject {
  let members: [JSONMember]
  /// Where it stands in the document, such as `receipt.in_app[3]`; empty for the document itself.
  let path: String
  private let values: [JSONString: JSONValue]

  /// An object; `nil` for any other value.
  init?(_ value: JSONValue?, path: String) {
    guard let members = value?.object else { return nil }
    self.members = members
    self.path = path
    values = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of a member, if it has one that is not `null`.
  subscript(key: String) -> JSONValue? {
    let value = values[JSONString(key)]
    return value == .null ? nil : value
  }

  func has(_ key: String) -> Bool { self[key] != nil }

  /// The objects under a key: those of an array, or the one that stands in its place.
  func objects(_ key: String) -> [ResponseObject] {
    guard let elements = self[key]?.array else {
      return ResponseObject(self[key], path: path(of: key)).map { [$0] } ?? []
    }
    return elements.enumerated().compactMap { ResponseObject($1, path: "\(path(of: key))[\($0)]") }
  }

  // MARK: - Values

  /// The value of a member as it is spelled. Its offset is that of the text in the document, and 0 where the text had to be
  /// put together from escapes.
  func field(_ key: String) -> SourceField? {
    let text: ArraySlice<UInt8>?
    switch self[key] {
    case nil, .null?: return nil
    case .string(let string)?: text = string.utf8
    case .number(let number)?: text = number.utf8
    case .bool(let bool)?: text = Array(bool ? "true".utf8 : "false".utf8)[...]
    case .array?, .object?: text = nil
    }
    return SourceField(text: text, path: path(of: key), offset: text?.startIndex ?? 0)
  }

  func text(_ key: String) -> ReceiptText? {
    guard let text = field(key)?.text, !text.isEmpty else { return nil }
    return ReceiptText(String(decoding: text, as: UTF8.self))
  }

  func integer(_ key: String) -> Int64? {
    field(key)?.text.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  func flag(_ key: String) -> Bool? {
    switch text(key) {
    case "1", "true": true
    case "0", "false": false
    default: nil
    }
  }

  func date(_ key: String) -> Timestamp? {
    (field(key + "_ms") ?? field(key))?.text.flatMap { StoreDate.timestamp($0) }
  }

  private func path(of key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }
}
