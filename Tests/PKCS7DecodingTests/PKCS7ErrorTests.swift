// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import Testing

@Suite("Errors of the message") struct PKCS7ErrorTests {
  @Test("each code has the name of the contract")
  func names() {
    let codes: [ASN1Error.Code] = [
      .inputSize, .certificateCount, .signerInfoCount, .contentType, .version, .digestAlgorithms,
      .algorithmParameters, .detached, .certificateChoice, .revocationLists, .signerIdentifier,
      .unsignedAttributes, .trailingBytes,
    ]
    #expect(
      codes.map(\.description) == [
        "limit.size", "limit.certificates", "limit.signer-infos", "structure.content-type",
        "structure.version",
        "structure.digest-algorithms", "structure.algorithm-parameters", "structure.detached",
        "structure.certificate", "structure.revocation-lists", "structure.signer-identifier",
        "structure.unsigned-attributes", "structure.trailing-bytes",
      ])
  }

  @Test("an error is equal to another only with the same code, byte and field")
  func equality() {
    let error = PKCS7Error(.version, at: 1, path: "signedData.version")
    #expect(error == PKCS7Error(.version, at: 1, path: "signedData.version"))
    #expect(error != PKCS7Error(.detached, at: 1, path: "signedData.version"))
    #expect(error != PKCS7Error(.version, at: 2, path: "signedData.version"))
    #expect(error != PKCS7Error(.version, at: 1, path: "signedData.signerInfos[0]"))
  }
}
