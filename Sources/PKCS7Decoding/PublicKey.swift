// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// What kind of key a certificate holds (RFC 5280 4.1.2.7).
///
/// ```
/// SubjectPublicKeyInfo ::= SEQUENCE {
///   algorithm         AlgorithmIdentifier,
///   subjectPublicKey  BIT STRING }
///
/// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
/// ```
public enum PublicKey: Hashable, Sendable {
  /// RSA (RFC 3279 2.3.1): the size of its modulus in bits, and its public exponent, `nil` when that exceeds 63 bits.
  case rsa(bits: Int, exponent: Int64?)
  /// An elliptic curve (RFC 5480 2.1.1), with the curve's name.
  case ellipticCurve(ObjectIdentifier)
  /// Any other algorithm.
  case other(ObjectIdentifier)

  /// `nil` when the structure cannot be read.
  init?(_ bytes: Span<UInt8>, at range: Range<Int>) {
    var reader = ASN1Reader(bytes, in: range, depth: 3)
    guard let key = try? Self.read(from: &reader) else { return nil }
    self = key
  }

  private static func read(from reader: inout ASN1Reader) throws(ASN1Error) -> PublicKey {
    var info = try reader.enter(.sequence)
    let algorithm = try AlgorithmIdentifier(from: &info)
    let key = try info.readOctetAlignedBitString()
    try reader.leave(info)

    switch algorithm.algorithm {
    case .rsaEncryption:
      var keyReader = ASN1Reader(reader.bytes, in: key, depth: 1)
      var numbers = try keyReader.enter(.sequence)
      let modulus = try numbers.readIntegerContents()
      let exponent = try numbers.readInteger()
      try keyReader.leave(numbers)
      // A leading zero octet, all of whose bits are subtracted, stands before a set bit or alone.
      let bits = 8 * modulus.count - reader.bytes[modulus.lowerBound].leadingZeroBitCount
      return .rsa(bits: bits, exponent: exponent)
    case .ellipticCurvePublicKey:
      guard let curve = algorithm.parameters, curve.tag == .objectIdentifier else {
        return .other(algorithm.algorithm)
      }
      return .ellipticCurve(try ObjectIdentifier(reader.bytes, contents: curve.contents))
    default:
      return .other(algorithm.algorithm)
    }
  }
}

// MARK: - Conformances

extension PublicKey: CustomStringConvertible {
  /// The kind and, for RSA, the size: `RSA-2048`, `EC-P-256`, or the algorithm's numbers.
  public var description: String {
    switch self {
    case .rsa(let bits, _): "RSA-\(bits)"
    case .ellipticCurve(ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7)): "EC-P-256"
    case .ellipticCurve(ObjectIdentifier(1, 3, 132, 0, 34)): "EC-P-384"
    case .ellipticCurve(let curve): "EC-\(curve)"
    case .other(let algorithm): algorithm.description
    }
  }
}
