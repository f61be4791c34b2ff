// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// What the caller expects of a genuine receipt: environment, app, age, device, key.
  static let onPolicy: [Attack] = onEnvironments + onLocalTesting + onExpectations + onClock

  private static func environment(
    _ text: String, accepted: Set<String>, _ required: Requirement
  ) -> Attack {
    Attack(
      "X.environment.\(text).\(accepted.sorted().joined(separator: "+"))",
      "environment \(text), accepted \(accepted.sorted())",
      required, twin: { $0.setup.environments = accepted.subtracting(["xcode"]).union(["production"]) }
    ) { scene in
      scene.receipt.set(.utf8String(0, text))
      scene.setup.environments = accepted
    }
  }

  private static let refused = Requirement.code("environment.not-accepted")

  private static let onEnvironments: [Attack] = [
    environment("Production", accepted: ["sandbox"], refused),
    environment("Production", accepted: ["xcode"], refused),
    environment("ProductionSandbox", accepted: ["sandbox"], .verified),
    environment("ProductionVPPSandbox", accepted: ["sandbox"], .verified),
    environment("ProductionVPPSandbox", accepted: ["production"], refused),
    environment("ProductionVPP", accepted: ["sandbox"], refused),
    environment("Xcode", accepted: ["production", "sandbox"], refused),
    environment("Xcode", accepted: ["xcode"], refused),
    environment("Sandbox", accepted: ["production", "sandbox", "xcode"], .code("environment.unknown")),
    environment("ProductionSandbox2", accepted: ["production", "sandbox"], .code("environment.unknown")),
  ]

  private static let locally: Step = { try $0.signLocally() }

  private static let onLocalTesting: [Attack] = [
    Attack(
      "X.local.not-accepted", "a known signer for local testing, environment xcode not accepted",
      "environment.not-accepted", given: locally
    ) { $0.setup.environments = ["production", "sandbox"] },
    Attack(
      "X.local.sandbox", "a known signer for local testing, environment sandbox", "environment.not-accepted",
      given: locally
    ) { $0.receipt.set(.utf8String(0, "ProductionSandbox")) },
    Attack(
      "X.local.copy", "a copy of the certificate for local testing with another key", "chain.untrusted",
      given: locally
    ) { scene in
      let copy = try ReceiptSigner.xcodeLike(key: try Keys.stranger.get())
      scene.signingKey = copy.key
      scene.arrange = { _ in copy.certificates }
    },
    Attack(
      "X.local.stranger", "a stranger's key under the certificate for local testing", "signature.mismatch",
      given: locally
    ) { $0.signingKey = try Keys.stranger.get() },
    Attack(
      "X.local.decoy", "the certificate for local testing embedded, another one named", "chain.untrusted",
      given: locally
    ) { scene in
      let attacker = try Scene.attackersSigner()
      let local = try ReceiptSigner.xcodeLike(key: try Keys.localTesting.get())
      scene.signingKey = attacker.key
      scene.signerIdentifier = (attacker.issuer, attacker.serialNumber)
      scene.arrange = { _ in local.certificates + attacker.certificates }
    },
    Attack(
      "X.local.before", "made before the certificate for local testing begins", "chain.not-yet-valid",
      given: locally
    ) { $0.setCreation("2019-01-01T00:00:00Z") },
    Attack(
      "X.local.after", "made after the certificate for local testing ended", "chain.expired",
      given: { scene in
        try scene.signLocally()
        scene.now = "2045-01-01T00:00:00Z"
      }
    ) { $0.setCreation("2040-03-27T17:52:35Z") },
    Attack("X.local.future", "a local receipt from the future", "chain.future", given: locally) { scene in
      scene.setCreation("2025-06-01T00:05:01Z")
    },
    Attack("X.local.bundle", "a local receipt of another app", "policy.bundle-id", given: locally) { scene in
      scene.receipt.set(.utf8String(2, "com.example.other"))
    },
    Attack("X.local.chain", "the genuine chain for a verifier that also knows a local one", .verified) {
      scene in
      let local = try ReceiptSigner.xcodeLike(key: try Keys.localTesting.get())
      scene.setup.localTestingCertificates = local.certificates
    },
    Attack("X.local.only", "the genuine chain for a verifier that knows only a local one", "chain.untrusted")
    { scene in
      let local = try ReceiptSigner.xcodeLike(key: try Keys.localTesting.get())
      scene.setup.roots = []
      scene.setup.localTestingCertificates = local.certificates
    },
  ]

  private static func expecting(
    _ id: String, _ sentence: String, _ code: String, given: @escaping Step = { _ in },
    _ defect: @escaping Step
  ) -> Attack {
    Attack("X.policy." + id, sentence, code, given: given, defect: defect)
  }

  private static let onExpectations: [Attack] = [
    expecting("bundle", "another app's receipt", "policy.bundle-id") { scene in
      scene.receipt.set(.utf8String(2, "com.example.other"))
    },
    expecting("bundle-case", "the bundle id in another case", "policy.bundle-id") { scene in
      scene.receipt.set(.utf8String(2, "com.example.App"))
    },
    expecting("bundle-longer", "a bundle id that begins with the expected one", "policy.bundle-id") { scene in
      scene.receipt.set(.utf8String(2, "com.example.app.other"))
    },
    expecting(
      "kelvin", "the Kelvin sign for K", "policy.bundle-id",
      given: { scene in
        scene.receipt.set(.utf8String(2, "com.example.K"))
        scene.setup.bundleIDs = ["com.example.K"]
      }
    ) { $0.receipt.set(.utf8String(2, "com.example.\u{212A}")) },
    expecting("version", "another version", "policy.app-version", given: { $0.setup.appVersion = "7" }) {
      scene in
      scene.receipt.set(.utf8String(3, "7.0"))
    },
    expecting(
      "version-none", "no version where one is expected", "policy.app-version",
      given: { scene in
        scene.setup.appVersion = "7"
      }
    ) { $0.receipt.remove(type: 3) },
    expecting(
      "version-malformed", "a version that cannot be read", "policy.app-version",
      given: { scene in
        scene.setup.appVersion = "7"
      }
    ) { $0.receipt.set(.integer(3, 7)) },
    expecting("device", "another device", "policy.device", given: { $0.setup.devices = [device] }) { scene in
      try scene.receipt.setDeviceHash(guid: Array(0xB0...0xBF))
    },
    expecting(
      "device-bundle", "the hash made for another app", "policy.device",
      given: { scene in
        scene.setup.devices = [device]
        scene.setup.bundleIDs = nil
      }
    ) { $0.receipt.set(.utf8String(2, "com.example.other")) },
    expecting(
      "device-opaque", "another opaque value", "policy.device",
      given: { scene in
        scene.setup.devices = [device]
      }
    ) { $0.receipt.set(.bytes(4, version: 2, Array(0x41...0x50))) },
    expecting(
      "device-no-opaque", "no opaque value", "policy.device",
      given: { scene in
        scene.setup.devices = [device]
      }
    ) { $0.receipt.remove(type: 4) },
    expecting(
      "device-no-hash", "no hash", "policy.device",
      given: { scene in
        scene.setup.devices = [device]
      }
    ) { $0.receipt.remove(type: 5) },
    expecting(
      "device-short-hash", "a hash of 19 bytes", "policy.device",
      given: { scene in
        scene.setup.devices = [device]
      }
    ) { $0.receipt.set(.bytes(5, Array(repeating: 0, count: 19))) },
    expecting(
      "device-hash-twice", "two hashes, one of them right", "payload.duplicate-attribute",
      given: { scene in
        scene.setup.devices = [device]
      }
    ) { $0.receipt.attributes.append(.bytes(5, Array(repeating: 0, count: 20))) },
    expecting(
      "age", "a receipt that is a second too old", "policy.age",
      given: { scene in
        scene.setup.maximumAge = 3_600
        scene.now = "2025-03-01T13:00:00Z"
      }
    ) { $0.setCreation("2025-03-01T11:59:59Z") },
    expecting(
      "age-0", "a receipt of a second ago for a verifier that wants it now", "policy.age",
      given: { scene in
        scene.setup.maximumAge = 0
        scene.now = "2025-03-01T12:00:00Z"
      }
    ) { $0.setCreation("2025-03-01T11:59:59Z") },
    expecting("denied", "a leaf whose key is turned off", "chain.denied") { scene in
      scene.setup.deniedKeys = [try scene.leafKey.subjectPublicKeyInfo()]
    },
    Attack("X.policy.denied-other", "another leaf's key turned off", .verified) { scene in
      scene.setup.deniedKeys = [try Keys.stranger.get().subjectPublicKeyInfo()]
    },
    Attack("X.policy.devices", "one of several devices", .verified) { scene in
      scene.setup.devices = [Array(0...5), device, Array(0...15)]
    },
  ]

  private static let device = Scene.device

  private static let onClock: [Attack] = [
    expecting(
      "future", "301 seconds ahead of the clock", "chain.future",
      given: { scene in
        scene.now = "2025-03-01T11:55:00Z"
      }
    ) { $0.setCreation("2025-03-01T12:00:01Z") },
    expecting(
      "future-millisecond", "a millisecond beyond 300 seconds", "chain.future",
      given: { scene in
        scene.now = "2025-03-01T11:55:00Z"
      }
    ) { $0.setCreation("2025-03-01T12:00:00.001Z") },
    expecting(
      "sha1-end", "SHA-1 in the second of its end", "chain.algorithm",
      given: { scene in
        scene = try Scene(.sha1, created: "2025-01-23T23:59:59.999Z")
        scene.leaf.setValidity("220902000000Z", "261001000000Z")
        scene.intermediate.setValidity("201216193856Z", "301210000000Z")
      }
    ) { $0.setCreation("2025-01-24T00:00:00Z") },
    expecting("1999", "made before all certificates that there are", "chain.not-yet-valid") { scene in
      scene.setCreation("1999-12-31T00:00:00Z")
    },
    expecting("0001", "made in the first second that a date can have", "chain.not-yet-valid") { scene in
      scene.setCreation("0001-01-01T00:00:00Z")
    },
    expecting(
      "9999", "made in the last second, by a clock of that time", "chain.expired",
      given: { scene in
        scene.now = "9999-12-31T23:59:59Z"
      }
    ) { $0.setCreation("9999-12-31T23:59:59.999Z") },
  ]
}
