// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptVerification
import Testing

@Suite("The intermediates of Worldwide Developer Relations") struct DeveloperRelationsTests {
  @Test("They are the ones that Apple published, by their SHA-256")
  func fingerprints() {
    #expect(
      DeveloperRelationsCertificate.all.map { DigestAlgorithm.sha256.digest(of: $0.der).map(hexadecimalText) }
        == [
          "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
          "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
          "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
          "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
        ])
  }
}
