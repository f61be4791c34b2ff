// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import StrictJSON
import ReceiptVerification
import Testing

/// What recipes are put together of. Not in the suite, whose macros would have to know it before it is there.
private enum Parts {
  static let samples = ["sandbox", "production", "mac", "xcode", "nothing"]
  static let chains = ["any-date", "sha256", "sha1", "late-2015", "xcode-like"]
  static let forgeries = [
    "null", "\"other-root\"", "\"wrong-signer\"", "\"other-key\"", "\"changed-byte\"",
  ]
}

/// Nothing that a forge makes may pass for Apple's.
@Suite("The fence") struct FenceTests {
  /// Every recipe that can be put together of these, and those of the documentation.
  private func recipes() throws -> [String] {
    let made = Parts.samples.flatMap { sample in
      Parts.chains.flatMap { chain in
        Parts.forgeries.map { forgery in
          let member = forgery == "null" ? "" : ", \"forged\": \(forgery)"
          let date = chain == "sha1" || chain == "late-2015" ? "2015-12-01T00:00:00Z" : "2025-06-01T12:00:00Z"
          return """
            {"like": "\(sample)", "chain": "\(chain)", "receipt": {"receipt_creation_date": "\(date)",
             "bundle_id": "com.example.app", "environment": "production"}\(member)}
            """
        }
      }
    }
    return try made + DocumentedRecipes.all()
  }

  @Test("no recipe verifies against Apple's anchors, with Xcode's certificate trusted or not")
  func notApple() throws {
    let all = try recipes()
    var count = 0
    for recipe in all {
      // A certificate that signs itself has no root that could be another: the recipe is refused.
      guard let file = try? FileRecipe(json: Array(recipe.utf8)) else {
        #expect(recipe.contains("xcode-like"))
        continue
      }
      let receipt = try forge.bytes(of: file)
      for anchors in [TrustAnchors.apple, .apple.union(.xcodeLocalTesting), .xcodeLocalTesting] {
        #expect(try verdict(on: receipt, anchors) != "verified", "\(recipe)")
      }
      count += 1
    }
    #expect(count >= 100)
  }

  @Test("the same recipes do verify against the forge's own root, where nothing is wrong with them")
  func ownRoot() throws {
    let root = TrustAnchors.custom([try forge.rootCertificate()])
    var verified = 0
    for recipe in try recipes() {
      guard let file = try? FileRecipe(json: Array(recipe.utf8)), file.authority == nil else { continue }
      let isWhole = file.forgery == nil && file.keptBytes == nil && file.appendedBytes.isEmpty
      let answer = try verdict(on: try forge.bytes(of: file), root)
      if file.chain == .xcodeLike || !isWhole { #expect(answer != "verified", "\(recipe)") }
      if answer == "verified" { verified += 1 }
    }
    #expect(verified >= 16)
  }

  @Test(
    "a forgery is refused for what it is, and for nothing else",
    arguments: [
      ("other-root", "chain.untrusted"), ("wrong-signer", "chain.purpose"),
      ("other-key", "signature.mismatch"), ("changed-byte", "signature.mismatch"),
    ], Parts.samples.prefix(3))
  func codes(_ forgery: (name: String, code: String), _ sample: String) throws {
    let root = TrustAnchors.custom([try forge.rootCertificate()])
    let genuine = try forged(#"{"like": "\#(sample)", "chain": "any-date"}"#)
    #expect(try verdict(on: genuine, root) == "verified")
    let receipt = try forged(#"{"like": "\#(sample)", "chain": "any-date", "forged": "\#(forgery.name)"}"#)
    #expect(try verdict(on: receipt, root) == forgery.code)
    #expect(try report(on: receipt)["receipt"]?["bundle_id"]?.string?.string == "com.example.app")
  }

  @Test("a changed byte is one byte")
  func oneByte() throws {
    for sample in Parts.samples.dropLast() {
      let genuine = try forged(#"{"like": "\#(sample)"}"#)
      let changed = try forged(#"{"like": "\#(sample)", "forged": "changed-byte"}"#)
      #expect(zip(genuine, changed).filter { $0 != $1 }.count == 1)
      #expect(genuine.count == changed.count)
    }
  }

  @Test("a sample in Swift is the same file as its recipe in JSON")
  func inSwift() throws {
    let date: SampleDate = "2025-06-01T12:00:00Z"
    for (name, sample) in [
      ("sandbox", SampleReceipt.sandbox(created: date)), ("production", .production(created: date)),
      ("mac", .mac(created: date)), ("xcode", .xcode(created: date)),
    ] {
      #expect(try forge.bytes(of: FileRecipe(sample)) == forged(#"{"like": "\#(name)"}"#))
    }
  }

  @Test("another authority's receipts verify under its own root only")
  func authorities() throws {
    let receipt = try forged(#"{"authority": "another"}"#)
    #expect(try verdict(on: receipt, .custom([forge.rootCertificate()])) == "chain.untrusted")
    #expect(try verdict(on: receipt, .custom([forge.rootCertificate(of: "another")])) == "verified")
    #expect(
      try verdict(on: receipt, .custom([TestAuthority(named: "another").rootCertificate])) == "verified")
  }
}
