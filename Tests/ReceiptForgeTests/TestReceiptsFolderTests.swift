// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptForge
import Testing

/// The part of `TestReceipts/manifest.json` that says which files there are.
private struct Manifest: Decodable {
  struct Entry: Decodable {
    let file: String
    let certificates: [String]
  }
  let schema: Int
  let receipts: [Entry]
}

@Suite("TestReceipts") struct TestReceiptsFolderTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../TestReceipts").standardizedFileURL

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  private func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(bytes("manifest.json")))
  }

  @Test("every receipt is in the manifest, and every entry has its file")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".der")
    }
    let listed = try manifest().receipts.map(\.file)
    #expect(Set(names) == Set(listed + ["test-root.der", "xcode-like.der"]))
    #expect(Set(listed).count == listed.count)
    #expect(try manifest().schema == 1)
  }

  @Test("every receipt comes from the same making as the certificates beside it")
  func together() throws {
    for entry in try manifest().receipts {
      let anchor = try bytes(entry.certificates.count == 3 ? "test-root.der" : "xcode-like.der")
      let digest = try DigestAlgorithm.sha256.hash(anchor).map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }
      #expect(entry.certificates.last == digest.joined(), "\(entry.file)")
      #expect(contains(try bytes(entry.file), anchor), "\(entry.file)")
    }
  }

  @Test("no receipt carries a name or the key of Apple")
  func notApple() throws {
    for entry in try manifest().receipts {
      let receipt = try bytes(entry.file)
      for name in Fixture.applesNames { #expect(!contains(receipt, Array(name.utf8)), "\(entry.file)") }
      #expect(!contains(receipt, Fixture.applesRootKeyIdentifier), "\(entry.file)")
    }
  }
}
