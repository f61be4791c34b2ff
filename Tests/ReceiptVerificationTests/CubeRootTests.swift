// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import ReceiptForge
import Testing

@Suite("The forgery of a cube root") struct CubeRootTests {
  @Test("Its cube begins as a right signature's block does, padding, digest and all")
  func cubeBeginsRight() throws {
    let content: [UInt8] = Array("anything".utf8)
    let signature = try cubeRootForgery(content)
    let block = try #require(cube(of: signature))
    let start = [0, 1] + [UInt8](repeating: 0xFF, count: 8) + [0]
    #expect(Array(block.prefix(start.count)) == start)
    let digest = try ReceiptForge.DigestAlgorithm.sha256.hash(content)
    // DigestInfo of SHA-256 takes 51 octets, the last 32 of which are the digest.
    #expect(Array(block[start.count + 19..<start.count + 51]) == digest)
  }
}
