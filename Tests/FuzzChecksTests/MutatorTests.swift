// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import FuzzMutator
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("The mutator that knows elements") struct MutatorTests {
  /// Receipts with chains of ours, as the fuzzers start from.
  private static let receipts = TestReceipts.all().filter { 1_000..<10_000 ~= $0.bytes.count }.map(\.bytes)

  /// Puts a fixed byte at a fixed place.
  private func plain(_ octets: [UInt8], _ limit: Int) -> [UInt8] { Array((octets + [0x2A]).prefix(limit)) }

  @Test("takes every test receipt apart and puts it together again, and finds its parts")
  func roundTrip() throws {
    for (name, bytes) in TestReceipts.all() {
      let tree = try #require(Tree(bytes), "\(name)")
      #expect(tree.encoded == bytes, "\(name)")
      guard name != "test-root.der", name != "xcode-like.der" else { continue }
      #expect(tree[tree.payload]?.tag == 0x31, "\(name)")
      #expect(tree.certificates != nil && tree.signerInfos != nil, "\(name)")
    }
  }

  @Test(
    "takes no bytes for elements that are none",
    arguments: [
      [], [0x30], [0x30, 0x01], [0x30, 0x80, 0, 1], [0x1F, 0x01, 0], [0x30, 0x85, 0, 0, 0, 0, 0],
    ])
  func noElements(bytes: [UInt8]) {
    #expect(Tree(bytes) == nil)
  }

  @Test("writes lengths as it is told")
  func lengths() {
    var element = Element(0x30, [Element(0x02, octets: [1])])
    #expect(element.encoded == [0x30, 0x03, 0x02, 0x01, 0x01])
    element.length = .padded(2)
    #expect(element.encoded == [0x30, 0x82, 0x00, 0x03, 0x02, 0x01, 0x01])
    element.length = .indefinite
    #expect(element.encoded == [0x30, 0x80, 0x02, 0x01, 0x01, 0x00, 0x00])
    element.length = .off(-1)
    #expect(element.encoded == [0x30, 0x02, 0x02, 0x01, 0x01])
    #expect(
      Element(0x04, octets: Array(repeating: 0, count: 300)).encoded.prefix(4) == [0x04, 0x82, 0x01, 0x2C])
  }

  @Test("makes the same of the same bytes and seed, something else of another seed, and never too much")
  func determinism() throws {
    let mutator = ReceiptMutator(signing: try ReceiptSigning(FuzzAuthority.shared.get()))
    let (bytes, other) = (Self.receipts[0], Self.receipts[1])
    var results: Set<[UInt8]> = []
    for seed in 0..<60 as Range<UInt64> {
      let result = mutator.mutate(bytes, limit: 6_000, seed: seed, plain: plain)
      #expect(result == mutator.mutate(bytes, limit: 6_000, seed: seed, plain: plain))
      let crossed = mutator.cross(bytes, with: other, limit: 6_000, seed: seed)
      #expect(crossed == mutator.cross(bytes, with: other, limit: 6_000, seed: seed))
      #expect(result.count <= 6_000 && crossed.count <= 6_000)
      results.insert(result)
    }
    #expect(results.count > 45)
  }

  @Test("gives test receipts a chain of ours under which they verify")
  func adoption() throws {
    let signing = ReceiptSigning(try FuzzAuthority.shared.get())
    let check = try VerifyCheck(genuineContents: [], authority: FuzzAuthority.shared.get())
    var verified: [String] = []
    for (name, bytes) in TestReceipts.all() {
      guard var tree = Tree(bytes), tree.certificates != nil else { continue }
      signing.adopt(&tree, era: name.contains("sha1") ? .sha1 : .sha256)
      if check.isVerified(tree.encoded) { verified.append(name) }
    }
    #expect(verified.contains("sandbox-sha256.der") && verified.contains("xcode.der"))
    #expect(verified.contains("production-sha1.der") && verified.count >= 15, "\(verified)")
  }

  @Test("makes receipts that verify although they are changed, and without signing hardly any")
  func signing() throws {
    let check = try VerifyCheck(genuineContents: [], authority: FuzzAuthority.shared.get())
    let signing = ReceiptSigning(try FuzzAuthority.shared.get())
    var tree = try #require(Tree(TestReceipts.bytes("sandbox-sha256.der")))
    signing.adopt(&tree, era: .sha256)
    let receipt = tree.encoded
    func count(_ mutator: ReceiptMutator) -> Int {
      (0..<150 as Range<UInt64>).count { seed in
        let changed = mutator.mutate(receipt, limit: 8_192, seed: seed, plain: plain)
        return changed != receipt && check.isVerified(changed)
      }
    }
    let (signed, unsigned) = (count(ReceiptMutator(signing: signing)), count(ReceiptMutator(signing: nil)))
    #expect(signed > 20 && unsigned < 10, "\(signed) and \(unsigned) of 150 verify")
  }

  @Test("makes a certificate that its issuer signs again")
  func certificates() throws {
    let check = try VerifyCheck(genuineContents: [], authority: FuzzAuthority.shared.get())
    let signing = ReceiptSigning(try FuzzAuthority.shared.get())
    var tree = try #require(Tree(TestReceipts.bytes("sandbox-sha256.der")))
    signing.adopt(&tree, era: .sha256)
    // The name of the subject: nothing depends on the text in it.
    let subject = try #require(tree.certificates) + [0, 0, 5, 0, 0, 1]
    tree.update(subject) { $0.body = .octets(Array("Somebody".utf8)) }
    #expect(!check.isVerified(tree.encoded))
    signing.signCertificate(0, of: &tree)
    #expect(check.isVerified(tree.encoded))
  }

  @Test("changes transaction receipts inside of their base64 and signs them, so that many verify")
  func transactions() throws {
    let authority = try FuzzAuthority.shared.get()
    let mutator = try TransactionMutator(authority)
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: .any, anchors: .custom(authority.transactionAnchors()))
    let recipe = TransactionReceiptRecipe(purchaseInfo: [
      ("bid", "com.example.app"), ("product-id", "com.example.app.pro"), ("transaction-id", "1"),
      ("quantity", "1"), ("purchase-date", "2016-05-01 12:00:00 Etc/GMT"),
    ])
    let receipt = try recipe.text(signedBy: authority.authority.signer(.sha1))
    #expect(throws: Never.self) { try verifier.verify(transactionReceipt: receipt) }
    var (changed, verified) = (0, 0)
    for seed in 0..<100 as Range<UInt64> {
      let result = mutator.mutate(receipt, limit: 8_192, seed: seed, plain: plain)
      #expect(result == mutator.mutate(receipt, limit: 8_192, seed: seed, plain: plain))
      #expect(throws: Never.self) { try FuzzCheck.propertyList.run(result) }
      guard result != receipt else { continue }
      changed += 1
      if (try? verifier.verify(transactionReceipt: result)) != nil { verified += 1 }
    }
    #expect(changed > 80 && verified > 8, "\(verified) of \(changed) verify")
  }
}
