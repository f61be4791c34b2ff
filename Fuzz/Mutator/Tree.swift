// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import SeededRandom

/// All elements of an input, each reached by the way to it: indices from the outermost down.
package struct Tree: Equatable {
  /// The outermost elements.
  package var elements: [Element]

  /// A way from the outermost elements to one inside.
  package typealias Path = [Int]

  /// The tree of an input; `nil` when its bytes are not elements from end to end.
  package init?(_ bytes: [UInt8]) {
    guard let elements = Element.all(in: bytes) else { return nil }
    self.elements = elements
  }

  /// The input that it stands for.
  package var encoded: [UInt8] { Element.encoded(elements) }

  /// The element at the end of a path; `nil` when there is none.
  package subscript(path: Path) -> Element? {
    var siblings = elements
    var found: Element?
    for index in path {
      guard siblings.indices.contains(index) else { return nil }
      found = siblings[index]
      siblings = siblings[index].elements
    }
    return found
  }

  /// The way to one of the elements from `root` down, each as likely; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - condition: Which elements are chosen among.
  func randomPath(
    from root: Path, _ random: inout SplitMix, where condition: (Element) -> Bool = { _ in true }
  ) -> Path? {
    let siblings = root.isEmpty ? elements : self[root]?.elements ?? []
    let count = siblings.reduce(0) { $0 + $1.count(where: condition) }
    guard count > 0 else { return nil }
    var left = random.below(count)
    var path = root
    return Self.find(&left, in: siblings, &path, condition) ? path : nil
  }

  private static func find(
    _ left: inout Int, in siblings: [Element], _ path: inout Path, _ condition: (Element) -> Bool
  ) -> Bool {
    for (index, element) in siblings.enumerated() {
      path.append(index)
      if condition(element) {
        if left == 0 { return true }
        left -= 1
      }
      if find(&left, in: element.elements, &path, condition) { return true }
      path.removeLast()
    }
    return false
  }

  /// Changes the element at the end of a path.
  package mutating func update(_ path: Path, _ body: (inout Element) -> Void) {
    guard let last = path.last else { return }
    updateSiblings(of: path) { siblings in
      if siblings.indices.contains(last) { body(&siblings[last]) }
    }
  }

  /// Changes the row of elements in which the one at the end of a path stands.
  package mutating func updateSiblings(of path: Path, _ body: (inout [Element]) -> Void) {
    Self.update(&elements, path.dropLast(), body)
  }

  private static func update(
    _ siblings: inout [Element], _ path: ArraySlice<Int>, _ body: (inout [Element]) -> Void
  ) {
    guard let first = path.first else { return body(&siblings) }
    guard siblings.indices.contains(first) else { return }
    update(&siblings[first].elements, path.dropFirst(), body)
  }
}

/// Where in a receipt its parts stand (RFC 5652 5.1).
extension Tree {
  /// The SignedData.
  package static let signedData: Path = [0, 1, 0]
  /// The OCTET STRING that holds the content.
  package static let content: Path = [0, 1, 0, 2, 1, 0]

  /// The SET of attributes in it; in receipts like Xcode's the string is of pieces.
  package var payload: Path {
    let path = Self.content + [0]
    return self[path]?.tag == 0x04 ? path + [0] : path
  }

  /// The certificates; `nil` when there are none.
  package var certificates: Path? {
    let path = Self.signedData + [3]
    return self[path]?.tag == 0xA0 ? path : nil
  }

  /// The SET of SignerInfo.
  package var signerInfos: Path? {
    guard let count = self[Self.signedData]?.elements.count, count >= 4 else { return nil }
    return Self.signedData + [count - 1]
  }
}

extension Element {
  /// How many of the element and those in it meet a condition.
  func count(where condition: (Element) -> Bool) -> Int {
    elements.reduce(condition(self) ? 1 : 0) { $0 + $1.count(where: condition) }
  }
}
