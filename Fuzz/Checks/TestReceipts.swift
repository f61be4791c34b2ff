// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// The receipts that the project holds, and where it keeps what fuzzers start from.
public enum TestReceipts {
  /// The folder of the package in which this was compiled.
  private static let package: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// The contents of all files with the extension `der` in `TestReceipts`, by their names.
  public static func all() -> [(name: String, bytes: [UInt8])] {
    files(in: "TestReceipts").filter { $0.name.hasSuffix(".der") }
  }

  /// The contents of one file in `TestReceipts`; empty when there is none.
  public static func bytes(_ name: String) -> [UInt8] {
    files(in: "TestReceipts").first { $0.name == name }?.bytes ?? []
  }

  /// The contents of all files in a folder of the package, in the order of their names; none when it is not there.
  public static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
    let url = package.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: url.appendingPathComponent(name))).map { (name, Array($0)) }
    }
  }
}
