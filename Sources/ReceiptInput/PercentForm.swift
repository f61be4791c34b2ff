// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What a text with percent signs stands for (RFC 3986, section 2.1).
  func percentEncoded() throws(InputError) -> ReceiptInput {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = text.lowerBound
    while index < text.upperBound {
      guard content[index] == UInt8(ascii: "%") else {
        decoded.append(content[index])
        index += 1
        continue
      }
      guard index + 2 < text.upperBound, let high = HexadecimalDigit.value(content[index + 1]),
        let low = HexadecimalDigit.value(content[index + 2])
      else {
        throw InputError(
          .notBase64, offset: index,
          hint: "Two hexadecimal digits must follow the percent sign at byte \(index).")
      }
      decoded.append(high << 4 | low)
      index += 3
    }
    do throws(InputError) {
      return try inner(decoded).wrapped(in: .percentEncoded)
    } catch {
      throw error.moved { encodedOffset(of: $0) }
    }
  }

  /// Where the character stands that is number `count` when decoded.
  private func encodedOffset(of count: Int) -> Int {
    var index = text.lowerBound
    for _ in 0..<count {
      guard index < text.upperBound else { break }
      index += content[index] == UInt8(ascii: "%") ? 3 : 1
    }
    return index
  }
}
