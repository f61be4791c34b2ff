// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing
import SeededRandom

/// What must hold for every text, not only for those in a table.
@Suite struct JSONPropertyTests {
  private static let sample = #"""
    {"schema":1,"input":{"name":"r\u00e9sum\u00e9 \ud83d\ude42.der","form":"base64","repairs":["padding"]},"kind":null,
     "in_app":[{"quantity":1,"is_trial_period":false,"product_id":"日本\/\"\\"},{},[-0.5e+10,true]],"é":""}
    """#

  /// A value of random shape; strings and numbers come from a few pieces that matter.
  private static func value(_ random: inout SplitMix, depth: Int = 0) -> JSONValue {
    func text(_ random: inout SplitMix) -> JSONString {
      let pieces = [
        "a", "\"", "\\", "\n", "\0", "\u{7F}", "é", "\u{202E}", "\u{FEFF}", "日", "🙂", "/", " ", "\u{FFFF}",
      ]
      return JSONString(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined())
    }
    switch Int.random(in: 0...(depth < 4 ? 7 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(JSONNumber(Int64(truncatingIfNeeded: random.next())))
    case 3, 4: return .string(text(&random))
    case 5:
      return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth + 1) })
    default:
      var keys: [JSONString] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let key = text(&random)
        if !keys.contains(key) { keys.append(key) }
      }
      return .object(keys.map { JSONMember($0, value(&random, depth: depth + 1)) })
    }
  }

  private static func written(_ value: JSONValue, _ style: JSONWriter.Style) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.value(value)
    return writer.bytes
  }

  @Test(arguments: [JSONWriter.Style.compact, .pretty])
  func `what is written is read back as the same value`(_ style: JSONWriter.Style) throws {
    var random = SplitMix(state: 2)
    for _ in 0..<500 {
      let value = Self.value(&random)
      let text = Self.written(value, style)
      #expect(try JSONReader().read(text) == value)
      #expect(try Self.written(JSONReader().read(text), style) == text)
      if style == .compact { #expect(text.firstIndex(of: 0x0A) == text.count - 1) }
    }
  }

  @Test func `values hold in every place that takes one`() throws {
    let value = try JSONReader().read(Array(Self.sample.utf8))
    var writer = JSONWriter(style: .compact)
    writer.object { object in
      object.member("none", value: nil)
      object.member("a", value: value)
      for member in value.object ?? [] { object.member(member) }
      object.array("b") { $0.element(value: value) }
    }
    let back = try JSONReader().read(writer.bytes)
    #expect(back["a"] == value)
    #expect(back["b"] == .array([value]))
    #expect(back["schema"] == value["schema"] && back["in_app"] == value["in_app"])
    #expect(back.object?.count == 7)
  }

  @Test func `Foundation reads the same from a text and from what this reader made of it`() throws {
    var random = SplitMix(state: 3)
    var texts = JSONGrammarTests.accepted.map { Array($0.0.utf8) } + [Array(Self.sample.utf8)]
    texts += (0..<200).map { _ in Self.written(Self.value(&random), .pretty) }
    for text in texts {
      let value = try JSONReader().read(text)
      let again = Self.written(value, .compact)
      // Foundation gives up on the exponent that no double holds and on keys that Swift takes for one.
      guard
        let expected = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
          as? NSObject
      else {
        #expect(
          text.starts(with: Array("1e9999".utf8))
            || text.starts(with: Array("123456789012345678901234567890".utf8)))
        continue
      }
      let actual =
        try JSONSerialization.jsonObject(with: Data(again), options: .fragmentsAllowed) as? NSObject
      #expect(actual == expected, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `whatever Foundation refuses, this reader refuses`() {
    var random = SplitMix(state: 4)
    let sample = Array(Self.sample.utf8)
    let alphabet = Array("{}[],:\"\\ue0109.-+Eatrufln \n\0\u{1F}/".utf8) + [0x80, 0xC3, 0xFF]
    var bothAccept = 0
    for _ in 0..<4000 {
      var text = sample
      for _ in 0...Int.random(in: 0...1, using: &random) {
        text[Int.random(in: text.indices, using: &random)] = alphabet.randomElement(using: &random) ?? 0
      }
      guard (try? JSONReader().read(text)) != nil else { continue }
      bothAccept += 1
      if (try? JSONSerialization.jsonObject(with: Data(text))) == nil { Issue.record("\(text)") }
    }
    // Most damage inside a string leaves a document.
    #expect(bothAccept > 100)
  }

  @Test func `every prefix of an object is truncated, or ends inside a character`() throws {
    let sample = Array(Self.sample.utf8)
    _ = try JSONReader().read(sample)
    for count in sample.indices {
      do {
        _ = try JSONReader().read(Array(sample[..<count]))
        Issue.record("\(count) bytes were accepted")
      } catch {
        #expect(
          error.code == .truncated && error.offset == count || error.code == .encoding && error.offset < count
        )
      }
    }
  }

  @Test func `every change of one byte is read or refused inside the text`() throws {
    let sample = Array(Self.sample.utf8)
    let replacements: [UInt8] = [
      0x00, 0x09, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x3A, 0x5B, 0x5C, 0x5D, 0x65, 0x75, 0x7B, 0x7D, 0x80,
      0xC3, 0xE2, 0xF0, 0xFF,
    ]
    var refused = 0
    for index in sample.indices {
      for replacement in replacements where sample[index] != replacement {
        var text = sample
        text[index] = replacement
        do {
          let value = try JSONReader().read(text)
          #expect(try JSONReader().read(Self.written(value, .compact)) == value)
        } catch {
          refused += 1
          // Never before the change, but for what was a string, a number or a surrogate pair around it.
          #expect(error.offset <= text.count && error.offset >= max(0, index - 16))
        }
      }
    }
    #expect(refused > sample.count)
  }

  @Test func `each byte is written and read in the same way wherever it stands in a string`() {
    func written(_ bytes: [UInt8]) -> [UInt8] {
      var writer = JSONWriter(style: .compact)
      writer.array { $0.element(string: bytes.span) }
      return Array(writer.bytes.dropFirst(2).dropLast(3))
    }
    /// The bytes of the string, or the error with its offset.
    func read(_ bytes: [UInt8]) -> Result<[UInt8], JSONError> {
      do throws(JSONError) {
        return .success((try JSONReader().read([0x22] + bytes + [0x22])).string.map { Array($0.utf8) } ?? [])
      } catch {
        return .failure(error)
      }
    }
    let rest = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=()[]".utf8)
    for byte in UInt8.min...UInt8.max {
      let alone = (written: written([byte]), read: read([byte]))
      for place in 0...rest.count {
        let text = rest[..<place] + [byte] + rest[place...]
        if written(Array(text)) != rest[..<place] + alone.written + rest[place...] {
          Issue.record("byte \(byte) is written in another way at \(place)")
        }
        // What follows a quote or a backslash is not the same.
        guard byte != 0x22, byte != 0x5C else { continue }
        let expected = alone.read.map { rest[..<place] + $0 + rest[place...] }
          .mapError { JSONError(code: $0.code, offset: $0.offset + place) }
        if read(Array(text)) != expected.map(Array.init) {
          Issue.record("byte \(byte) is read in another way at \(place)")
        }
      }
    }
  }
}
