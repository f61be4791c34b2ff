// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import StrictJSON
import Testing

/// Texts made to be expensive. Each would take minutes if time were quadratic.
@Suite struct JSONLimitTests {
  private static let size = 8 << 20

  private func nested(_ depth: Int, _ opening: String = "[", _ closing: String = "]") -> [UInt8] {
    Array((String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)).utf8)
  }

  @Test func `nesting is limited to 64 containers by default`() throws {
    _ = try JSONReader().read(nested(64))
    #expect(throws: JSONError(code: .depth, offset: 64)) { try JSONReader().read(nested(65)) }
    _ = try JSONReader().read(nested(64, #"{"a":"#, "}"))
    #expect(throws: JSONError(code: .depth, offset: 64 * 5)) {
      try JSONReader().read(nested(65, #"{"a":"#, "}"))
    }
    #expect(throws: JSONError(code: .depth, offset: 64)) { try JSONReader().read(nested(65, "[", "")) }
  }

  @Test func `nesting can be allowed or forbidden, but never beyond 512`() throws {
    let none = JSONReader(limits: JSONLimits(depth: 0))
    #expect(try none.read([0x31]) == .number(JSONNumber(1)))
    #expect(throws: JSONError(code: .depth, offset: 0)) { try none.read(Array("[]".utf8)) }
    let endless = JSONReader(limits: JSONLimits(depth: .max))
    let deepest = try endless.read(nested(512))
    #expect(deepest == deepest)
    #expect(throws: JSONError(code: .depth, offset: 512)) { try endless.read(nested(513)) }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["[", #"{"a":"#, "[[],", #"{"":0,"":"#])
  func `brackets without end cost nothing`(_ opening: String) {
    let text = Array(String(repeating: opening, count: Self.size / opening.utf8.count).utf8)
    #expect(throws: JSONError.self) { try JSONReader().read(text) }
  }

  @Test func `a text beyond the limit is refused before it is read`() throws {
    let reader = JSONReader(limits: JSONLimits(size: 3))
    #expect(try reader.read(Array("[1]".utf8)) == .array([.number(JSONNumber(1))]))
    #expect(throws: JSONError(code: .size, offset: 3)) { try reader.read(Array("[1]\n".utf8)) }
    #expect(throws: JSONError(code: .size, offset: 3)) { try reader.read(Array("xxxx".utf8)) }
    #expect(throws: JSONError(code: .size, offset: 0)) {
      try JSONReader(limits: JSONLimits(size: -1)).read([])
    }
    _ = try JSONReader(limits: JSONLimits(size: .max)).read(Array("[1]".utf8))
    #expect(throws: JSONError(code: .size, offset: Self.size)) {
      try JSONReader().read(Array(repeating: 0x20, count: Self.size + 1))
    }
  }

  @Test func `values are counted, containers and their contents alike`() throws {
    let text = Array(#"[1,{"a":2,"b":[]},""]"#.utf8)
    _ = try JSONReader(limits: JSONLimits(values: 6)).read(text)
    #expect(throws: JSONError(code: .values, offset: 18)) {
      try JSONReader(limits: JSONLimits(values: 5)).read(text)
    }
    #expect(throws: JSONError(code: .values, offset: 0)) {
      try JSONReader(limits: JSONLimits(values: 0)).read(text)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `eight mebibytes of small values end at the limit`() {
    let text = Array("[" + String(repeating: "0,", count: Self.size / 2 - 1)).map { $0.asciiValue ?? 0 }
    #expect(throws: JSONError(code: .values, offset: 1 + 2 * ((1 << 20) - 1))) { try JSONReader().read(text) }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["a", "日", #"\n"#, #"\ud83d\ude42"#])
  func `eight mebibytes of one string are read in linear time`(_ piece: String) throws {
    let count = (Self.size - 2) / piece.utf8.count
    let text = Array("\"\(String(repeating: piece, count: count))\"".utf8)
    let decoded = try #require(try JSONReader().read(text).string)
    #expect(decoded.utf8.count % count == 0)
    #expect(decoded.utf8.count <= text.count)
  }

  @Test(.timeLimit(.minutes(1))) func `many containers in one are read in linear time`() throws {
    let text = Array("[\(String(repeating: #"{"a":0},"#, count: 450_000))0]".utf8)
    #expect(try JSONReader().read(text).array?.count == 450_001)
  }

  @Test(.timeLimit(.minutes(1)))
  func `keys are compared in linear time, and the last one may be the duplicate`() throws {
    let members = (0..<200_000).map { "\"key-\($0)\":0" }.joined(separator: ",")
    let value = try JSONReader().read(Array("{\(members)}".utf8))
    #expect(value.object?.count == 200_000)
    #expect(value["key-199999"]?.number?.int64 == 0)
    let text = Array("{\(members),\"key-0\":1}".utf8)
    #expect(throws: JSONError(code: .duplicateKey, offset: members.utf8.count + 2)) {
      try JSONReader().read(text)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `long keys that differ at their end are compared in linear time`()
    throws
  {
    let long = String(repeating: "k", count: 1 << 17)
    let members = (10..<70).map { "\"\(long)\($0)\":0" }.joined(separator: ",")
    #expect(try JSONReader().read(Array("{\(members)}".utf8)).object?.count == 60)
  }

  @Test(arguments: 1...20) func `a duplicate is found whatever the number of keys before it`(_ count: Int) {
    let members = (0..<count).map { "\"\($0)\":{\"0\":[]}" }.joined(separator: ",")
    for index in 0..<count {
      let text = Array("{\(members),\"\(index)\":1}".utf8)
      #expect(throws: JSONError(code: .duplicateKey, offset: members.utf8.count + 2)) {
        try JSONReader().read(text)
      }
    }
  }
}
