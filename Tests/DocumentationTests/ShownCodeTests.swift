// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Testing

/// Whatever Swift the documents show stands in these tests as well, where it is compiled and run.
@Suite struct ShownCodeTests {
  static let compiled: Set<CodeBlock> = {
    let files = try? Repository.files(in: ["Tests/DocumentationTests"], endings: ["swift"])
    return Set((files ?? []).flatMap { (try? compiledBlocks(in: $0)) ?? [] })
  }()

  static let documents: [String] = {
    let found = try? Repository.files(in: ["Sources", "docs"], endings: ["md", "swift"])
    // A catalogue's link to a document of docs/ shows the same text.
    return ["README.md"] + (found ?? []).filter { !$0.hasPrefix("docs/examples/") || $0.hasSuffix(".md") }
  }()

  @Test(arguments: documents.filter { ((try? shownBlocks(in: $0)) ?? []).isEmpty == false })
  func everyBlockOfSwiftThatADocumentShowsIsCompiled(document: String) throws {
    for block in try shownBlocks(in: document) where !Self.isManifest(block) {
      let isCompiled = Self.compiled.contains(block)
      #expect(isCompiled, "\(document) shows this, and no test has it: \(block.text)")
    }
  }

  @Test func everyBlockThatIsCompiledForADocumentIsShownByOne() throws {
    let shown = Set(try Self.documents.flatMap { try shownBlocks(in: $0) })
    for block in Self.compiled {
      let isShown = shown.contains(block)
      #expect(isShown, "no document shows this any more: \(block.text)")
    }
  }

  @Test func theArticlesAreFound() throws {
    for name in ["GettingStarted.md", "MovingFromRMStore.md", "TestingYourServer.md", "entitlements.md"] {
      let path = try #require(Self.documents.first { $0.hasSuffix("/\(name)") })
      #expect(try shownBlocks(in: path).isEmpty == false)
    }
    #expect(Self.compiled.count > 20)
  }

  /// A manifest is compiled by the package manager alone: scripts/getting-started builds the one that is shown.
  static func isManifest(_ block: CodeBlock) -> Bool {
    block.text.hasPrefix("//swift-tools-version")
  }
}
