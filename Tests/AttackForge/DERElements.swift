// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One element of well-formed DER, for taking genuine messages apart.
struct DERElement {
  let whole: Range<Int>
  let contents: Range<Int>

  /// The element that begins at an index.
  init(_ bytes: [UInt8], at start: Int) {
    var position = start + 1
    var length = Int(bytes[position])
    position += 1
    if length > 0x80 {
      let count = length & 0x7F
      length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
      position += count
    }
    contents = position..<position + length
    whole = start..<position + length
  }

  /// The elements inside.
  func children(_ bytes: [UInt8]) -> [DERElement] {
    var children: [DERElement] = []
    var position = contents.lowerBound
    while position < contents.upperBound {
      let child = DERElement(bytes, at: position)
      children.append(child)
      position = child.whole.upperBound
    }
    return children
  }
}

/// A genuine receipt in DER, taken apart.
struct MessageParts {
  let bytes: [UInt8]
  let content: [UInt8]
  let certificates: [[UInt8]]
  let signerIdentifier: [UInt8]
  let signature: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let signedData = DERElement(bytes, at: 0).children(bytes)[1].children(bytes)[0].children(bytes)
    let octets = signedData[2].children(bytes)[1].children(bytes)[0]
    content = Array(bytes[octets.contents])
    certificates = signedData[3].children(bytes).map { Array(bytes[$0.whole]) }
    let signer = signedData[4].children(bytes)[0].children(bytes)
    signerIdentifier = Array(bytes[signer[1].whole])
    signature = Array(bytes[signer[4].contents])
  }
}

extension [UInt8] {
  /// Where a part first stands; `nil` when it does not.
  func firstIndex(of part: [UInt8]) -> Int? {
    guard part.count <= count else { return nil }
    return (0...(count - part.count)).first { self[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Changes the last byte of the first place where a text stands.
  mutating func spoil(_ text: String) throws {
    guard let index = firstIndex(of: Array(text.utf8)) else { throw NotInReceipt(text: text) }
    self[index + text.utf8.count - 1] ^= 1
  }
}

/// The receipt does not hold what an attack wants to change.
struct NotInReceipt: Error {
  let text: String
}
