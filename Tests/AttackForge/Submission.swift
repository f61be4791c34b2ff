// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Bytes that claim to be a receipt, and how the verifier that gets them is set up.
package struct Submission: Sendable {
  /// The bytes.
  package var bytes: [UInt8]
  /// The verifier's set-up.
  package var setup: VerifierSetup
  /// The verifier's clock, RFC 3339.
  package var now: String

  /// These bytes for that verifier.
  package init(_ bytes: [UInt8], _ setup: VerifierSetup, now: String = Scene.usualNow) {
    self.bytes = bytes
    self.setup = setup
    self.now = now
  }
}

/// What a verifier is told, in plain words, so that this target needs no verifier.
package struct VerifierSetup: Hashable, Sendable {
  /// The root certificates that it trusts, in DER.
  package var roots: [[UInt8]]
  /// Whether it trusts Apple's.
  package var trustsApple = false
  /// Whether it knows Xcode's certificate.
  package var knowsXcode = false
  /// Self-signed certificates that count for local testing, in DER.
  package var localTestingCertificates: [[UInt8]] = []
  /// `production`, `sandbox`, `xcode`.
  package var environments: Set<String> = ["production"]
  /// The accepted apps; any when `nil`.
  package var bundleIDs: [String]? = ["com.example.app"]
  /// The version that the receipt must be for.
  package var appVersion: String?
  /// The devices of which the receipt must be for one.
  package var devices: [[UInt8]] = []
  /// How many seconds old it may be.
  package var maximumAge: Int64?
  /// Leaf keys that are turned off, each as its SubjectPublicKeyInfo.
  package var deniedKeys: [[UInt8]] = []

  /// A verifier that trusts these roots.
  package init(roots: [[UInt8]]) { self.roots = roots }

  /// A verifier that trusts Apple and takes any app's receipts of these environments.
  package static func apple(_ environments: Set<String> = ["production", "sandbox"]) -> VerifierSetup {
    var setup = VerifierSetup(roots: [])
    setup.trustsApple = true
    setup.environments = environments
    setup.bundleIDs = nil
    return setup
  }
}
