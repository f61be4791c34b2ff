// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput
import ReceiptVerification
import Testing
import SeededRandom

/// Ten thousand random damages of each coat. Whatever comes of them, nothing is verified but what was signed.
@Suite struct DamageSweepTests {
  private static let damages = 10_000

  @Test(arguments: Coat.all)
  func `no damage of a coat traps or is verified as something else`(_ coat: Coat) throws {
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: [.production, .sandbox],
      anchors: .custom([Samples.receipt("test-root")]))
    let genuine = Samples.receipt("production-sha256")
    let signed = Array(try AppReceipt(decoding: genuine).content)
    let content = coat.encode(genuine)
    #expect(try Array(verifier.verify(ReceiptInput(content).bytes).receipt.content) == signed)

    var generator = SplitMix(state: UInt64(content.count))
    var counts = (refused: 0, same: 0, other: 0, verified: 0)
    for _ in 0..<Self.damages {
      var damaged = content
      for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.damage(&damaged, &generator) }
      guard let input = try? ReceiptInput(damaged) else {
        counts.refused += 1
        continue
      }
      if input.kind == .appReceipt, input.bytes == genuine {
        counts.same += 1
        continue
      }
      counts.other += 1
      // Most bytes are of certificates, so that some damages do verify.
      guard let receipt = try? verifier.verify(input.bytes) else { continue }
      counts.verified += 1
      #expect(Array(receipt.receipt.content) == signed)
    }
    #expect(counts.refused + counts.same + counts.other == Self.damages)
    #expect(counts.refused + counts.other > Self.damages / 20)
  }

  /// A character dropped, doubled, changed to anything or to one of the text's own, or swapped with the next.
  private static func damage(_ content: inout [UInt8], _ generator: inout SplitMix) {
    // The beginning, where forms are told apart, as often as the rest.
    let end = Bool.random(using: &generator) ? min(64, content.count) : content.count
    let place = Int.random(in: 0..<end, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: content.remove(at: place)
    case 1: content.insert(content[place], at: place)
    case 2: content[place] = UInt8.random(in: 0...255, using: &generator)
    case 3: content[place] = content.randomElement(using: &generator) ?? 0
    default: if place + 1 < content.count { content.swapAt(place, place + 1) }
    }
  }

  /// Texts that no coat is a damage of.
  @Test func `no text of the characters that forms are made of traps`() {
    let characters =
      Array("MIAe0123xX\\/+-_=%\"'{}[]:;,. \n\t\0<>".utf8) + [0x30, 0x80, 0x82, 0xEF, 0xBB, 0xBF]
    var generator = SplitMix(state: 5)
    for _ in 0..<200_000 {
      let count = Int.random(in: 0...40, using: &generator)
      let content = (0..<count).map { _ in characters.randomElement(using: &generator) ?? 0 }
      if let input = try? ReceiptInput(content) { #expect(input.bytes.count <= content.count) }
    }
  }
}
