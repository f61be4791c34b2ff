// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

/// A block as RSA operates on it, right or wrong: EMSA-PKCS1-v1_5 (RFC 8017 9.2) and what could be taken for it.
///
/// ```
/// EM = 00 ‖ 01 ‖ FF … FF ‖ 00 ‖ DigestInfo
/// DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
/// ```
struct SignatureBlock {
  var blockType: UInt8 = 1
  var padding: UInt8 = 0xFF
  /// How many bytes of padding; what fills the block when `nil`.
  var paddingCount: Int?
  var digestInfo: [UInt8]
  /// What follows DigestInfo.
  var garbage: [UInt8] = []

  /// DigestInfo of a message.
  static func digestInfo(
    _ message: [UInt8], _ digest: ReceiptForge.DigestAlgorithm = .sha256,
    parameters: [UInt8]? = [0x05, 0x00],
    length: LengthForm = .minimal
  ) throws -> [UInt8] {
    let hash = try digest.hash(message)
    let algorithm = AlgorithmIdentifier(digest.identifier.algorithm, parameters: parameters)
    return DERWriter.encode { writer in
      writer.sequence(length: length) {
        $0.raw(algorithm.encoded)
        $0.octetString(hash)
      }
    }
  }

  /// The block, of as many bytes as the modulus.
  func bytes(count: Int) -> [UInt8] {
    let filling = paddingCount ?? count - 3 - digestInfo.count - garbage.count
    let start = [0, blockType] + Array(repeating: padding, count: filling) + [0] + digestInfo + garbage
    return start + Array(repeating: 0, count: count - start.count)
  }
}

extension Attack {
  /// An attack by a signature that the genuine key makes over a block of another form.
  static func onBlock(
    _ id: String, _ sentence: String, _ block: @escaping @Sendable ([UInt8]) throws -> SignatureBlock
  ) -> Attack {
    Attack(
      id, sentence, "signature.mismatch",
      twin: { scene in
        // The same way, but for the right block: so the block alone decides.
        scene.editMade { message, made in
          let right = SignatureBlock(digestInfo: try SignatureBlock.digestInfo(made.content))
          message.signerInfos[0].signature = try made.signer.key.rawRSA(right.bytes(count: 256))
        }
      }
    ) { scene in
      scene.editMade { message, made in
        let bytes = try block(made.content).bytes(count: made.signer.key.signatureSize)
        message.signerInfos[0].signature = try made.signer.key.rawRSA(bytes)
      }
    }
  }
}
