// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Synchronization

/// The chains that were found to hold, so that a server does not parse the same certificates for each receipt.
///
/// Only successes are kept, under the very bytes of the two certificates that were used, and with the seconds in which the
/// whole chain is valid: a hit gives the answer that a miss would. The embedded root is no part of the key, since nobody
/// signs it, and copies of it that were changed must not fill the cache.
package final class ChainCache: Sendable {
  /// How many chains are kept: Apple has been seen to use seven leaves in eleven years.
  package static let capacity = 64

  private struct Entry {
    let key: TrustedKey
    let window: ClosedRange<Int64>
    var lastUse: UInt64
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The name of a chain: SHA-256 over everything that its verdict depends on, each part with its length.
  ///
  /// `nil` when it cannot be computed.
  package static func key(
    _ leaf: ArraySlice<UInt8>, _ intermediate: ArraySlice<UInt8>, allowsSHA1: Bool
  ) -> [UInt8]? {
    let lengths = [leaf.count, intermediate.count].flatMap { count in
      (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
    return DigestAlgorithm.sha256.digest(of: [([allowsSHA1 ? 1 : 0] + lengths)[...], leaf, intermediate])
  }

  /// The leaf's key of a chain that is known to hold at an instant.
  package func key(for name: [UInt8], at seconds: Int64) -> TrustedKey? {
    state.withLock { state in
      guard let entry = state.entries[name], entry.window ~= seconds else { return nil }
      state.uses += 1
      state.entries[name]?.lastUse = state.uses
      return entry.key
    }
  }

  /// Keeps a chain that holds, in the place of the one that was not used for longest when there are too many.
  package func store(_ key: TrustedKey, valid window: ClosedRange<Int64>, for name: [UInt8]) {
    state.withLock { state in
      if state.entries.count >= Self.capacity, state.entries[name] == nil,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
      }
      state.uses += 1
      state.entries[name] = Entry(key: key, window: window, lastUse: state.uses)
    }
  }

  /// How many chains are kept.
  package var count: Int { state.withLock { $0.entries.count } }
}
