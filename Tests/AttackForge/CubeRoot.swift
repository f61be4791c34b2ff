// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A number of any size, in limbs of 32 bits, the lowest first: just what the forgery of a cube needs.
struct LargeNumber: Equatable {
  private(set) var limbs: [UInt32]

  init(limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
  }

  /// A number from its big-endian bytes.
  init(_ bytes: [UInt8]) {
    let reversed = Array(bytes.reversed())
    self.init(
      limbs: stride(from: 0, to: reversed.count, by: 4).map { start in
        (0..<4).reduce(UInt32(0)) { sum, index in
          start + index < reversed.count ? sum | UInt32(reversed[start + index]) << UInt32(8 * index) : sum
        }
      })
  }

  /// So many big-endian bytes; `nil` when they are too few.
  func bytes(count: Int) -> [UInt8]? {
    var bytes = limbs.flatMap { limb in (0..<4).map { UInt8(truncatingIfNeeded: limb >> UInt32(8 * $0)) } }
    while bytes.last == 0 { bytes.removeLast() }
    guard bytes.count <= count else { return nil }
    return Array(repeating: 0, count: count - bytes.count) + bytes.reversed()
  }

  static func + (left: Self, right: Self) -> Self {
    var carry: UInt64 = 0
    var sum: [UInt32] = []
    for index in 0..<max(left.limbs.count, right.limbs.count) {
      carry += index < left.limbs.count ? UInt64(left.limbs[index]) : 0
      carry += index < right.limbs.count ? UInt64(right.limbs[index]) : 0
      sum.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return LargeNumber(limbs: sum + [UInt32(carry)])
  }

  static func * (left: Self, right: Self) -> Self {
    var product = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (index, limb) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (offset, other) in right.limbs.enumerated() {
        carry += UInt64(limb) * UInt64(other) + UInt64(product[index + offset])
        product[index + offset] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product[index + right.limbs.count] = UInt32(carry)
    }
    return LargeNumber(limbs: product)
  }

  static func < (left: Self, right: Self) -> Bool {
    guard left.limbs.count == right.limbs.count else { return left.limbs.count < right.limbs.count }
    return left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
  }

  /// The smallest number whose cube is not below this one.
  var ceilingOfCubeRoot: LargeNumber {
    // Bit by bit from above: the largest number whose cube is below this one, and one more.
    var root = [UInt32](repeating: 0, count: limbs.count / 3 + 1)
    for bit in (0..<32 * root.count).reversed() {
      root[bit / 32] |= 1 << UInt32(bit % 32)
      let candidate = LargeNumber(limbs: root)
      if !(candidate * candidate * candidate < self) { root[bit / 32] &= ~(1 << UInt32(bit % 32)) }
    }
    return LargeNumber(limbs: root) + LargeNumber(limbs: [1])
  }
}

/// A signature that nobody signed: its cube begins as a padded digest does.
package func cubeRootForgery(_ content: [UInt8]) throws -> [UInt8] {
  let block = SignatureBlock(paddingCount: 8, digestInfo: try SignatureBlock.digestInfo(content))
  return LargeNumber(block.bytes(count: 256)).ceilingOfCubeRoot.bytes(count: 256) ?? []
}

/// The block that a signature stands for under the exponent 3, where the modulus is larger than it; `nil` when it is longer
/// than the signature.
package func cube(of signature: [UInt8]) -> [UInt8]? {
  let number = LargeNumber(signature)
  return (number * number * number).bytes(count: signature.count)
}
