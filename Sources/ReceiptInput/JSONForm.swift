// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import StrictJSON

extension InputLayer {
  /// A receipt that arrived in JSON, or the name of what else the JSON is.
  func json() throws(InputError) -> ReceiptInput {
    let document = try JSONDocument(layer: self)
    return try document.receipt(in: document.root, depth: depth)
  }
}

/// A JSON text and the search for the receipt in it.
private struct JSONDocument {
  /// In the order in which they count. A text or an object stands under each.
  private static let keys: [StaticString] = [
    "receipt-data", "latest_receipt", "transactionReceipt", "appStoreReceipt", "receipt", "Payload",
  ]

  /// Under which only an object may stand: what a purchase plugin sends to a validator.
  private static let objectKey: StaticString = "transaction"

  /// Values that a document may have: ten thousand purchases as `verifyReceipt` lists them, and a bound for
  /// the memory that they take.
  private static let maximumValues = 1 << 18

  let layer: InputLayer
  let root: JSONValue

  init(layer: InputLayer) throws(InputError) {
    self.layer = layer
    let limits = JSONLimits(size: layer.text.count, values: Self.maximumValues)
    do throws(JSONError) {
      root = try JSONReader(limits: limits).read(layer.textBytes)
    } catch {
      throw InputError(json: error, at: layer.text.lowerBound)
    }
  }

  // MARK: - Values

  /// The receipt in a value that stands in `depth` other forms.
  func receipt(in value: JSONValue, depth: Int) throws(InputError) -> ReceiptInput {
    guard depth < InputLayer.maximumDepth else { throw InputError(.layers) }
    switch value {
    case .string(let string):
      return try receipt(inText: string, depth: depth).wrapped(in: .jsonString)
    case .array(let elements) where elements.count == 1:
      return try receipt(in: elements[0], depth: depth + 1).wrapped(in: .json)
    case .object: return try receipt(inObject: value, depth: depth)
    default: throw InputError(.jsonWithoutReceipt, offset: layer.text.lowerBound)
    }
  }

  private func receipt(inObject object: JSONValue, depth: Int) throws(InputError) -> ReceiptInput {
    if object.isNotification { throw InputError(.serverNotification, offset: layer.text.lowerBound) }
    if object.hasStatus { return try response(object) }

    var firstError: InputError?
    for key in Self.keys + [Self.objectKey] {
      guard let value = object[key] else { continue }
      do throws(InputError) {
        let found: ReceiptInput
        switch value {
        case .string(let string) where key.description != Self.objectKey.description:
          found = try receipt(inText: string, depth: depth)
        case .object: found = try receipt(in: value, depth: depth + 1)
        default: continue
        }
        return found.wrapped(in: .json, [.jsonWrapped(key.description)])
      } catch {
        // That an object holds none says less than what is wrong with a text.
        if firstError == nil || firstError?.code == .jsonWithoutReceipt { firstError = error }
      }
    }
    if object.isResponseWithoutStatus { return try response(object) }
    if let firstError, firstError.code != .jsonWithoutReceipt { throw firstError }
    throw InputError(object.otherName ?? .jsonWithoutReceipt, offset: layer.text.lowerBound)
  }

  /// The receipt in a string of the document.
  private func receipt(inText string: JSONString, depth: Int) throws(InputError) -> ReceiptInput {
    let text = string.utf8
    do throws(InputError) {
      guard depth + 1 < InputLayer.maximumDepth else { throw InputError(.layers) }
      return try InputLayer(Array(text), depth: depth + 1, maximumSize: layer.maximumSize).recognize()
    } catch {
      // A string without escapes is a view of the document, in which a quote stands before it.
      throw error.moved { text.startIndex > 0 ? layer.text.lowerBound + text.startIndex + $0 : nil }
    }
  }

  /// An answer of `verifyReceipt`, as the document has it or, from inside another object, written anew.
  private func response(_ object: JSONValue) throws(InputError) -> ReceiptInput {
    guard object != root else { return layer.textual(.json, .verifyReceiptResponse) }
    var writer = JSONWriter(style: .compact)
    writer.value(object)
    return ReceiptInput(form: .json, kind: .verifyReceiptResponse, bytes: writer.bytes)
  }
}
