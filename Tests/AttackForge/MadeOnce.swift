// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Synchronization

/// A value that is made when it is first asked for, and kept: several tests ask for the same attack.
final class MadeOnce<Value: Sendable>: Sendable {
  private let make: @Sendable () throws -> Value
  private let made = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  func value() throws -> Value {
    try made.withLock { value in
      if let value { return value }
      let new = try make()
      value = new
      return new
    }
  }
}
