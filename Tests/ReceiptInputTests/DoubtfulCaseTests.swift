// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

@Suite struct DoubtfulCaseTests {
  private let receipt = Samples.receipt("production-sha256")

  // MARK: - Blanks

  @Test func `blanks are read as plus only where dropping them does not give one element`() throws {
    let text = base64(receipt)
    // A blank beside every plus that was lost: either reading is wrong.
    let both = text.replacing("+", with: "  ")
    let input = try? ReceiptInput(Array(both.utf8))
    #expect(input?.bytes != receipt && input?.repairs.contains(.plusRestored) != true)
    // Blanks that are only layout, in a text whose pluses are there.
    let layout = try ReceiptInput(Array(broken(text, every: 10, by: " ").utf8))
    #expect(layout.bytes == receipt && layout.repairs.isEmpty)
    // Tabs and line breaks are never pluses.
    #expect((try? ReceiptInput(Array(text.replacing("+", with: "\t").utf8)))?.bytes != receipt)
  }

  @Test func `the alphabets are not mixed`() throws {
    let text = base64(receipt)
    let mixed = text.replacing("+", with: "-")
    let error = try #require(throws: InputError.self) { try ReceiptInput(Array(mixed.utf8)) }
    #expect(error.code == .notBase64)
    #expect(error.offset == Array(mixed.utf8).firstIndex(of: UInt8(ascii: "/")))
  }

  // MARK: - Beginnings that two forms share

  @Test func `digits that begin as an element does are text`() throws {
    // 0 is the tag of a SEQUENCE, x a length.
    #expect(try ReceiptInput(Array("0x\(hexadecimal(receipt))".utf8)).form == .hexadecimal)
    // A small element is one although its first bytes are printable.
    let small = [0x30, 0x21] + [UInt8](repeating: 0x21, count: 32) + [0x01]
    #expect(try ReceiptInput(small).form == .der)
  }

  @Test func `base64 of an element is that, whatever its characters spell`() throws {
    let element: [UInt8] = [0x30, 0x82, 0x02, 0x7E, 0xDC, 0xA9] + [UInt8](repeating: 0, count: 636)
    let text = base64(element)
    // What the files of some pictures have at that place.
    #expect(text.dropFirst(4).hasPrefix("ftyp"))
    let input = try ReceiptInput(Array(text.utf8))
    #expect(input.form == .base64 && input.bytes == element)
  }

  @Test func `a text of hexadecimal digits is base64 when it is that`() throws {
    // base64 of a property list can begin like any text; one of letters a to f alone is no known form.
    let error = try #require(throws: InputError.self) {
      try ReceiptInput(Array("abcdabcdabcdabcdabcdabcdabcdabcdabcd+/".utf8))
    }
    #expect(error.code == .notBase64 || error.code == .unrecognized)
  }

  // MARK: - Keys of JSON

  @Test func `the first key counts whose text holds a receipt`() throws {
    let other = base64(Samples.receipt("mac"))
    let text = base64(receipt)
    let cases: [(String, String)] = [
      ("{\"Payload\": \"\(other)\", \"receipt-data\": \"\(text)\"}", "receipt-data"),
      (
        "{\"receipt-data\": \"\", \"latest_receipt\": \"\(text)\", \"receipt\": \"\(other)\"}",
        "latest_receipt"
      ),
      ("{\"receipt-data\": {\"a\": 1}, \"appStoreReceipt\": \"\(text)\"}", "appStoreReceipt"),
      ("{\"receipt-data\": 7, \"transactionReceipt\": null, \"receipt\": \"\(text)\"}", "receipt"),
      ("{\"latest_receipt\": \"<base64>\", \"Payload\": \"\(text)\"}", "Payload"),
    ]
    for (json, key) in cases {
      let input = try ReceiptInput(Array(json.utf8))
      #expect(input.bytes == receipt && input.repairs == [.jsonWrapped(key)])
    }
  }

  @Test func `of several texts that hold no receipt the first is named`() throws {
    let json = "{\"receipt\": {\"data\": 1}, \"Payload\": \"MA*E\", \"latest_receipt\": \"null\"}"
    #expect(throws: InputError(.placeholder, offset: 63)) { try ReceiptInput(Array(json.utf8)) }
  }

  // MARK: - What follows

  @Test func `whatever follows a receipt is left for the decoder in every form`() throws {
    let content = receipt + Array("GARBAGE".utf8)
    for coat in Coat.all
    where coat.name != "+ turned to blank, lines of 64" && coat.name != "+ turned to blank" {
      guard coat.repairs.contains("plus-restored") == false else { continue }
      let input = try ReceiptInput(coat.encode(content))
      #expect(Array(input.bytes.prefix(content.count)) == content, "\(coat.name)")
    }
  }
}
