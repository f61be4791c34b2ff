// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A copy of some members of a compact JSON document, in one pass over its bytes.
///
/// The document is the writer's own: no blanks between tokens, and no escapes in keys. Of anything else it makes some bytes
/// or other, and ends.
struct MemberFilter {
  private(set) var output: [UInt8] = []
  private let document: [UInt8]
  private var position = 0

  init(_ document: [UInt8]) {
    self.document = document
    output.reserveCapacity(document.count / 2)
  }

  /// Copies the value that comes next: of an object only these members, of an array the same of each element.
  mutating func copy(_ members: ReceiptSelection.Members) {
    switch next {
    case UInt8(ascii: "{"): copyObject(members)
    case UInt8(ascii: "["): copyArray(members)
    default: output += document[passValue()]
    }
  }

  private mutating func copyObject(_ members: ReceiptSelection.Members) {
    take()
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    while next == UInt8(ascii: "\"") {
      let start = position
      let key = passString()
      let keyEnd = position
      take()  // the colon
      if let below = members.kept[Array(document[key])] {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        output += document[start..<keyEnd]
        output.append(UInt8(ascii: ":"))
        if let below { copy(below) } else { output += document[passValue()] }
      } else {
        _ = passValue()
      }
      if next == UInt8(ascii: ",") { take() }
    }
    take()
    output.append(UInt8(ascii: "}"))
  }

  private mutating func copyArray(_ members: ReceiptSelection.Members) {
    take()
    output.append(UInt8(ascii: "["))
    while let byte = next, byte != UInt8(ascii: "]") {
      copy(members)
      guard next == UInt8(ascii: ",") else { break }
      take()
      output.append(UInt8(ascii: ","))
    }
    take()
    output.append(UInt8(ascii: "]"))
  }

  // MARK: - Over the bytes

  private var next: UInt8? { position < document.count ? document[position] : nil }

  private mutating func take() { position = min(position + 1, document.count) }

  /// Passes a string, and returns where its content stands.
  private mutating func passString() -> Range<Int> {
    take()
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      take()
      if byte == UInt8(ascii: "\\") { take() }
    }
    let content = start..<position
    take()
    return content
  }

  /// Passes a whole value, and returns where it stands.
  private mutating func passValue() -> Range<Int> {
    let start = position
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""): _ = passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        take()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of what the value stands in, which is not its own.
        guard depth > 0 else { return start..<position }
        depth -= 1
        take()
      case UInt8(ascii: ",") where depth == 0: return start..<position
      case 0x0A: return start..<position
      default: take()
      }
    }
    return start..<position
  }
}
