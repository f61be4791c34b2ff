// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import ReceiptVerification
import Testing

@Suite("Digests") struct DigestTests {
  @Test(
    "They are those of FIPS 180-4",
    arguments: [
      ("", DigestAlgorithm.sha1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", .sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("", .sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", .sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func examples(_ text: String, _ algorithm: DigestAlgorithm, _ digest: String) {
    let bytes = Array(text.utf8)
    let padded = [0xFF] + bytes + [0xFF]
    #expect(algorithm.digest(of: bytes).map(hexadecimalText) == digest)
    // The same bytes in other collections, in one piece and not.
    #expect(algorithm.digest(of: padded.dropFirst().dropLast()).map(hexadecimalText) == digest)
    #expect(
      algorithm.digest(of: bytes.reversed().reversed() as ReversedCollection).map(hexadecimalText) == digest)
  }
}
