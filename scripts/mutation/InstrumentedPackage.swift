// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// A copy of the package in which every point stands, and which is otherwise the same.
struct InstrumentedPackage {
  /// The package.
  let root: String
  /// The copy.
  let copy: String
  /// The table of all points.
  let table: String

  /// Whose sources get points.
  static let targets = [
    "ASN1Decoding", "PKCS7Decoding", "AppStoreReceipts", "ReceiptVerification", "StrictJSON", "ReceiptInput",
    "VerifyReceipt", "ReceiptReports",
  ]

  /// Of ReceiptReports, only what says who is entitled to what; the rest is words.
  static let filesOfReports = ["Rights.swift", "ReceiptJSON+Entitlements.swift"]

  /// Whose tests are run.
  static let testTargets = [
    "ASN1DecodingTests", "PKCS7DecodingTests", "AppStoreReceiptsTests", "EntitlementsTests",
    "ReceiptVerificationTests", "StrictJSONTests", "ReceiptInputTests", "VerifyReceiptTests",
    "ReceiptReportsTests",
  ]

  /// Brings the copy up to date and numbers the points.
  func update(refused: Refusals) {
    var points: [MutationPoint] = []
    var kept: Set<String> = ["Package.swift"]
    for folder in ["Sources", "Tests", "TestReceipts", "Fuzz", "docs"] {
      for path in files(folder) {
        kept.insert(path)
        guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
        if isMutated(path) {
          let text = String(decoding: data, as: UTF8.self)
          let file = PointFinder.instrument(text, path: path, firstID: points.count, refused: refused)
          points += file.points
          // In front of the first line, so that lines keep their numbers.
          let source = "public import GuardMutation  " + file.source(Array(data))
          writeFile(file.points.isEmpty ? text : source, to: "\(copy)/\(path)")
        } else if FileManager.default.contents(atPath: "\(copy)/\(path)") != data {
          copyFile(data, to: "\(copy)/\(path)")
        }
      }
    }
    addRuntime(&kept)
    for path in files(nil) where !kept.contains(path) {
      try? FileManager.default.removeItem(atPath: "\(copy)/\(path)")
    }
    writeFile(manifest(), to: "\(copy)/Package.swift")
    let rows = points.map { "\($0.id)\t\($0.path)\t\($0.line)\t\($0.change)\t\($0.text)\n" }
    writeFile(rows.joined(), to: table)
  }

  private func isMutated(_ path: String) -> Bool {
    guard path.hasSuffix(".swift"), Self.targets.contains(where: { path.hasPrefix("Sources/\($0)/") }) else {
      return false
    }
    return !path.hasPrefix("Sources/ReceiptReports/")
      || Self.filesOfReports.contains { path.hasSuffix("/\($0)") }
  }

  private func copyFile(_ data: Data, to file: String) {
    do {
      let folder = URL(filePath: file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: URL(filePath: file))
    } catch {
      fail("\(file): \(error.localizedDescription)")
    }
  }

  /// The files below a folder of the package, or those of the copy.
  private func files(_ folder: String?) -> [String] {
    let base = folder.map { "\(root)/\($0)" } ?? copy
    guard let names = FileManager.default.enumerator(atPath: base) else { return [] }
    var files: [String] = []
    while let name = names.nextObject() as? String {
      guard names.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      files.append(folder.map { "\($0)/\(name)" } ?? name)
    }
    return files.sorted()
  }

  private func addRuntime(_ kept: inout Set<String>) {
    for (name, place) in [
      ("GuardMutation.c", ""), ("KeptKeys.c", ""), ("GuardMutation.h", "include/"),
    ] {
      guard let data = FileManager.default.contents(atPath: "\(root)/scripts/mutation/\(name)") else {
        fail("scripts/mutation/\(name) is not there")
      }
      let path = "GuardMutation/\(place)\(name)"
      kept.insert(path)
      writeFile(String(decoding: data, as: UTF8.self), to: "\(copy)/\(path)")
    }
  }

  /// The manifest with the points' own target, without what those tests do not need, and with warnings let through: what is
  /// put around an expression may give some. Tests are not optimised, which makes them compile sooner.
  private func manifest() -> String {
    let manifest = lines(of: "\(root)/Package.swift", keepsEmpty: true)
      .filter { !$0.contains(".treatAllWarnings") && !$0.contains(".strictMemorySafety") }
    return manifest.joined(separator: "\n") + """

      let mutated = \(Self.targets)
      var needed: Set<String> = \(Self.testTargets)
      for _ in package.targets {
        for target in package.targets where needed.contains(target.name) {
          for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
        }
      }
      package.products = []
      package.targets.removeAll { !needed.contains($0.name) }
      for target in package.targets {
        if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
        if mutated.contains(target.name) { target.dependencies.append("GuardMutation") }
      }
      package.targets.append(
        .target(name: "GuardMutation", dependencies: ["COpenSSL"], path: "GuardMutation"))

      """
  }

  /// The points of the last update.
  func points() -> [MutationPoint] {
    lines(of: table).compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false).map(
        String.init)
      guard fields.count == 5, let id = Int(fields[0]), let number = Int(fields[2]) else { return nil }
      return MutationPoint(id: id, path: fields[1], line: number, change: fields[3], text: fields[4])
    }
  }
}
