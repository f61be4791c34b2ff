// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

extension SigningKey {
  /// The RSA key of that name: 2048 bits, exponent 65537, and the same wherever and whenever it is made.
  ///
  /// Whoever knows the name has the private key. That is the purpose: a test signs today what another verified
  /// yesterday, and no key has to be stored. Takes a quarter of a second, most of it spent on finding primes.
  ///
  /// Each prime is the first from a starting point up that fits the exponent; the starting point is made of SHA-256
  /// digests of the name, its two highest bits set. This stays as it is, so that a root which a test pins stays, too.
  public static func rsa(named name: String) throws(ForgeError) -> SigningKey {
    let p = try prime(from: startingPoint(name, "p"))
    let q = try prime(from: startingPoint(name, "q"))
    return try pkcs8(try privateKeyInfo(p: p, q: q))
  }

  /// 1 024 bits for a prime.
  private static func startingPoint(_ name: String, _ prime: String) throws(ForgeError) -> [UInt8] {
    var octets: [UInt8] = []
    for block in 0..<4 {
      octets += try DigestAlgorithm.sha256.hash(Array("receipt-forge key 1/\(prime)/\(block)/\(name)".utf8))
    }
    // Two such primes make a modulus of exactly 2 048 bits.
    octets[0] |= 0xC0
    octets[octets.count - 1] |= 1
    return octets
  }

  /// The first prime from an odd number up whose predecessor the public exponent does not divide.
  private static func prime(from start: [UInt8]) throws(ForgeError) -> BigNumber {
    try OpenSSL.call { () throws(ForgeError) in
      let context = try BigNumberContext.make()
      guard let pointer = unsafe BN_bin2bn(start, Int32(start.count), nil) else {
        throw .openSSL("BN_bin2bn")
      }
      let candidate = unsafe BigNumber(pointer: pointer)
      while true {
        let answer = unsafe BN_check_prime(candidate.pointer, context.pointer, nil)
        guard answer >= 0 else { throw .openSSL("BN_check_prime") }
        if answer == 1, unsafe BN_mod_word(candidate.pointer, publicExponent) != 1 { return candidate }
        guard unsafe BN_add_word(candidate.pointer, 2) == 1 else { throw .openSSL("BN_add_word") }
      }
    }
  }

  private static let publicExponent: UInt = 65_537

  /// `PrivateKeyInfo` (RFC 5208 5) around an `RSAPrivateKey` (RFC 8017 A.1.2).
  private static func privateKeyInfo(
    p: borrowing BigNumber, q: borrowing BigNumber
  ) throws(ForgeError) -> [UInt8] {
    let context = try BigNumberContext.make()
    let exponent = try BigNumber.make(publicExponent)
    let pLess1 = try context.predecessor(of: p)
    let qLess1 = try context.predecessor(of: q)
    let n = try context.product(p, q)
    let d = try context.inverse(of: exponent, modulo: context.product(pLess1, qLess1))
    let dP = try context.remainder(of: d, modulo: pLess1)
    let dQ = try context.remainder(of: d, modulo: qLess1)
    let coefficient = try context.inverse(of: q, modulo: p)
    let privateKey = DERWriter.encode { writer in
      writer.sequence {
        $0.integer(0)
        $0.integer(content: n.content)
        $0.integer(content: exponent.content)
        $0.integer(content: d.content)
        $0.integer(content: p.content)
        $0.integer(content: q.content)
        $0.integer(content: dP.content)
        $0.integer(content: dQ.content)
        $0.integer(content: coefficient.content)
      }
    }
    return DERWriter.encode { writer in
      writer.sequence {
        $0.integer(0)
        $0.raw(AlgorithmIdentifier.rsaEncryption.encoded)
        $0.octetString(privateKey)
      }
    }
  }
}

// MARK: - Arithmetic

extension BigNumber {
  /// A new number.
  fileprivate static func make(_ value: UInt = 0) throws(ForgeError) -> BigNumber {
    guard let pointer = unsafe BN_new() else { throw .openSSL("BN_new") }
    let number = unsafe BigNumber(pointer: pointer)
    guard unsafe BN_set_word(number.pointer, value) == 1 else { throw .openSSL("BN_set_word") }
    return number
  }

  /// The content octets of an INTEGER of this number, which is not negative.
  fileprivate var content: [UInt8] {
    var octets = [UInt8](repeating: 0, count: Int(unsafe BN_num_bits(pointer)) / 8 + 1)
    unsafe BN_bn2binpad(pointer, &octets, Int32(octets.count))
    return octets
  }
}

/// Owns a `BN_CTX`.
@safe private struct BigNumberContext: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe BN_CTX_free(pointer) }

  static func make() throws(ForgeError) -> BigNumberContext {
    guard let pointer = unsafe BN_CTX_new_ex(OpenSSL.library) else { throw .openSSL("BN_CTX_new_ex") }
    return unsafe BigNumberContext(pointer: pointer)
  }

  func predecessor(of number: borrowing BigNumber) throws(ForgeError) -> BigNumber {
    let result = try BigNumber.make()
    guard unsafe BN_sub(result.pointer, number.pointer, BN_value_one()) == 1 else { throw .openSSL("BN_sub") }
    return result
  }

  func product(_ left: borrowing BigNumber, _ right: borrowing BigNumber) throws(ForgeError) -> BigNumber {
    let result = try BigNumber.make()
    guard unsafe BN_mul(result.pointer, left.pointer, right.pointer, pointer) == 1 else {
      throw .openSSL("BN_mul")
    }
    return result
  }

  func remainder(
    of number: borrowing BigNumber, modulo modulus: borrowing BigNumber
  ) throws(ForgeError) -> BigNumber {
    let result = try BigNumber.make()
    guard unsafe BN_div(nil, result.pointer, number.pointer, modulus.pointer, pointer) == 1 else {
      throw .openSSL("BN_div")
    }
    return result
  }

  func inverse(of number: borrowing BigNumber, modulo modulus: borrowing BigNumber) throws(ForgeError)
    -> BigNumber
  {
    guard let pointer = unsafe BN_mod_inverse(nil, number.pointer, modulus.pointer, self.pointer) else {
      throw .openSSL("BN_mod_inverse")
    }
    return unsafe BigNumber(pointer: pointer)
  }
}
