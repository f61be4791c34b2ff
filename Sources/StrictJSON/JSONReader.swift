// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What a text may cost to read.
public struct JSONLimits: Hashable, Sendable {
  /// Bytes of the text; default 8 MiB, at most 2³²−1 whatever is asked.
  public var size: Int
  /// Containers open at one time; default 64, at most 512 whatever is asked, because comparing and releasing
  /// a value takes stack for each.
  public var depth: Int
  /// Values of any kind in the document, containers and their contents; default 1 048 576. Reading takes up
  /// to about 100 bytes of memory for each, beside the text.
  public var values: Int

  /// Limits that are the defaults but for those given.
  public init(size: Int = 8 << 20, depth: Int = 64, values: Int = 1 << 20) {
    self.size = size
    self.depth = depth
    self.values = values
  }
}

/// A reader of JSON texts: the grammar of RFC 8259 exactly, within limits.
///
/// Beyond the grammar it refuses what readers disagree about: a key twice in one object, a lone surrogate,
/// ill-formed UTF-8, a byte order mark. Time is linear in the length of the text.
public struct JSONReader: Sendable {
  /// What a text may cost.
  public var limits: JSONLimits

  /// A reader with these limits.
  public init(limits: JSONLimits = JSONLimits()) {
    self.limits = limits
  }

  /// The value of a text, which must be exactly one value, in UTF-8, with blanks around it or none.
  ///
  /// The text is not copied: strings without escapes are views of it.
  public func read(_ text: [UInt8]) throws(JSONError) -> JSONValue {
    let size = min(limits.size, Int(UInt32.max))
    guard text.count <= size else { throw JSONError(code: .size, offset: max(size, 0)) }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(code: .byteOrderMark, offset: 0) }
    var parser = JSONParser(text, depth: min(limits.depth, 512), values: limits.values)
    return try parser.document()
  }
}
