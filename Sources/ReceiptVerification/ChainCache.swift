// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import Synchronization

/// The chains that were found to hold, so that a server does not parse the same certificates for each receipt.
///
/// Only successes are kept, under the very bytes of the two certificates that were used, and with the seconds in which the
/// whole chain is valid: a hit gives the answer that a miss would. The embedded root is no part of the name, since nobody
/// signs it, and copies of it that were changed must not fill the cache.
package final class ChainCache: Sendable {
  /// How many chains are kept: Apple has been seen to use seven leaves in eleven years.
  package static let capacity = 64

  private struct Entry {
    let name: ChainName
    let key: TrustedKey
    let window: ClosedRange<Int64>
  }

  /// The one that was not used for longest first. So few that looking at each costs less than a digest of what is looked for.
  private let entries = Mutex<[Entry]>([])

  package init() {}

  /// The leaf's key of a chain that is known to hold at an instant.
  package func key(for name: ChainName, at seconds: Int64) -> TrustedKey? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.name == name }), entries[index].window ~= seconds
      else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.key
    }
  }

  /// Keeps a chain that holds, in the place of the one that was not used for longest when there are too many.
  package func store(_ key: TrustedKey, valid window: ClosedRange<Int64>, for name: ChainName) {
    entries.withLock { entries in
      // Two threads may have met the same chain at once.
      entries.removeAll { $0.name == name }
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append(Entry(name: name.detached, key: key, window: window))
    }
  }

  /// How many chains are kept.
  package var count: Int { entries.withLock { $0.count } }
}

/// Everything that a chain's verdict depends on but for the instant.
package struct ChainName: Sendable {
  private let leaf: ArraySlice<UInt8>
  private let intermediate: ArraySlice<UInt8>
  private let digest: DigestAlgorithm

  /// The chain of two certificates, each in DER, whose leaf signs over such digests.
  package init(leaf: ArraySlice<UInt8>, intermediate: ArraySlice<UInt8>, digest: DigestAlgorithm) {
    self.leaf = leaf
    self.intermediate = intermediate
    self.digest = digest
  }

  /// The same name, which does not keep the receipt in memory from which it was taken.
  fileprivate var detached: ChainName {
    ChainName(leaf: Array(leaf)[...], intermediate: Array(intermediate)[...], digest: digest)
  }
}

extension ChainName: Equatable {
  /// Whether both name the same certificates, byte by byte, under the same rules.
  package static func == (left: ChainName, right: ChainName) -> Bool {
    left.digest == right.digest && hasSameBytes(left.leaf, right.leaf)
      && hasSameBytes(left.intermediate, right.intermediate)
  }

  /// By the C library: Swift's own comparison looks at one byte after the other.
  private static func hasSameBytes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { first in
      unsafe right.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return unsafe memcmp(first, second, left.count) == 0
      }
    }
  }
}
