// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import ReceiptForge
import Testing

@Suite("Restrictions") struct RestrictionTests {
  /// Ways to ask for more.
  private static let restrictions: [(String, @Sendable (inout VerifierSetup) -> Void)] = [
    ("fewer environments", { if $0.environments.count > 1 { $0.environments.remove("production") } }),
    ("fewer apps", { $0.bundleIDs = ["com.example.restricted"] }),
    ("a version", { $0.appVersion = "7" }),
    ("a device", { $0.devices = [Scene.device] }),
    ("an age", { $0.maximumAge = min($0.maximumAge ?? .max, 1_000_000) }),
    (
      "no local testing",
      { setup in
        if !setup.roots.isEmpty || setup.trustsApple {
          setup.knowsXcode = false
          setup.localTestingCertificates = []
        }
      }
    ),
    (
      "a key turned off",
      { setup in
        if let key = try? Keys.authority.get().leafKey.subjectPublicKeyInfo() { setup.deniedKeys.append(key) }
      }
    ),
  ]

  @Test(
    "Asking for more never makes a refused receipt genuine",
    arguments: Catalogue.attacks.filter { $0.required != .verified })
  func neverAcceptsMore(_ attack: Attack) throws {
    var submission = try attack.forgery()
    let setup = submission.setup
    for (name, restrict) in Self.restrictions {
      submission.setup = setup
      restrict(&submission.setup)
      #expect(!(try submission.verdict().isVerified), "\(attack.id) with \(name)")
    }
  }

  @Test("Each of them refuses something")
  func eachRefuses() throws {
    let genuine = try Fixture.receipt { scene in
      scene.receipt.set(.utf8String(3, "8"))
      try scene.receipt.setDeviceHash(guid: Array(0...15))
      scene.setup.environments = ["production", "sandbox"]
    }
    let local = try Fixture.receipt { try $0.signLocally() }
    for submission in [genuine, local] { #expect(try submission.verdict().isVerified) }
    for (name, restrict) in Self.restrictions {
      let verdicts = try [genuine, local].map { submission in
        var restricted = submission
        restrict(&restricted.setup)
        return try restricted.verdict()
      }
      #expect(verdicts.contains { !$0.isVerified }, "\(name)")
    }
  }
}
