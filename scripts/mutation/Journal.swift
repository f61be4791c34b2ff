// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Synchronization

/// What is known of the mutants in one executable file, on disk.
final class Journal: Sendable {
  private let path: String
  private let lock = Mutex(())

  /// The journal in a file, which is begun anew for another executable file.
  init(_ path: String, binary: String) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(atPath: binary)
    let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let stamp = "\(date) \(attributes?[.size] ?? 0)"
    if lines(of: path).first.map(String.init) != stamp { writeFile(stamp + "\n", to: path) }
  }

  /// The fates of those points that are known.
  func known(_ points: [MutationPoint]) -> [MutationPoint: Campaign.Fate] {
    var fates: [Int: Campaign.Fate] = [:]
    for line in lines(of: path).dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 2, let id = Int(fields[0]), let fate = Campaign.Fate(rawValue: fields[1]) else {
        continue
      }
      fates[id] = fate
    }
    return Dictionary(
      uniqueKeysWithValues: points.compactMap { point in fates[point.id].map { (point, $0) } })
  }

  func write(_ point: MutationPoint, _ fate: Campaign.Fate) {
    lock.withLock { _ in
      guard let file = FileHandle(forWritingAtPath: path) else { fail("\(path) is not there") }
      defer { try? file.close() }
      do {
        try file.seekToEnd()
        try file.write(contentsOf: Data("\(point.id)\t\(fate.rawValue)\n".utf8))
      } catch {
        fail("\(path): \(error.localizedDescription)")
      }
    }
  }
}
