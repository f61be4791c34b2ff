// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// A receipt that arrived as hexadecimal digits; `nil` when the text is something else.
  ///
  /// Two digits are a byte. Between bytes may stand blanks, line breaks, colons, commas and hyphens, before
  /// each byte `0x` or `\x`, and around all of them angle brackets: so `xxd -p`, OpenSSL, debuggers and
  /// `NSData` print them.
  func hexadecimal() throws(InputError) -> ReceiptInput? {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try hexadecimalBytes()
    } catch {
      // Letters from A to F may begin any text.
      guard beginsAsReceipt else { return nil }
      throw isHexDump ? InputError(.hexDump, offset: text.lowerBound) : error
    }
    do throws(InputError) {
      return try inner(bytes).wrapped(in: .hexadecimal)
    } catch {
      throw error.moved { _ in nil }
    }
  }

  /// Whether the text begins as the digits of a receipt do, or with a mark that only digits have. No base64 of a
  /// receipt begins so.
  private var beginsAsReceipt: Bool {
    let start = text.lowerBound + (has("<") ? 1 : 0)
    return isHexDump || has("0x", at: start, ignoringCase: true) || has("\\x", at: start)
      || has("30", at: start) || has("31", at: start)
  }

  /// Whether the text is a dump with offsets: seven or eight zeros and what no number of bytes has next.
  private var isHexDump: Bool {
    ["00000000:", "00000000 ", "0000000 "].contains { has($0) }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    Base64.isBlank(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: "-")
  }

  private func hexadecimalBytes() throws(InputError) -> [UInt8] {
    var range = text
    if has("<"), content[text.upperBound - 1] == UInt8(ascii: ">") {
      range = text.lowerBound + 1..<text.upperBound - 1
    }
    let text = content.span.extracting(0..<range.upperBound)
    return try [UInt8](capacity: min(range.count / 2, max(maximumSize, 0))) { output throws(InputError) in
      var index = range.lowerBound
      while index < text.count {
        let byte = text[index]
        if Self.isSeparator(byte) {
          index += 1
          continue
        }
        let next = index + 1 < text.count ? text[index + 1] : 0
        if byte == UInt8(ascii: "0") || byte == UInt8(ascii: "\\"), next | 0x20 == UInt8(ascii: "x") {
          index += 2
          guard index < text.count, HexadecimalDigit.value(text[index]) != nil else {
            throw Self.notHexadecimal(index)
          }
          continue
        }
        guard let high = HexadecimalDigit.value(byte) else { throw Self.notHexadecimal(index) }
        guard let low = HexadecimalDigit.value(next) else { throw Self.notHexadecimal(index + 1) }
        guard output.count < maximumSize else { throw InputError(.size) }
        output.append(high << 4 | low)
        index += 2
      }
    }
  }

  private static func notHexadecimal(_ offset: Int) -> InputError {
    InputError(.notHexadecimal, offset: offset)
  }
}

/// One hexadecimal digit, of either case.
enum HexadecimalDigit {
  /// The value of a character; `nil` if it is no such digit.
  static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
