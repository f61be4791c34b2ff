// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One change of a receipt.
enum ReceiptChange: Sendable, Hashable {
  /// Some bits of one byte are flipped.
  case byte(Int, flipping: UInt8)
  /// Two elements change places; where one holds the other, the inner one takes the place of the outer one.
  case swap(Int, Int)
  /// An element of another receipt takes the place of an element.
  case splice(donor: Int, Int, over: Int)
  /// An element of another receipt is put before an element.
  case insert(donor: Int, Int, before: Int)

  /// Whether it works on elements, and not on bytes.
  var isOfElements: Bool {
    if case .byte = self { false } else { true }
  }
}

/// A receipt, and all single changes of it.
struct ChangeableReceipt: Sendable {
  let tree: ElementTree
  /// The receipts from which elements are taken.
  let donors: [ElementTree]

  // MARK: - All changes of one kind

  var byteChanges: Int { tree.bytes.count * 255 }
  var swaps: Int { tree.elements.count * (tree.elements.count - 1) / 2 }
  var splices: Int { tree.elements.count * donors.reduce(0) { $0 + $1.elements.count } }

  /// How many single changes there are.
  var count: Int { byteChanges + swaps + 2 * splices }

  /// A single change by its number.
  func change(_ number: Int) -> ReceiptChange {
    var number = number
    if number < byteChanges { return .byte(number / 255, flipping: UInt8(number % 255) + 1) }
    number -= byteChanges
    if number < swaps { return swap(number) }
    number -= swaps
    return number < splices ? splice(number, isInsertion: false) : splice(number - splices, isInsertion: true)
  }

  /// The pairs (1, 0), (2, 0), (2, 1), (3, 0) … by their numbers.
  private func swap(_ number: Int) -> ReceiptChange {
    var second = Int((Double(8 * number + 1).squareRoot() + 1) / 2)
    while second * (second - 1) / 2 > number { second -= 1 }
    while second * (second + 1) / 2 <= number { second += 1 }
    return .swap(number - second * (second - 1) / 2, second)
  }

  private func splice(_ number: Int, isInsertion: Bool) -> ReceiptChange {
    let place = number % tree.elements.count
    var element = number / tree.elements.count
    var donor = 0
    while element >= donors[donor].elements.count {
      element -= donors[donor].elements.count
      donor += 1
    }
    return isInsertion
      ? .insert(donor: donor, element, before: place) : .splice(donor: donor, element, over: place)
  }

  /// A change, each kind being as likely as the others.
  func randomChange(_ generator: inout some RandomNumberGenerator) -> ReceiptChange {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: change(Int.random(in: 0..<byteChanges, using: &generator))
    case 1: swap(Int.random(in: 0..<swaps, using: &generator))
    case 2: splice(Int.random(in: 0..<splices, using: &generator), isInsertion: false)
    default: splice(Int.random(in: 0..<splices, using: &generator), isInsertion: true)
    }
  }

  // MARK: - Making changes

  /// The receipt after one change.
  func bytes(after change: ReceiptChange) -> [UInt8] { bytes(of: tree, after: change) }

  /// The receipt after two changes. The second is made to what the first has left, and one of elements before one of bytes.
  func bytes(after changes: (ReceiptChange, ReceiptChange)) -> [UInt8] {
    let (first, second) = changes.0.isOfElements ? changes : (changes.1, changes.0)
    let changed = bytes(after: first)
    if case .byte = second { return Self.flip(second, in: changed) }
    guard let tree = ElementTree(changed) else { return changed }
    return bytes(of: tree, after: second)
  }

  private static func flip(_ change: ReceiptChange, in bytes: [UInt8]) -> [UInt8] {
    guard case .byte(let index, let bits) = change, !bytes.isEmpty else { return bytes }
    var changed = bytes
    changed[index % bytes.count] ^= bits
    return changed
  }

  private func bytes(of tree: ElementTree, after change: ReceiptChange) -> [UInt8] {
    let count = tree.elements.count
    switch change {
    case .byte: return Self.flip(change, in: tree.bytes)
    case .swap(let first, let second):
      let (outer, inner) = (min(first % count, second % count), max(first % count, second % count))
      var edits = [ElementTree.Edit(element: outer, bytes: tree.bytes(of: inner))]
      if !tree.elements[outer].descendants.contains(inner) {
        edits.append(ElementTree.Edit(element: inner, bytes: tree.bytes(of: outer)))
      }
      return tree.replacing(edits)
    case .splice(let donor, let element, let place):
      return tree.replacing([
        ElementTree.Edit(element: place % count, bytes: donors[donor].bytes(of: element))
      ])
    case .insert(let donor, let element, let place):
      let bytes = donors[donor].bytes(of: element) + tree.bytes(of: place % count)
      return tree.replacing([ElementTree.Edit(element: place % count, bytes: bytes)])
    }
  }
}
