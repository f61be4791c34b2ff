// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import OpenSSLBaseline
import PKCS7Decoding
import ReceiptForge
import ReceiptVerification

/// What a receipt costs whose signer's chain is not known yet, and what refusing costs.
struct StrangersRace {
  /// Genuine receipts of more signers than a verifier keeps chains of, so that taking them in turn never meets a kept one.
  let strangers: [[UInt8]]
  let strangersRoot: [UInt8]

  init() throws {
    let authority = try TestAuthority()
    strangersRoot = authority.rootCertificate
    let recipe = try SampleReceipt.sandbox(created: "2025-06-09T12:00:00Z").recipe()
    strangers = try (0..<100).map { number in
      var leaf = try authority.leafRecipe()
      leaf.serialNumber[5] = 1
      leaf.serialNumber[6] = UInt8(number)
      let signer = try authority.signer(.sha256, intermediate: authority.intermediateRecipe(), leaf: leaf)
      return try recipe.signed(by: signer)
    }
  }

  func subjects() throws -> [Subject] {
    let verifier = try Input(name: "", bytes: [], root: strangersRoot).verifier()
    let first = DecodedReceipt(strangers[0])
    let (leaf, intermediate) = (
      Array(first.signedData.certificates[0].der), Array(first.signedData.certificates[1].der)
    )
    let store = unsafe baseline_store_new(
      strangersRoot, strangersRoot.count, (first.receipt?.creationDate?.millisecondsSince1970 ?? 0) / 1000)
    let key = unsafe baseline_key_new(leaf, leaf.count, "sha256")
    let content = Array(first.receipt?.content ?? [])
    let signature = Array(first.signedData.input[first.signedData.signerInfos[0].signature])

    let strangers = strangers
    var turn = 0
    // The last octet of the signature is the last of the receipt.
    let forgeries = strangers.map { receipt in Array(receipt.dropLast()) + [(receipt.last ?? 0) ^ 1] }
    let forgery = forgeries[0]
    let known = try Input(name: "", bytes: [], root: strangersRoot).verifier()
    _ = try known.verify(strangers[0])
    let otherRoot = try Input(name: "", bytes: [], root: TestAuthority().rootCertificate).verifier()
    var generator = SystemRandomNumberGenerator()
    let junk = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let cutOff = Array(strangers[0].dropLast(400))

    return [
      Subject("ours, chain unknown") {
        turn = (turn + 1) % strangers.count
        keep(try verifier.verify(strangers[turn]).trust)
      },
      Subject("OpenSSL: two d2i_X509, X509_verify_cert") {
        keep(
          unsafe baseline_verify_chain(store, leaf, leaf.count, intermediate, intermediate.count))
      },
      Subject("floor: EVP_DigestVerify, key ready") {
        keep(
          unsafe baseline_verify_signature(key, content, content.count, signature, signature.count))
      },
      Subject("ours, decoding alone") { keep(DecodedReceipt(strangers[0]).fault) },
      Subject("refused: signature, chain unknown") {
        turn = (turn + 1) % strangers.count
        try refused("signature.mismatch") { try verifier.verify(forgeries[turn]) }
      },
      Subject("refused: signature, chain known") {
        try refused("signature.mismatch") { try known.verify(forgery) }
      },
      Subject("refused: another root of the same name") {
        try refused("chain.untrusted") { try otherRoot.verify(strangers[0]) }
      },
      Subject("refused: cut off") { try refused("encoding.truncated") { try verifier.verify(cutOff) } },
      Subject("refused: junk") { try refused(nil) { try verifier.verify(junk) } },
    ]
  }

  /// Demands that something is refused, for that reason if one is given.
  private func refused(_ code: String?, _ body: () throws -> VerifiedReceipt) throws {
    do {
      _ = try body()
    } catch let error as ReceiptError where code == nil || error.code.rawValue == code {
      return
    }
    throw NotRefused(code: code)
  }

  private struct NotRefused: Error {
    let code: String?
  }
}
