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
    var key: TrustedKey
    var window: ClosedRange<Int64>
    var lastUse: UInt64
  }

  private struct State {
    /// So few that looking at each costs less than a digest of what is looked for.
    var entries: [Entry] = []
    var uses: UInt64 = 0

    func index(of name: ChainName) -> Int? {
      entries.firstIndex { $0.name == name }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The leaf's key of a chain that is known to hold at an instant.
  package func key(for name: ChainName, at seconds: Int64) -> TrustedKey? {
    state.withLock { state in
      guard let index = state.index(of: name), state.entries[index].window ~= seconds else { return nil }
      state.uses += 1
      state.entries[index].lastUse = state.uses
      return state.entries[index].key
    }
  }

  /// Keeps a chain that holds, in the place of the one that was not used for longest when there are too many.
  package func store(_ key: TrustedKey, valid window: ClosedRange<Int64>, for name: ChainName) {
    state.withLock { state in
      state.uses += 1
      let entry = Entry(name: name.detached, key: key, window: window, lastUse: state.uses)
      let oldest = state.entries.indices.min { state.entries[$0].lastUse < state.entries[$1].lastUse }
      if let index = state.index(of: name) {
        state.entries[index] = entry
      } else if state.entries.count >= Self.capacity, let oldest {
        state.entries[oldest] = entry
      } else {
        state.entries.append(entry)
      }
    }
  }

  /// How many chains are kept.
  package var count: Int { state.withLock { $0.entries.count } }
}

/// Everything that a chain's verdict depends on but for the instant.
package struct ChainName: Sendable {
  private let leaf: ArraySlice<UInt8>
  private let intermediate: ArraySlice<UInt8>
  private let allowsSHA1: Bool

  /// The chain of two certificates, each in DER.
  package init(leaf: ArraySlice<UInt8>, intermediate: ArraySlice<UInt8>, allowsSHA1: Bool) {
    self.leaf = leaf
    self.intermediate = intermediate
    self.allowsSHA1 = allowsSHA1
  }

  /// The same name, which does not keep the receipt in memory from which it was taken.
  fileprivate var detached: ChainName {
    ChainName(leaf: Array(leaf)[...], intermediate: Array(intermediate)[...], allowsSHA1: allowsSHA1)
  }
}

extension ChainName: Equatable {
  /// Whether both name the same certificates, byte by byte, under the same rules.
  package static func == (left: ChainName, right: ChainName) -> Bool {
    left.allowsSHA1 == right.allowsSHA1 && hasSameBytes(left.leaf, right.leaf)
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
