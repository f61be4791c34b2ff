// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import Testing

@Suite("Attacks") struct AttackTests {
  @Test("An attack is stopped with the code that names it", arguments: Catalogue.attacks)
  func attackIsStopped(_ attack: Attack) throws {
    let verdict = try attack.forgery().verdict()
    #expect(verdict.satisfies(attack.required), "\(attack.id): \(verdict), not \(attack.required)")
  }

  @Test("The twin of an attack, which lacks nothing but the defect, verifies", arguments: Catalogue.attacks)
  func twinVerifies(_ attack: Attack) throws {
    let verdict = try attack.twin().verdict()
    #expect(verdict.isVerified, "\(attack.id): \(verdict)")
  }
}
