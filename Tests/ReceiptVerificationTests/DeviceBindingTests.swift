// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Binding to a device") struct DeviceBindingTests {
  private func verifier(_ devices: [[UInt8]]) throws -> ReceiptVerifier {
    var setup = try Fixture.sha256.get().setup
    setup.devices = devices
    return try ReceiptVerifier(setup)
  }

  private func binding(_ devices: [[UInt8]]) throws -> DeviceBinding {
    let submission = try Fixture.sha256.get()
    return try verifier(devices).verify(submission.bytes, now: try Fixture.instant(submission.now))
      .deviceBinding
  }

  @Test("Without identifiers nothing is compared, and the receipt says so")
  func notChecked() throws {
    #expect(try binding([]) == .notChecked)
  }

  @Test("Of several devices the right one is named, wherever it stands")
  func several() throws {
    let right = try #require(DeviceIdentifier(bytes: Scene.device))
    let others: [[UInt8]] = [Array(0...5), Array(0...15), Array(repeating: 0, count: 16)]
    for position in 0...others.count {
      var devices = others
      devices.insert(Scene.device, at: position)
      #expect(try binding(devices) == .matched(right))
    }
  }

  @Test("A device that differs in any one bit is another device")
  func everyBit() throws {
    let submission = try Fixture.sha256.get()
    for bit in 0..<128 {
      var device = Scene.device
      device[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try verifier([device]).verdict(submission).code == "policy.device")
    }
  }

  @Test("A MAC address binds as well")
  func macAddress() throws {
    let address: [UInt8] = [2, 0, 0x5E, 0x10, 0x20, 0x30]
    let submission = try Fixture.receipt { scene in
      try scene.receipt.setDeviceHash(guid: address)
      scene.setup.devices = [address]
    }
    #expect(
      try submission.verified().deviceBinding == .matched(try #require(DeviceIdentifier(bytes: address))))
  }

  @Test("Hashes are equal when they have the same length and the same bytes")
  func constantTime() {
    let hashes: [[UInt8]] = [[], [1], [1, 2], [1, 2, 3], [1, 2, 4], [2, 2, 3]]
    for (index, left) in hashes.enumerated() {
      // The shorter one first: what lies behind it is nobody's business.
      for right in hashes[index...] {
        #expect(isEqualInConstantTime(left, right) == (left == right))
      }
    }
  }
}
