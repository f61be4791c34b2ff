// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Where the octets of an OCTET STRING stand in the input: in one piece, or in several when it is constructed (X.690 8.7).
///
/// Empty pieces leave no trace.
public struct OctetStringPieces: Hashable, Sendable {
  /// The non-empty pieces, in order.
  public private(set) var ranges: [Range<Int>] = []

  /// How many octets there are.
  public private(set) var count = 0

  /// The number of the first octet of each piece.
  private var firstIndices: [Int] = []

  /// Where the string begins: the place of one that turns out to be empty.
  private let start: Int

  /// No octets yet of a string that begins at a byte of the input.
  public init(at start: Int = 0) {
    self.start = start
  }

  /// The one range that holds all octets; `nil` when there are several.
  public var single: Range<Int>? {
    ranges.count <= 1 ? ranges.first ?? start..<start : nil
  }

  /// Where in the input the octet number `index` stands, for `index` from 0 to `count`.
  ///
  /// The index past the last octet stands right behind it.
  public func inputOffset(of index: Int) -> Int {
    // The last piece that begins at or before `index`; a fault may ask for each of a million octets.
    var low = 0
    var high = ranges.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstIndices[middle] <= index { low = middle } else { high = middle }
    }
    return low < high ? ranges[low].lowerBound + index - firstIndices[low] : start
  }

  mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    ranges.append(range)
    firstIndices.append(count)
    count += range.count
  }
}

extension ASN1Reader {
  /// How many non-empty pieces of an OCTET STRING are collected: twice what 8 MiB in the 1 000-octet pieces of CER
  /// (X.690 9.2) come to.
  public static var maximumPieces: Int { 16_384 }

  /// Reads an OCTET STRING, primitive or, where the rules are basic, constructed of pieces that may be constructed again.
  ///
  /// What was read before a fault stays in `pieces`; of a piece that is cut off, what there is.
  ///
  /// - Parameters:
  ///   - pieces: Where the pieces are collected.
  ///   - nesting: How many constructed strings may stand inside each other, from 0 up.
  /// - Throws: `encoding.octet-string` for a piece that is none, `limit.depth`, `limit.pieces`, or what is wrong with an
  ///   element.
  @_lifetime(self: copy self)
  public mutating func readOctetString(into pieces: inout OctetStringPieces, nesting: Int) throws(ASN1Error) {
    guard rules == .basic, isNext(.constructedOctetString) else {
      return try readPiece(into: &pieces)
    }
    guard nesting > 0 else { throw ASN1Error(.depth, at: position) }
    var contents = try enter(.constructedOctetString)
    while !contents.isAtEnd {
      let start = contents.position
      guard contents.isNext(.octetString) || contents.isNext(.constructedOctetString) else {
        // A malformed or missing header is the earlier fault; only a sound one can be of the wrong kind.
        try contents.skipElement()
        throw ASN1Error(.octetString, at: start)
      }
      try contents.readOctetString(into: &pieces, nesting: nesting - 1)
    }
    try leave(contents)
  }

  @_lifetime(self: copy self)
  private mutating func readPiece(into pieces: inout OctetStringPieces) throws(ASN1Error) {
    let start = position
    let header = try readHeader(rules: .distinguished)
    guard header.tag == .octetString else { throw refuse(.unexpectedElement, at: start) }
    guard header.end == position || pieces.ranges.count < Self.maximumPieces else {
      throw ASN1Error(.pieces, at: start)
    }
    pieces.append(position..<min(header.end, bytes.count))
    _ = try take(header)
  }
}
