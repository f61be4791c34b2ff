// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// Receipts that Apple made, in the folder that the environment variable `RECEIPT_CORPUS` names. They are read, never
/// copied.
package enum Corpus {
  /// The folder; `nil` when the variable is not set, or empty.
  package static var folder: String? {
    ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// One receipt with the values that are expected of it.
  package struct Receipt: Sendable, CustomStringConvertible {
    package let name: String
    package let bytes: [UInt8]
    /// The JSON next to it.
    package let expected: [UInt8]
    package var isXcode: Bool { name.hasPrefix("xcode-") }
    package var description: String { name }
  }

  /// All receipts by name; none without a folder.
  package static let receipts: [Receipt] = {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return []
    }
    return names.sorted().filter { $0.hasSuffix(".der") }.compactMap { file in
      let name = String(file.dropLast(4))
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") else { return nil }
      let expected = FileManager.default.contents(atPath: "\(folder)/\(name).json") ?? Data()
      return Receipt(name: name, bytes: Array(bytes), expected: Array(expected))
    }
  }()

  /// The receipt whose name ends in eight digits.
  package static func receipt(_ digits: String) -> [UInt8]? {
    receipts.first { $0.name.hasSuffix("-" + digits) }?.bytes
  }
}

extension Corpus {
  /// Says that there is nothing to read.
  package static func announceAbsence() { print("corpus not found, 0 read") }
}
