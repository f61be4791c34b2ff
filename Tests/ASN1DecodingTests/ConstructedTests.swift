// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("Constructed elements: entering, leaving, ends") struct ConstructedTests {
  /// A SEQUENCE of one NULL.
  private static func sequenceOfNull(_ reader: inout ASN1Reader) throws(ASN1Error) -> Int {
    var contents = try reader.enter(.sequence)
    try contents.readNull()
    try reader.leave(contents)
    return reader.position
  }

  /// A SEQUENCE of NULLs, as many as there are, inside a SEQUENCE.
  private static func nested(_ reader: inout ASN1Reader) throws(ASN1Error) -> Int {
    var outer = try reader.enter(.sequence)
    var inner = try outer.enter(.sequence)
    while !inner.isAtEnd { try inner.readNull() }
    try outer.leave(inner)
    try reader.leave(outer)
    return reader.position
  }

  @Test("what the grammar has is read and left, in both forms of length")
  func sound() {
    #expect(
      read(hex("30 02 05 00")) { reader throws(ASN1Error) in try Self.sequenceOfNull(&reader) } == .success(4)
    )
    #expect(
      read(hex("30 80 05 00 00 00"), rules: .basic) { reader throws(ASN1Error) in
        try Self.sequenceOfNull(&reader)
      }
        == .success(6))
    for bytes in [
      "30 80 30 80 00 00 00 00", "30 80 30 02 05 00 00 00", "30 06 30 80 05 00 00 00", "30 02 30 00",
    ] {
      #expect(
        read(hex(bytes), rules: .basic) { reader throws(ASN1Error) in try Self.nested(&reader) }
          == .success(hex(bytes).count), "\(bytes)")
    }
  }

  @Test(
    "an indefinite length that is open where the enclosing element ends does not go on behind it",
    arguments: ["30 02 30 80 05 00", "30 02 30 80 00 00", "30 03 30 80 00 00"])
  func openEnd(bytes: String) {
    let found = fault(hex(bytes), rules: .basic) { reader throws(ASN1Error) in
      var contents = try reader.enter(.sequence)
      let open = try contents.enter(.sequence)
      try contents.leave(open)
    }
    #expect(found == ASN1Error(.endOfContents, at: 4))
  }

  @Test(
    "a SEQUENCE that is not the one of the grammar is refused at the first offending byte",
    arguments: [
      // definite
      ("30 00", ASN1Error.Code.missingElement, 2), ("30 04 05 00 05 00", .extraElement, 4),
      ("30 02 04 00", .unexpectedElement, 2), ("31 02 05 00", .unexpectedElement, 0),
      ("30 02 00 00", .endOfContents, 2), ("00 00 00 00", .endOfContents, 0),
      // its element runs past it
      ("30 01 05", .length, 2), ("30 01 05 00", .length, 2), ("30 02 05 01 00", .length, 3),
      ("30 03 05 81 80", .length, 3), ("30 02 05 81 80", .length, 3), ("30 02 05 81", .length, 3),
      ("30 02 05 84 00 00", .length, 3),
      // it runs past the input
      ("30 02 05", .truncated, 3), ("30 03 05 00", .truncated, 4), ("30 01", .truncated, 2),
      ("30 82 01 00 05 00", .truncated, 6),
    ])
  func definite(bytes: String, code: ASN1Error.Code, offset: Int) {
    let found = fault(hex(bytes)) { reader throws(ASN1Error) in try Self.sequenceOfNull(&reader) }
    #expect(found == ASN1Error(code, at: offset))
  }

  @Test(
    "an indefinite length is closed by exactly two zero octets, inside its parent",
    arguments: [
      ("30 80 30 80 00 00 00 01", ASN1Error.Code.endOfContents, 7),
      ("30 80 30 80 00 01 00 00", .endOfContents, 5), ("30 80 30 80 05 00 00 FF", .endOfContents, 7),
      ("30 80 00 00", .missingElement, 2), ("30 80 30 00 05 00 00 00", .extraElement, 4),
      ("30 80 30 00", .truncated, 4), ("30 80 30 00 00", .truncated, 5),
      ("30 80 30 80 00 00 00", .truncated, 7),
      ("30 80 30 80 00", .truncated, 5), ("30 80 30 80", .truncated, 4), ("30 80", .truncated, 2),
      // the parent ends first
      ("30 02 30 80 00 00", .endOfContents, 4), ("30 03 30 80 00 00", .endOfContents, 4),
      ("30 04 30 80 05 00 00 00", .endOfContents, 6), ("30 04 30 80 05 00 05 00", .endOfContents, 6),
      ("30 02 30 80 05 00", .endOfContents, 4), ("30 02 30 80", .endOfContents, 4),
      ("30 03 30 80", .truncated, 4),
      // end-of-contents octets where a definite length says where the end is
      ("30 04 30 02 00 00", .endOfContents, 4),
    ])
  func indefinite(bytes: String, code: ASN1Error.Code, offset: Int) {
    let found = fault(hex(bytes), rules: .basic) { reader throws(ASN1Error) in try Self.nested(&reader) }
    #expect(found == ASN1Error(code, at: offset))
  }

  @Test("the distinguished encoding has no indefinite length, also where only the inner rules say so")
  func distinguishedInside() {
    let bytes = hex("30 80 30 80 00 00 00 00")
    #expect(
      fault(bytes) { reader throws(ASN1Error) in try Self.nested(&reader) }
        == ASN1Error(.indefiniteLength, at: 1))
    let inner = fault(bytes, rules: .basic) { reader throws(ASN1Error) in
      var outer = try reader.enter(.sequence)
      _ = try outer.enter(.sequence, rules: .distinguished)
    }
    #expect(inner == ASN1Error(.indefiniteLength, at: 3))
    let inherited = fault(hex("30 80 30 04 30 80 00 00 00 00"), rules: .basic) { reader throws(ASN1Error) in
      var outer = try reader.enter(.sequence)
      var distinguished = try outer.enter(.sequence, rules: .distinguished)
      _ = try distinguished.enter(.sequence)
    }
    #expect(inherited == ASN1Error(.indefiniteLength, at: 5))
  }

  // MARK: - Elements that are cut off

  @Test("an element that is cut off can be entered and read as far as it goes, but never left")
  func cutOff() {
    let bytes = hex("30 08 05 00 04 01 AA")
    let found = value(bytes) { reader throws(ASN1Error) in
      var contents = try reader.enter(.sequence)
      try contents.readNull()
      let octets = try contents.read(.octetString)
      let isAtEnd = contents.isAtEnd
      var faults: [ASN1Error] = []
      do throws(ASN1Error) { try contents.finish() } catch { faults.append(error) }
      do throws(ASN1Error) { try contents.readNull() } catch { faults.append(error) }
      do throws(ASN1Error) { try contents.skipElement() } catch { faults.append(error) }
      do throws(ASN1Error) { try reader.moveBehind(contents) } catch { faults.append(error) }
      do throws(ASN1Error) { try reader.leave(contents) } catch { faults.append(error) }
      #expect(contents.isNext(.null) == false)
      return (octets, isAtEnd, faults)
    }
    #expect(found?.0 == 6..<7)
    #expect(found?.1 == false)
    #expect(found?.2 == Array(repeating: ASN1Error(.truncated, at: 7), count: 5))
  }

  @Test("an announced element gives the range that it announces, and nothing can be read behind it")
  func announced() {
    let bytes = hex("04 05 AA BB")
    let found = value(bytes) { reader throws(ASN1Error) in
      let range = try reader.readAnnounced(.octetString)
      var faults: [ASN1Error] = []
      do throws(ASN1Error) { try reader.readNull() } catch { faults.append(error) }
      return (range, reader.position, faults)
    }
    #expect(found?.0 == 2..<7)
    #expect(found?.1 == 4)
    #expect(found?.2 == [ASN1Error(.truncated, at: 4)])

    let whole = value(hex("04 02 AA BB 05 00")) { reader throws(ASN1Error) in
      (try reader.readAnnounced(.octetString), reader.position)
    }
    #expect(whole?.0 == 2..<4)
    #expect(whole?.1 == 4)
    #expect(
      fault(hex("05 00")) { reader throws(ASN1Error) in try reader.readAnnounced(.octetString) }
        == ASN1Error(.unexpectedElement, at: 0))
    // Never past its parent: that is no truncation.
    let overrun = fault(hex("30 03 04 05 AA BB CC DD EE")) { reader throws(ASN1Error) in
      var contents = try reader.enter(.sequence)
      _ = try contents.readAnnounced(.octetString)
    }
    #expect(overrun == ASN1Error(.length, at: 3))
  }

  @Test("moving behind an element needs its end only, not its contents")
  func movingBehind() {
    let definite = value(hex("30 03 FF FF FF 05 00")) { reader throws(ASN1Error) in
      let contents = try reader.enter(.sequence)
      try reader.moveBehind(contents)
      return reader.position
    }
    #expect(definite == 5)
    let indefinite = value(hex("30 80 05 00 00 00 05 00"), rules: .basic) { reader throws(ASN1Error) in
      var contents = try reader.enter(.sequence)
      try contents.readNull()
      try reader.moveBehind(contents)
      return reader.position
    }
    #expect(indefinite == 6)
    let unread = fault(hex("30 80 05 00 00 00"), rules: .basic) { reader throws(ASN1Error) in
      let contents = try reader.enter(.sequence)
      try reader.moveBehind(contents)
    }
    #expect(unread == ASN1Error(.extraElement, at: 2))
  }

  // MARK: - Where a reader stands

  @Test("a definite element of length 0 ends at once, and what follows is not its own")
  func emptyDefinite() {
    let found = value(hex("31 00 05 00")) { reader throws(ASN1Error) in
      let contents = try reader.enter(.set)
      #expect(contents.isAtEnd && !contents.isNext(.null))
      try reader.leave(contents)
      try reader.readNull()
      return reader.position
    }
    #expect(found == 4)
  }

  @Test("a reader of a range stays inside it and keeps the input's positions")
  func ranges() {
    let bytes = hex("FF FF 05 00 02 01 07 FF")
    var reader = ASN1Reader(bytes.span, in: 2..<7, depth: 0)
    do throws(ASN1Error) {
      try reader.readNull()
      let number = try reader.readInteger()
      let isAtEnd = reader.isAtEnd
      #expect(number == 7)
      #expect(isAtEnd)
      try reader.finish()
    } catch {
      Issue.record("\(error)")
    }
    var short = ASN1Reader(bytes.span, in: 2..<6, depth: 0)
    var faults: [ASN1Error] = []
    do throws(ASN1Error) {
      try short.readNull()
      _ = try short.readInteger()
    } catch { faults.append(error) }
    var cut = ASN1Reader(bytes.span, in: 4..<20, depth: 0)
    do throws(ASN1Error) {
      _ = try cut.readInteger()
      try cut.finish()
    } catch { faults.append(error) }
    #expect(faults == [ASN1Error(.length, at: 5), ASN1Error(.extraElement, at: 7)])
  }

  @Test("a reader of an empty range finds nothing there, at the last position that there is as well")
  func emptyRanges() {
    let bytes = hex("05 00")
    for position in [0, 1, 2, 3, Int.max - 1, .max] {
      var reader = ASN1Reader(bytes.span, in: position..<position, depth: 0)
      let isAtEnd = reader.isAtEnd
      #expect(isAtEnd)
      var fault: ASN1Error?
      do throws(ASN1Error) { _ = try reader.readElement() } catch { fault = error }
      #expect(fault == ASN1Error(.missingElement, at: position))
    }
  }

  // MARK: - Moving on

  @Test("a reader moves on within its element; to move it back or past its end ends the process")
  func moves() async {
    for position in 2...6 {
      let found = read(hex("31 04 05 00 05 00 05 00")) { reader throws(ASN1Error) in
        var contents = try reader.enter(.set)
        contents.move(to: position)
        return contents.position
      }
      #expect(found == .success(position))
    }
    await #expect(processExitsWith: .failure) {
      let bytes: [UInt8] = [5, 0, 5, 0]
      var reader = ASN1Reader(bytes.span, rules: .distinguished, depth: 0)
      reader.move(to: 2)
      reader.move(to: 1)
    }
    await #expect(processExitsWith: .failure) {
      let bytes: [UInt8] = [5, 0, 5, 0]
      var reader = ASN1Reader(bytes.span, in: 0..<2, depth: 0)
      reader.move(to: 3)
    }
  }

  // MARK: - Depth

  @Test(
    "as many levels are entered as were allowed, and the next is refused at its first byte", arguments: 0...20
  )
  func depth(levels: Int) {
    func enterAll(_ reader: inout ASN1Reader, _ count: Int) throws(ASN1Error) {
      guard count > 0 else { return }
      var inner = try reader.enter(.sequence)
      try enterAll(&inner, count - 1)
      try reader.leave(inner)
    }
    var definite: [UInt8] = []
    for _ in 0..<levels { definite = element(0x30, definite) }
    let indefinite =
      [UInt8]((0..<levels).flatMap { _ in [0x30, 0x80] }) + [UInt8](repeating: 0, count: 2 * levels)
    for bytes in [definite, indefinite] {
      #expect(
        fault(bytes, rules: .basic, depth: levels) { reader throws(ASN1Error) in try enterAll(&reader, levels)
        }
          == nil)
      guard levels > 0 else { continue }
      let tooDeep = fault(bytes, rules: .basic, depth: levels - 1) { reader throws(ASN1Error) in
        try enterAll(&reader, levels)
      }
      #expect(tooDeep == ASN1Error(.depth, at: 2 * (levels - 1)))
    }
  }
}
