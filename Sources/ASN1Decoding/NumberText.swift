// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A number of any length in decimal.
///
/// - Parameters:
///   - digits: The number's digits in `base`, most significant first, each below `base`.
///   - base: From 2 to 256.
func decimalText(digits: [UInt8], base: Int) -> String {
  // Limbs of nine decimal digits, least significant first: 10⁹ × 256 stays far inside 64 bits.
  var limbs = [0]
  for digit in digits {
    var carry = Int(digit)
    for index in limbs.indices {
      let value = limbs[index] * base + carry
      limbs[index] = value % 1_000_000_000
      carry = value / 1_000_000_000
    }
    if carry > 0 { limbs.append(carry) }
  }
  var text = String(limbs[limbs.count - 1])
  for limb in limbs.dropLast().reversed() {
    let group = String(limb)
    text += String(repeating: "0", count: 9 - group.count) + group
  }
  return text
}

/// Octets as lower-case hexadecimal text, two characters each.
@inlinable
public func hexadecimalText(_ octets: some Collection<UInt8>) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(2 * octets.count)
  for octet in octets {
    text.append(hexadecimalDigit(octet >> 4))
    text.append(hexadecimalDigit(octet & 0x0F))
  }
  return String(decoding: text, as: UTF8.self)
}

@inlinable
func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
}
