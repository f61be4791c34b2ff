// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import SeededRandom

/// Changes octets in a way that knows nothing of elements, to at most so many.
package typealias PlainMutation = (_ octets: [UInt8], _ limit: Int) -> [UInt8]

extension Tree {
  /// Makes one change at an element that is chosen among those from `root` down.
  mutating func edit(from root: Path, _ random: inout SplitMix, plain: PlainMutation) {
    guard let path = randomPath(from: root, &random) else { return }
    switch random.below(20) {
    case 0: duplicate(path, &random)
    case 1, 2: remove(path)
    case 3: swap(path, &random)
    case 4: retag(path, &random)
    case 5: changeLength(of: path, &random)
    case 6: nest(path, &random)
    case 7: unnest(path)
    case 8: splice(randomPath(from: root, &random).flatMap { self[$0] }, at: path, &random)
    case 9: stretch(path, &random)
    case 10: split(path, &random)
    case 11, 12: setAttributeType(from: root, &random)
    case 13: insertAttribute(&random)
    case 14...16: setBoundaryValue(from: root, &random)
    default: changeOctets(from: root, &random, plain)
    }
  }

  // MARK: - Among siblings

  private mutating func duplicate(_ path: Path, _ random: inout SplitMix) {
    guard let element = self[path], let index = path.last else { return }
    let count = random.isChosen(oneIn: 10) ? 2 << random.below(8) : 1
    updateSiblings(of: path) { siblings in
      let place = random.isChosen(oneIn: 2) ? index : random.below(siblings.count + 1)
      siblings.insert(contentsOf: Array(repeating: element, count: count), at: place)
    }
  }

  private mutating func remove(_ path: Path) {
    updateSiblings(of: path) { siblings in
      if let index = path.last, siblings.indices.contains(index) { siblings.remove(at: index) }
    }
  }

  private mutating func swap(_ path: Path, _ random: inout SplitMix) {
    updateSiblings(of: path) { siblings in
      if let index = path.last { siblings.swapAt(index, random.below(siblings.count)) }
    }
  }

  /// Puts an element of elsewhere in the place of another, or before it.
  mutating func splice(_ element: Element?, at path: Path, _ random: inout SplitMix) {
    guard let element, let index = path.last else { return }
    updateSiblings(of: path) { siblings in
      if random.isChosen(oneIn: 2) { siblings.insert(element, at: index) } else { siblings[index] = element }
    }
  }

  // MARK: - At one element

  private static let tags: [UInt8] = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x13, 0x16, 0x17, 0x18, 0x24, 0x30, 0x31, 0x80, 0x81, 0x82,
    0xA0,
    0xA1, 0xA3, 0x00, 0x1F, 0x3F,
  ]

  private mutating func retag(_ path: Path, _ random: inout SplitMix) {
    let tag =
      random.isChosen(oneIn: 4) ? (self[path]?.tag ?? 0) ^ 0x20 : BoundaryValues.pick(Self.tags, &random)
    update(path) { $0.tag = tag }
  }

  private mutating func changeLength(of path: Path, _ random: inout SplitMix) {
    let forms: [Element.Length] = [
      .padded(1), .padded(3), .padded(4), .padded(5), .indefinite, .indefinite, .minimal, .off(1), .off(-1),
      .off(0x80),
    ]
    update(path) { $0.length = BoundaryValues.pick(forms, &random) }
  }

  private mutating func nest(_ path: Path, _ random: inout SplitMix) {
    let tag: UInt8 = BoundaryValues.pick([0x30, 0x31, 0xA0, 0x04, 0x24], &random)
    let depth = random.isChosen(oneIn: 4) ? 1 + random.below(20) : 1
    let length: Element.Length = random.isChosen(oneIn: 3) && tag != 0x04 ? .indefinite : .minimal
    update(path) { element in
      for _ in 0..<depth { element = Element(tag, [element], length: length) }
    }
  }

  private mutating func unnest(_ path: Path) {
    guard let inside = self[path]?.elements, !inside.isEmpty, let index = path.last else { return }
    updateSiblings(of: path) { $0.replaceSubrange(index...index, with: inside) }
  }

  private mutating func stretch(_ path: Path, _ random: inout SplitMix) {
    guard let octets = self[path]?.octets else { return }
    let more = 1 << random.below(10)
    let filling: [UInt8] = [0x00, 0xFF, 0x30, octets.last ?? 0x41]
    let filled = Array(repeating: BoundaryValues.pick(filling, &random), count: more)
    let isInFront = random.isChosen(oneIn: 2)
    update(path) { $0.body = .octets(isInFront ? filled + octets : octets + filled) }
  }

  /// Makes an OCTET STRING one of pieces (X.690 8.7), as Xcode does.
  private mutating func split(_ path: Path, _ random: inout SplitMix) {
    guard let string = self[path], string.tag == 0x04 else { return }
    let octets = string.octets
    let size = max(1, octets.count / (1 + random.below(4)))
    let pieces = stride(from: 0, to: octets.count, by: size).map {
      Element(0x04, octets: Array(octets[$0..<min($0 + size, octets.count)]))
    }
    let length: Element.Length = random.isChosen(oneIn: 2) ? .indefinite : .minimal
    update(path) { $0 = Element(0x24, pieces, length: length) }
  }

  // MARK: - Values

  private mutating func setBoundaryValue(from root: Path, _ random: inout SplitMix) {
    guard
      let path = randomPath(from: root, &random, where: { BoundaryValues.tags.contains($0.tag) }),
      let tag = self[path]?.tag, let value = BoundaryValues.value(for: tag, &random)
    else { return }
    update(path) { element in
      element.tag = value.tag
      element.body = .octets(value.octets)
    }
  }

  private mutating func changeOctets(from root: Path, _ random: inout SplitMix, _ plain: PlainMutation) {
    let path = randomPath(from: root, &random) { if case .octets = $0.body { true } else { false } }
    guard let path, let octets = self[path]?.octets else { return }
    let changed = plain(octets, octets.count + 64)
    update(path) { $0.body = .octets(changed) }
  }

  // MARK: - Attributes of receipts

  /// Gives an attribute another type: the first INTEGER of a SEQUENCE that ends in an OCTET STRING.
  private mutating func setAttributeType(from root: Path, _ random: inout SplitMix) {
    let path = randomPath(from: root, &random) { element in
      element.tag == 0x30 && element.elements.map { $0.tag } == [0x02, 0x02, 0x04]
    }
    guard let path else { return }
    let type = BoundaryValues.pick(BoundaryValues.attributeTypes, &random)
    update(path + [0]) { $0.body = .octets(BoundaryValues.integer(type)) }
  }

  /// Puts an attribute of any type and any kind of value into the content, or into one of its purchases.
  private mutating func insertAttribute(_ random: inout SplitMix) {
    let set =
      random.isChosen(oneIn: 2)
      ? payload : randomPath(from: Self.content, &random) { $0.tag == 0x31 } ?? payload
    guard self[set]?.tag == 0x31 else { return }
    let tag: UInt8 = BoundaryValues.pick([0x02, 0x0C, 0x16, 0x16], &random)
    guard let value = BoundaryValues.value(for: tag, &random) else { return }
    let type = BoundaryValues.pick(BoundaryValues.attributeTypes, &random)
    let attribute = Element(
      0x30,
      [
        Element(0x02, octets: BoundaryValues.integer(type)), Element(0x02, octets: [1]),
        Element(0x04, [Element(value.tag, octets: value.octets)]),
      ])
    update(set) { $0.elements.insert(attribute, at: random.below($0.elements.count + 1)) }
  }
}
