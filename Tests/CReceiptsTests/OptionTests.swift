// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CReceipts
import CReceiptsHeader
import ReceiptVerification
import Testing

@Suite struct OptionTests {
  @Test func aVerifierNeedsAnAppAndAnEnvironment() {
    let options = Options()
    #expect(Verifier(options).status == RECEIPTS_NO_BUNDLE_ID)
    _ = options.acceptBundleID("com.example.app")
    #expect(Verifier(options).status == RECEIPTS_NO_ENVIRONMENT)
    #expect(Verifier(options).isNull)
    _ = options.acceptEnvironment(RECEIPTS_ENVIRONMENT_SANDBOX)
    #expect(Verifier(options).status == RECEIPTS_OK)
    #expect(!Verifier(options).isNull)
  }

  @Test func anyAppAndCertainAppsContradictEachOther() {
    let anyFirst = Options()
    #expect(anyFirst.acceptAnyBundleID() == RECEIPTS_OK)
    #expect(anyFirst.acceptBundleID("com.example.app") == RECEIPTS_CONFLICT)
    let anyLast = Options()
    #expect(anyLast.acceptBundleID("com.example.app") == RECEIPTS_OK)
    #expect(anyLast.acceptAnyBundleID() == RECEIPTS_CONFLICT)
  }

  /// Changes that are refused, and how.
  private static let refused: [(String, receipts_status, @Sendable (Options) throws -> receipts_status)] = [
    ("an empty bundle id", RECEIPTS_BAD_VALUE, { $0.acceptBundleID("") }),
    ("a long bundle id", RECEIPTS_BAD_VALUE, { $0.acceptBundleID(String(repeating: "a", count: 65_536)) }),
    (
      "a bundle id in Latin-1", RECEIPTS_BAD_VALUE,
      { unsafe receipts_options_accept_bundle_id($0.handle, [-23], 1) }
    ),
    ("no bundle id", RECEIPTS_BAD_POINTER, { unsafe receipts_options_accept_bundle_id($0.handle, nil, 3) }),
    ("a huge length", RECEIPTS_BAD_VALUE, { unsafe receipts_options_accept_bundle_id($0.handle, "a", -1) }),
    ("an environment of 0", RECEIPTS_BAD_VALUE, { $0.acceptEnvironment(receipts_environment(rawValue: 0)) }),
    ("an environment of 3", RECEIPTS_BAD_VALUE, { $0.acceptEnvironment(receipts_environment(rawValue: 3)) }),
    ("a root that is none", RECEIPTS_BAD_CERTIFICATE, { $0.trustRoot([0x30, 0x00]) }),
    ("an empty root", RECEIPTS_BAD_CERTIFICATE, { $0.trustRoot([]) }),
    ("a receipt as root", RECEIPTS_BAD_CERTIFICATE, { $0.trustRoot(try TestReceipt.bytes("mac.der")) }),
    ("no root", RECEIPTS_BAD_POINTER, { unsafe receipts_options_trust_root($0.handle, nil, 0) }),
    ("a short key", RECEIPTS_BAD_VALUE, { $0.denyLeafKey([1, 2]) }),
    ("no key", RECEIPTS_BAD_POINTER, { unsafe receipts_options_deny_leaf_key($0.handle, nil, 32) }),
    (
      "a second version", RECEIPTS_BAD_VALUE,
      {
        _ = $0.requireAppVersion("1")
        return $0.requireAppVersion("2")
      }
    ),
    ("no version", RECEIPTS_BAD_POINTER, { unsafe receipts_options_require_app_version($0.handle, nil, 0) }),
    ("a device of 5 bytes", RECEIPTS_BAD_VALUE, { $0.acceptDevice([1, 2, 3, 4, 5]) }),
    ("no device", RECEIPTS_BAD_POINTER, { unsafe receipts_options_accept_device($0.handle, nil, 16) }),
    ("an age below zero", RECEIPTS_BAD_VALUE, { $0.limitAge(-1) }),
    ("a size of zero", RECEIPTS_BAD_VALUE, { $0.limitSize(0) }),
    ("a huge size", RECEIPTS_BAD_VALUE, { $0.limitSize(-1) }),
  ]

  @Test func anOptionThatIsRefusedLeavesNoVerifierHoweverTheRestIs() throws {
    for (name, status, change) in Self.refused {
      let options = try Options.usual()
      #expect(try change(options) == status, "\(name)")
      // Whoever looked at no status but this one must not get a verifier that accepts more than was asked for.
      #expect(options.acceptBundleID("com.example.other") == status, "\(name)")
      #expect(Verifier(options).status == status, "\(name)")
      #expect(Verifier(options).isNull, "\(name)")
    }
  }

  /// Options under which a receipt is not accepted, and its code then.
  private static let narrowing: [(String, String, String, @Sendable (Options) throws -> receipts_status)] = [
    ("another version", "sandbox-sha256.der", "policy.app-version", { $0.requireAppVersion("8") }),
    ("another device", "sandbox-sha256.der", "policy.device", { $0.acceptDevice([1, 2, 3, 4, 5, 6]) }),
    ("an age", "sandbox-sha256.der", "policy.age", { $0.limitAge(86_399) }),
    ("a size", "sandbox-sha256.der", "limit.size", { $0.limitSize(1_000) }),
    (
      "a denied key", "sandbox-sha256.der", "chain.denied",
      { options in
        let key = try TestReceipt.leafKey(of: "sandbox-sha256.der")
        return options.denyLeafKey(key)
      }
    ),
  ]

  @Test func eachOptionKeepsOutWhatItNames() throws {
    for (name, file, code, change) in Self.narrowing {
      let options = try Options.usual()
      #expect(try change(options) == RECEIPTS_OK, "\(name)")
      let result = Verifier(options).verify(
        try TestReceipt.bytes(file), now: try milliseconds("2025-06-02T12:00:00Z"))
      #expect(result.code == code, "\(name)")
    }
  }

  @Test func eachOptionLetsInWhatItNames() throws {
    let options = try Options.usual()
    #expect(options.requireAppVersion("7") == RECEIPTS_OK)
    #expect(options.limitAge(86_400) == RECEIPTS_OK)
    #expect(options.limitSize(6_000) == RECEIPTS_OK)
    #expect(options.acceptDevice([1, 2, 3, 4, 5, 6]) == RECEIPTS_OK)
    #expect(options.acceptDevice(Array("A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF".utf8)) == RECEIPTS_OK)
    let bytes = try TestReceipt.bytes("sandbox-sha256.der")
    let now = try milliseconds("2025-06-02T12:00:00Z")
    #expect(Verifier(options).verify(bytes, now: now).isVerified)

    let raw = try Options.usual()
    #expect(raw.acceptDevice(Array(0xA0...0xAF)) == RECEIPTS_OK)
    #expect(Verifier(raw).verify(bytes, now: now).isVerified)
  }

  @Test func eachEnvironmentIsAcceptedByItself() throws {
    for (environment, accepted, refused) in [
      (RECEIPTS_ENVIRONMENT_PRODUCTION, "production-sha256.der", "sandbox-sha256.der"),
      (RECEIPTS_ENVIRONMENT_SANDBOX, "sandbox-sha256.der", "production-sha256.der"),
    ] {
      let options = Options()
      _ = options.acceptBundleID("com.example.app")
      _ = options.acceptEnvironment(environment)
      _ = options.trustRoot(try TestReceipt.bytes("test-root.der"))
      #expect(Verifier(options).verify(try TestReceipt.bytes(accepted)).isVerified)
      #expect(Verifier(options).verify(try TestReceipt.bytes(refused)).code == "environment.not-accepted")
    }
  }

  @Test func withoutARootOnlyApplesCounts() throws {
    let options = Options()
    _ = options.acceptAnyBundleID()
    _ = options.acceptEnvironment(RECEIPTS_ENVIRONMENT_SANDBOX)
    let result = Verifier(options).verify(try TestReceipt.bytes("sandbox-sha256.der"))
    #expect(result.verdict == RECEIPTS_REJECTED && result.code == "chain.untrusted")
  }

  /// A receipt of Xcode's own key is not among those of the project; `RECEIPT_CORPUS` may hold some.
  @Test func xcodeReceiptsCountOnlyWhereTheyAreAccepted() throws {
    let options = Options()
    _ = options.acceptAnyBundleID()
    #expect(options.acceptXcode() == RECEIPTS_OK)
    let verifier = Verifier(options)
    #expect(verifier.status == RECEIPTS_OK)
    var count = 0
    for receipt in try TestReceipt.xcodeReceiptsOfCorpus() {
      count += 1
      #expect(verifier.verify(receipt).trust == RECEIPTS_TRUST_LOCAL_TESTING)
      let usual = Options()
      _ = usual.acceptAnyBundleID()
      _ = usual.acceptEnvironment(RECEIPTS_ENVIRONMENT_PRODUCTION)
      #expect(Verifier(usual).verify(receipt).verdict == RECEIPTS_REJECTED)
    }
    print("corpus: \(count) receipts of Xcode read")
    #expect(verifier.verify(try TestReceipt.bytes("xcode.der")).verdict == RECEIPTS_REJECTED)
  }
}
