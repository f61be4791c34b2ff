// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

@Suite struct ReceiptInputTests {
  static let definite: [UInt8] = [0x30, 0x06, 0x04, 0x04, 0x0A, 0x0D, 0x20, 0x00]
  /// Ends in zeros that belong to it.
  static let indefinite: [UInt8] = [0x30, 0x80, 0x24, 0x80, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00]

  private func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedData()) }

  // MARK: - Forms

  @Test(arguments: [definite, indefinite])
  func `a receipt as it is and its base64 give the same bytes`(_ receipt: [UInt8]) throws {
    let plain = try ReceiptInput(receipt)
    #expect(plain.form == .der && plain.bytes == receipt && plain.repairs.isEmpty)
    let encoded = try ReceiptInput(base64(receipt))
    #expect(encoded.form == .base64 && encoded.bytes == receipt && encoded.repairs.isEmpty)
    #expect(plain.form.rawValue == "der" && encoded.form.rawValue == "base64")
  }

  @Test(arguments: [1, 4, 5, 64, 76], ["\n", "\r\n", " ", "\t"])
  func `lines of any width and blanks around need no repair`(_ width: Int, _ lineBreak: String) throws {
    let receipt = [0x30, 0x81, 0xC8] + [UInt8](repeating: 0x5A, count: 200)
    var text = Array(" \r\n\t".utf8)
    for (index, character) in base64(receipt).enumerated() {
      if index % width == 0 { text += Array(lineBreak.utf8) }
      text.append(character)
    }
    for end in ["", "\n", "\r\n\r\n", " \t"] {
      let input = try ReceiptInput(text + Array(end.utf8))
      #expect(input.bytes == receipt && input.repairs.isEmpty && input.form == .base64)
    }
  }

  @Test func `missing padding is a repair`() throws {
    for receipt in [Self.definite, Self.definite + [0x41], Self.definite + [0x41, 0x42]] {
      let text = base64(receipt)
      let stripped = text.filter { $0 != 0x3D }
      let input = try ReceiptInput(stripped)
      #expect(input.bytes == receipt)
      #expect(input.repairs == (stripped == text ? [] : [.padding]))
    }
    #expect(ReceiptInput.Repair.padding.rawValue == "padding")
  }

  // MARK: - Trailing bytes

  @Test(
    arguments: [definite, indefinite],
    [[0x00], [0x0A], [0x0D], [0x20], [0x0D, 0x0A], [0x00, 0x00, 0x00, 0x20, 0x0A]] as [[UInt8]])
  func `NUL, line breaks and blanks after the element are dropped`(_ receipt: [UInt8], _ trailing: [UInt8])
    throws
  {
    for content in [receipt + trailing, base64(receipt + trailing)] {
      let input = try ReceiptInput(content)
      #expect(input.bytes == receipt)
      #expect(input.repairs == [.trailingBytes])
    }
    #expect(ReceiptInput.Repair.trailingBytes.rawValue == "trailing-bytes")
  }

  @Test(
    arguments: [definite, indefinite],
    [[0x01], [0x09], [0x0A, 0x30], [0x0A, 0x01, 0x0A], [0x30, 0x00]] as [[UInt8]])
  func `anything else after the element is left for the decoder to report`(
    _ receipt: [UInt8], _ trailing: [UInt8]
  ) throws {
    for content in [receipt + trailing, base64(receipt + trailing)] {
      let input = try ReceiptInput(content)
      #expect(input.bytes == receipt + trailing)
      #expect(input.repairs.isEmpty)
    }
  }

  @Test(
    arguments: [
      [0x30, 0x09, 0x04, 0x01, 0x00, 0x0A], [0x30, 0x80, 0x04, 0x01, 0x00, 0x0A, 0x00],
      [0x30, 0x85, 0x00, 0x0A], [0x30, 0x80, 0x04, 0x80, 0x00, 0x00, 0x00, 0x00, 0x0A],
    ] as [[UInt8]])
  func `where no element ends the bytes are left alone`(_ content: [UInt8]) throws {
    let input = try ReceiptInput(content)
    #expect(input.bytes == content && input.repairs.isEmpty)
  }

  @Test func `NUL after base64 text is dropped`() throws {
    for end in ["\0", "\n\0", "\0\n\0\n"] {
      let input = try ReceiptInput(base64(Self.definite) + Array(end.utf8))
      #expect(input.bytes == Self.definite && input.repairs == [.trailingBytes])
    }
    // Each repair is named once, in the order in which it was made.
    let text = base64(Self.definite + [0x00, 0x0A]).filter { $0 != 0x3D } + [0x00]
    #expect(try ReceiptInput(text).repairs == [.trailingBytes, .padding])
    #expect(throws: InputError.self) { try ReceiptInput([0x00] + text) }
  }

  // MARK: - Refusals

  @Test(arguments: ["", " ", "\n", "\r\n \t", "\0", "\n\0\0", "\0 \0"])
  func `nothing but blanks is empty`(_ text: String) {
    #expect(throws: InputError(.empty, offset: 0)) { try ReceiptInput(Array(text.utf8)) }
    #expect(InputError.Code.empty.rawValue == "input.empty")
  }

  @Test(arguments: [
    ("QR==", 1), ("QQ===", 4), ("QQ==QQ==", 4), ("MAYE*", 4), ("MAYEB", 4), ("MA\0YE", 2),
    ("\u{FEFF}MAYE*", 7),
    (" \nMA-+", 5), ("MA+-", 2), ("MA_/", 3), ("MA-E*", 4), ("MA%2", 2), ("MAYE%zz", 4), ("<base64>", 0),
    ("#", 0),
  ])
  func `text that is not base64 is refused at its first offending byte`(_ text: String, _ offset: Int) throws
  {
    let error = try #require(throws: InputError.self) { try ReceiptInput(Array(text.utf8)) }
    #expect(error.code == .notBase64 && error.code.rawValue == "input.not-base64")
    #expect(error.offset == offset)
    #expect(error.hint?.isEmpty == false)
  }

  @Test func `an error never carries content`() throws {
    let secret = "SECRETSECRET"
    for text in ["\(secret)*", "\(secret)=", "*\(secret)", "\(secret)QQ==\(secret)"] {
      let error = try #require(throws: InputError.self) { try ReceiptInput(Array(text.utf8)) }
      #expect(!"\(error)".contains("SECRET"))
    }
  }

  // MARK: - Limits

  @Test func `the size of the receipt is limited to eight mebibytes`() throws {
    let size = 8 << 20
    #expect(ReceiptInput.defaultMaximumSize == size)
    let largest = [0x30, 0x84, 0x00, 0x7F, 0xFF, 0xFA] + [UInt8](repeating: 0x41, count: size - 6)
    #expect(try ReceiptInput(largest).bytes == largest)
    #expect(throws: InputError(.size, offset: size)) { try ReceiptInput(largest + [0x41]) }
    let text = Array(
      Data(largest).base64EncodedData(options: [
        .lineLength64Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]))
    #expect(try ReceiptInput(text).bytes == largest)
    #expect(throws: InputError(.size)) { try ReceiptInput(self.base64(largest + [0x41])) }
    #expect(throws: InputError(.size)) { try ReceiptInput([UInt8](repeating: 0x20, count: 4 * size + 1)) }
    #expect(InputError.Code.size.rawValue == "limit.size")
  }

  @Test func `the size can be set`() throws {
    let text = base64(Self.definite)
    for content in [Self.definite, text, text.flatMap { [$0, 0x0A] as [UInt8] }] {
      #expect(try ReceiptInput(content, maximumSize: 8).bytes == Self.definite)
      for size in [7, 0, -1, .min + 1] {
        let error = try #require(throws: InputError.self) { try ReceiptInput(content, maximumSize: size) }
        #expect(error.code == .size)
      }
      #expect(try ReceiptInput(content, maximumSize: .max).bytes == Self.definite)
    }
    #expect(ReceiptInput.largestContent(of: 8) == 32)
    #expect(ReceiptInput.largestContent(of: .max) == .max)
  }

  // MARK: - Damage

  @Test func `every damage of one byte and every prefix gives bytes or an error`() {
    for content in [Self.definite, Self.indefinite, base64(Self.definite), base64(Self.indefinite)] {
      for place in content.indices {
        for byte in UInt8.min...UInt8.max {
          var damaged = content
          damaged[place] = byte
          if let input = try? ReceiptInput(damaged) { #expect(input.bytes.count <= content.count) }
        }
        if let input = try? ReceiptInput(Array(content[..<place])) { #expect(input.bytes.count <= place) }
      }
    }
  }
}
