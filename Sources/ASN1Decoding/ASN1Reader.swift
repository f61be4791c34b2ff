// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A pull reader over encoded elements that advances front to back through the bytes it was given.
///
/// It works in place: positions and ranges count from the start of the input, so that an error's offset is the file's own.
/// A constructed element is read by `enter`, which gives a reader of its contents, and closed by `leave`, which demands
/// that nothing is left in it:
///
/// ```swift
/// var attribute = try reader.enter(.sequence)
/// let type = try attribute.readInteger()
/// try reader.leave(attribute)
/// ```
///
/// Distinguished encoding (DER, X.690 10) is the rule. Where `rules` say so, constructed elements may have an indefinite
/// length; their end is met, never searched for, so that reading stays linear. Lengths are minimal and take at most four
/// octets after the first, tags take one octet: no receipt has anything else (observed on 126 real ones).
///
/// An element that runs past the end of the input can still be entered, so that whatever is there can be read. Its
/// contents then end in `encoding.truncated`, and it can never be left.
public struct ASN1Reader: ~Escapable {
  /// The whole input.
  public let bytes: Span<UInt8>

  /// The next byte to read, counted from the start of the input.
  @inlinable
  public var position: Int { next }

  @usableFromInline
  var next: Int

  /// Where the enclosing element says that it ends: past `bytes` when the input is truncated, `Int.max` when nothing says.
  @usableFromInline
  let end: Int

  /// Whether end-of-contents octets close this element.
  @usableFromInline
  let isIndefinite: Bool

  /// The encoding rules that constructed elements are held to.
  public let rules: Rules

  /// How many more levels may be entered.
  @usableFromInline
  let depth: Int

  /// Which encodings of X.690 are accepted.
  public enum Rules: Sendable {
    /// Definite lengths only (X.690 10.1).
    case distinguished
    /// Constructed elements may have an indefinite length (X.690 8.1.3.6).
    case basic
  }

  /// A reader of a whole input, which has no enclosing element.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - rules: The encodings to accept.
  ///   - depth: How many levels may be entered, from 0 up.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, rules: Rules, depth: Int) {
    self.init(bytes, position: 0, end: .max, isIndefinite: false, rules: rules, depth: depth)
  }

  /// A reader of the distinguished encoding that fills `range`, the contents of an element that has been read before.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - range: Where the contents lie. A range that reaches past `bytes` stands for an element that was cut off.
  ///   - depth: How many levels may be entered, from 0 up.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, in range: Range<Int>, depth: Int) {
    self.init(
      bytes, position: range.lowerBound, end: range.upperBound, isIndefinite: false, rules: .distinguished,
      depth: depth)
  }

  @_lifetime(copy bytes)
  @usableFromInline
  init(_ bytes: Span<UInt8>, position: Int, end: Int, isIndefinite: Bool, rules: Rules, depth: Int) {
    self.bytes = bytes
    next = position
    self.end = end
    self.isIndefinite = isIndefinite
    self.rules = rules
    self.depth = depth
  }

  // MARK: - Where the reader stands

  /// Whether the enclosing element holds nothing more. Input that is cut off here is not its end.
  @inlinable
  public var isAtEnd: Bool {
    isIndefinite ? position < bytes.count && bytes[position] == 0 : position >= end
  }

  /// Whether the next element carries `tag`. `false` at the end.
  @inlinable
  public func isNext(_ tag: ASN1Tag) -> Bool {
    position < end && position < bytes.count && bytes[position] == tag.rawValue
  }

  /// Where the enclosing element ends, or the input if it ends sooner.
  @inlinable
  public var availableEnd: Int { min(end, bytes.count) }

  /// Moves on to a later byte, past elements that the caller has read by other means.
  ///
  /// - Parameter position: From `position` to `availableEnd`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func move(to position: Int) {
    precondition((next...availableEnd).contains(position), "a reader never goes back, nor past its end")
    next = position
  }

  // MARK: - Constructed elements

  /// Reads the header of a constructed element and gives a reader of its contents.
  ///
  /// - Parameters:
  ///   - tag: The constructed tag that the grammar has here.
  ///   - rules: The encodings to accept from here on down; those of this reader when absent.
  /// - Throws: `structure.unexpected-element`, `structure.missing-element`, `limit.depth`, or what is wrong with the header.
  @inlinable
  @_lifetime(copy self)
  public mutating func enter(_ tag: ASN1Tag, rules: Rules? = nil) throws(ASN1Error) -> ASN1Reader {
    let start = position
    let header = try readHeader(rules: rules ?? self.rules)
    guard header.tag == tag else { throw refuse(.unexpectedElement, at: start) }
    guard depth > 0 else { throw refuse(.depth, at: start) }
    return ASN1Reader(
      bytes, position: position, end: header.isIndefinite ? end : header.end,
      isIndefinite: header.isIndefinite,
      rules: rules ?? self.rules, depth: depth - 1)
  }

  /// Closes the element that `contents` reads and moves past it.
  ///
  /// - Throws: `structure.extra-element` when something is left in it, or what is wrong with its end.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func leave(_ contents: borrowing ASN1Reader) throws(ASN1Error) {
    try contents.finish()
    next = contents.position + (contents.isIndefinite ? 2 : 0)
  }

  /// Demands that the enclosing element holds nothing more.
  ///
  /// - Throws: `structure.extra-element`, or `encoding.truncated` when the input ends before the element does.
  @inlinable
  public func finish() throws(ASN1Error) {
    if !isIndefinite {
      if position == end { return }
      throw position < bytes.count
        ? ASN1Error(.extraElement, at: position) : ASN1Error(.truncated, at: bytes.count)
    }
    guard position < end else { throw ASN1Error(.endOfContents, at: position) }
    guard position < bytes.count else { throw ASN1Error(.truncated, at: bytes.count) }
    guard bytes[position] == 0 else { throw ASN1Error(.extraElement, at: position) }
    guard position + 1 < end else { throw ASN1Error(.endOfContents, at: position) }
    guard position + 1 < bytes.count else { throw ASN1Error(.truncated, at: bytes.count) }
    guard bytes[position + 1] == 0 else { throw ASN1Error(.endOfContents, at: position + 1) }
  }

  /// Moves past the element that `contents` reads, whatever is left in it.
  ///
  /// - Throws: `encoding.truncated` when the input ends before the element does.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func moveBehind(_ contents: borrowing ASN1Reader) throws(ASN1Error) {
    guard !contents.isIndefinite else { return try leave(contents) }
    guard contents.end <= bytes.count else { throw ASN1Error(.truncated, at: bytes.count) }
    next = contents.end
  }

  // MARK: - Primitive elements

  /// Reads an element with a definite length and gives the range of its contents.
  ///
  /// - Throws: `structure.unexpected-element`, `structure.missing-element`, or what is wrong with the header.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func read(_ tag: ASN1Tag) throws(ASN1Error) -> Range<Int> {
    let start = position
    let header = try readHeader(rules: .distinguished)
    guard header.tag == tag else { throw refuse(.unexpectedElement, at: start) }
    return try take(header)
  }

  /// Reads an element like `read(_:)`, but gives its contents even where the input ends inside them.
  ///
  /// The range is the one that the header announces and may reach past the input. Reading on, and `finish`, then throw
  /// `encoding.truncated`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readAnnounced(_ tag: ASN1Tag) throws(ASN1Error) -> Range<Int> {
    let start = position
    let header = try readHeader(rules: .distinguished)
    guard header.tag == tag else { throw refuse(.unexpectedElement, at: start) }
    let contents = position..<header.end
    next = min(header.end, bytes.count)
    return contents
  }

  /// Reads any one element with a definite length, without looking inside.
  ///
  /// - Throws: `structure.missing-element`, or what is wrong with the header.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readElement() throws(ASN1Error) -> ASN1Element {
    let start = position
    let header = try readHeader(rules: .distinguished)
    let contents = try take(header)
    return ASN1Element(tag: header.tag, start: start, contents: contents)
  }

  // MARK: - Headers

  /// Moves past the contents that `header` announces.
  @inlinable
  @_lifetime(self: copy self)
  mutating func take(_ header: Header) throws(ASN1Error) -> Range<Int> {
    guard header.end <= bytes.count else { throw ASN1Error(.truncated, at: bytes.count) }
    let contents = position..<header.end
    next = header.end
    return contents
  }

  /// An element's tag and where its contents end.
  @usableFromInline
  struct Header {
    @usableFromInline let tag: ASN1Tag
    /// Past the last octet of the contents; -1 when the length is indefinite.
    @usableFromInline let end: Int

    @inlinable
    init(tag: ASN1Tag, end: Int) {
      self.tag = tag
      self.end = end
    }

    @inlinable
    var isIndefinite: Bool { end == -1 }
  }

  /// Reads identifier and length octets and stands at the first octet of the contents.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readHeader(rules: Rules) throws(ASN1Error) -> Header {
    let start = position
    guard start < end, start + 1 < end, start + 1 < bytes.count else { throw missing(at: start) }
    let tag = bytes[start]
    let first = bytes[start + 1]
    guard tag & 0x1F != 0x1F, tag != 0 else { throw refuse(.tag, at: start) }
    next = start + 2
    if first < 0x80 {
      let contentsEnd = position + Int(first)
      guard contentsEnd <= end else { throw ASN1Error(.length, at: start + 1) }
      return Header(tag: ASN1Tag(rawValue: tag), end: contentsEnd)
    }
    return try readLongLength(tag: ASN1Tag(rawValue: tag), first: first, rules: rules)
  }

  /// The long and the indefinite form (X.690 8.1.3.5, 8.1.3.6).
  @usableFromInline
  @_lifetime(self: copy self)
  mutating func readLongLength(tag: ASN1Tag, first: UInt8, rules: Rules) throws(ASN1Error) -> Header {
    let lengthStart = position - 1
    if first == 0x80 {
      guard rules == .basic, tag.isConstructed else { throw ASN1Error(.indefiniteLength, at: lengthStart) }
      return Header(tag: tag, end: -1)
    }
    let count = Int(first & 0x7F)
    // Four octets count 4 GiB. 0xFF, reserved by X.690 8.1.3.5 c, falls here as well.
    guard count <= 4 else { throw ASN1Error(.length, at: lengthStart) }
    var length = 0
    for _ in 0..<count {
      guard position < end else { throw ASN1Error(.length, at: lengthStart) }
      guard position < bytes.count else { throw ASN1Error(.truncated, at: bytes.count) }
      length = length << 8 | Int(bytes[position])
      next += 1
    }
    let isMinimal = length >= 0x80 && length >> (8 * (count - 1)) != 0
    guard isMinimal, length <= end - position else { throw ASN1Error(.length, at: lengthStart) }
    return Header(tag: tag, end: position + length)
  }

  /// Why there is no header at `start`.
  @usableFromInline
  func missing(at start: Int) -> ASN1Error {
    // An indefinite length that is still open where its parent ends lacks its end-of-contents octets.
    if start >= end { return ASN1Error(isIndefinite ? .endOfContents : .missingElement, at: start) }
    if start + 1 >= end, start < bytes.count { return ASN1Error(.length, at: start) }
    return ASN1Error(.truncated, at: bytes.count)
  }

  /// A fault at an element's first byte; end-of-contents octets are named as what they are.
  @usableFromInline
  func refuse(_ code: ASN1Error.Code, at start: Int) -> ASN1Error {
    guard bytes[start] == 0 else { return ASN1Error(code, at: start) }
    return ASN1Error(isIndefinite ? .missingElement : .endOfContents, at: start)
  }
}

/// One element as it stands in the input.
public struct ASN1Element: Hashable, Sendable {
  /// The identifier octet.
  public let tag: ASN1Tag
  /// The first byte of the header, counted from the start of the input.
  public let start: Int
  /// The contents octets, counted from the start of the input.
  public let contents: Range<Int>

  /// An element at a known place.
  @inlinable
  public init(tag: ASN1Tag, start: Int, contents: Range<Int>) {
    self.tag = tag
    self.start = start
    self.contents = contents
  }

  /// Header and contents.
  public var range: Range<Int> { start..<contents.upperBound }
}
