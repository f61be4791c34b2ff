// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The state of reading one document. It keeps its own stack, so that nesting takes no machine stack.
struct JSONParser {
  let text: [UInt8]
  var position = 0

  private let depthLimit: Int
  private var valuesLeft: Int

  /// An object or array whose end was not reached.
  private struct Container {
    let isObject: Bool
    /// Where its items begin in `values`, and its keys in `keys`.
    let firstValue: Int
    let firstKey: Int
    /// Its keys, as soon as there are many. No copy of an open container may be held while a key is added, or
    /// each addition copies the set.
    var manyKeys: Set<JSONString> = []
  }
  private var open: [Container] = []
  /// The finished items of all open containers; those of the innermost are last. One array for all of them
  /// leaves each finished container with an allocation of just its size.
  private var values: [JSONValue] = []
  private var keys: [JSONString] = []

  init(_ text: [UInt8], depth: Int, values: Int) {
    self.text = text
    depthLimit = depth
    valuesLeft = values
  }

  // MARK: - Documents

  mutating func document() throws(JSONError) -> JSONValue {
    while true {
      guard var value = try beginValue() else { continue }
      // A finished value may finish the containers around it.
      while let isObject = open.last?.isObject {
        values.append(value)
        skipBlanks()
        let next = try byte()
        if next == 0x2C {  // ,
          position += 1
          if isObject { try key() }
          break
        }
        guard next == (isObject ? 0x7D : 0x5D), let container = open.popLast() else { throw error(.syntax) }
        position += 1
        value = close(container)
      }
      if open.isEmpty {
        skipBlanks()
        guard position == text.count else { throw error(.trailingText) }
        return value
      }
    }
  }

  /// Reads a value, or only the beginning of a container that is not empty: then the result is `nil`, and its
  /// first item is next.
  private mutating func beginValue() throws(JSONError) -> JSONValue? {
    skipBlanks()
    let first = try byte()
    guard valuesLeft > 0 else { throw error(.values) }
    valuesLeft -= 1
    switch first {
    case 0x22: return .string(try string())
    case 0x2D, 0x30...0x39: return .number(try number())
    case 0x66: return try literal("false", .bool(false))
    case 0x6E: return try literal("null", .null)
    case 0x74: return try literal("true", .bool(true))
    case 0x5B: return try beginContainer(isObject: false, closing: 0x5D) ? nil : .array([])
    case 0x7B:
      guard try beginContainer(isObject: true, closing: 0x7D) else { return .object([]) }
      try key()
      return nil
    default: throw error(.syntax)
    }
  }

  // MARK: - Containers

  /// Reads an opening bracket, and the closing one if it is next; says whether there are items.
  private mutating func beginContainer(isObject: Bool, closing: UInt8) throws(JSONError) -> Bool {
    guard open.count < depthLimit else { throw error(.depth) }
    position += 1
    skipBlanks()
    if try byte() == closing {
      position += 1
      return false
    }
    open.append(Container(isObject: isObject, firstValue: values.count, firstKey: keys.count))
    return true
  }

  /// Reads a key and the colon after it.
  private mutating func key() throws(JSONError) {
    skipBlanks()
    let start = position
    guard try byte() == 0x22 else { throw error(.syntax) }
    let key = try string()
    guard isNew(key) else { throw JSONError(code: .duplicateKey, offset: start) }
    keys.append(key)
    skipBlanks()
    guard try byte() == 0x3A else { throw error(.syntax) }
    position += 1
  }

  /// Whether the innermost object does not have the key yet.
  private mutating func isNew(_ key: JSONString) -> Bool {
    guard let first = open.last?.firstKey else { return true }
    let known = keys[first...]
    // A few are compared faster than hashed; many must be hashed, or the time is quadratic.
    if known.count < 8 { return !known.contains(key) }
    let last = open.count - 1
    if open[last].manyKeys.isEmpty { open[last].manyKeys = Set(known) }
    return open[last].manyKeys.insert(key).inserted
  }

  /// Takes the items of a container, the innermost until now, off the stacks.
  private mutating func close(_ container: Container) -> JSONValue {
    // The slices must be gone before the stacks shrink, or every removal copies a whole stack.
    let value: JSONValue =
      if container.isObject {
        .object(zip(keys[container.firstKey...], values[container.firstValue...]).map(JSONMember.init))
      } else {
        .array(Array(values[container.firstValue...]))
      }
    values.removeLast(values.count - container.firstValue)
    keys.removeLast(keys.count - container.firstKey)
    return value
  }

  // MARK: - Bytes

  /// The byte at the position, which the text must still have.
  func byte() throws(JSONError) -> UInt8 {
    guard position < text.count else { throw error(.truncated) }
    return text[position]
  }

  func error(_ code: JSONError.Code) -> JSONError {
    JSONError(code: code, offset: position)
  }

  private mutating func skipBlanks() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}
