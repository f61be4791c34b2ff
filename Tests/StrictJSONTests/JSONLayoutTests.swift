// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import StrictJSON
import Testing

@Suite struct JSONLayoutTests {
  private func text(_ style: JSONWriter.Style, _ write: (inout JSONObjectWriter) -> Void) -> String {
    var writer = JSONWriter(style: style)
    writer.object(write)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func report(_ object: inout JSONObjectWriter) {
    object.member("schema", integer: 1)
    object.object("input") { input in
      input.member("form", string: "base64")
      input.array("repairs") { $0.element(string: "padding") }
    }
    object.object("nothing") { _ in }
    object.array("in_app") { _ in }
    object.array("rows") { rows in
      rows.object { $0.member("is_trial_period", bool: false) }
      rows.object { _ in }
      rows.array {
        $0.element(integer: -1)
        $0.null()
      }
    }
    object.null("last")
  }

  @Test func `the pretty style has one member a line, indented by two spaces`() {
    #expect(
      text(.pretty, report) == """
        {
          "schema": 1,
          "input": {
            "form": "base64",
            "repairs": [
              "padding"
            ]
          },
          "nothing": {},
          "in_app": [],
          "rows": [
            {
              "is_trial_period": false
            },
            {},
            [
              -1,
              null
            ]
          ],
          "last": null
        }

        """)
  }

  @Test func `the compact style is one line without blanks`() {
    #expect(
      text(.compact, report) == """
        {"schema":1,"input":{"form":"base64","repairs":["padding"]},"nothing":{},"in_app":[],\
        "rows":[{"is_trial_period":false},{},[-1,null]],"last":null}

        """)
  }

  @Test func `members keep the order of the calls`() {
    let keys = text(.compact) {
      $0.member("z", integer: 1)
      $0.member("a", integer: 2)
      $0.member("M", integer: 3)
    }
    #expect(keys == "{\"z\":1,\"a\":2,\"M\":3}\n")
  }

  @Test func `an absent value leaves its key out`() {
    let absent = text(.compact) {
      $0.member("a", string: nil as String?)
      $0.member("b", string: nil as ArraySlice<UInt8>?)
      $0.member("c", string: nil as Int64?)
      $0.member("d", string: nil as UInt64?)
      $0.member("e", hex: nil as ArraySlice<UInt8>?)
      $0.member("f", integer: nil as Int?)
      $0.member("g", integer: nil as UInt64?)
      $0.member("h", bool: nil)
      $0.member("i", bool: true)
    }
    #expect(absent == "{\"i\":true}\n")
  }

  @Test func `integers are exact at both ends of their range`() {
    let numbers = text(.compact) {
      $0.member("a", integer: Int64.min)
      $0.member("b", integer: UInt64.max)
      $0.member("c", string: Int64.min)
      $0.member("d", string: UInt64.max)
      $0.member("e", integer: 0)
      $0.array("f") {
        $0.element(integer: Int64.max)
        $0.element(integer: UInt64.max)
        $0.element(string: Int64.min)
        $0.element(string: UInt64.max)
        $0.element(bool: true)
      }
    }
    #expect(
      numbers == """
        {"a":-9223372036854775808,"b":18446744073709551615,"c":"-9223372036854775808","d":"18446744073709551615",\
        "e":0,"f":[9223372036854775807,18446744073709551615,"-9223372036854775808","18446744073709551615",true]}

        """)
  }

  @Test func `bytes are written as lower-case hexadecimal digits`() {
    let bytes: [UInt8] = [0x00, 0x09, 0x0A, 0x9F, 0xA0, 0xFF]
    let hex = text(.compact) {
      $0.member("a", hex: bytes[...])
      $0.member("b", hex: bytes.span)
      $0.member("c", hex: bytes[4...])
      $0.member("d", hex: bytes[..<0])
      $0.array("e") {
        $0.element(hex: bytes[1...2])
        $0.element(hex: bytes.span)
      }
    }
    #expect(
      hex == """
        {"a":"00090a9fa0ff","b":"00090a9fa0ff","c":"a0ff","d":"","e":["090a","00090a9fa0ff"]}

        """)
  }

  @Test func `a value encoded before is copied as it is`() {
    let encoded = Array("{\"a\":1}".utf8)
    let copied = text(.compact) {
      $0.member("x", encoded: encoded.span)
      $0.array("y") { $0.element(encoded: encoded.span) }
    }
    #expect(copied == "{\"x\":{\"a\":1},\"y\":[{\"a\":1}]}\n")
  }

  @Test(arguments: [JSONWriter.Style.compact, .pretty])
  func `documents follow one another, each ended by a newline`(_ style: JSONWriter.Style) {
    var writer = JSONWriter(style: style)
    writer.object { _ in }
    writer.array { _ in }
    #expect(writer.bytes == Array("{}\n[]\n".utf8))
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
    writer.object { _ in }
    #expect(writer.bytes == Array("{}\n".utf8))
  }
}
