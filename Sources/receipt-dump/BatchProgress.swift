// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// A line on standard error that says how far a stream is, for a person who waits: on a terminal only, and not before a
/// second has passed.
struct BatchProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var nextSecond = time(nil) + 2
  private var hasWritten = false

  mutating func show(_ lines: Int) {
    guard isShown, time(nil) >= nextSecond else { return }
    nextSecond = time(nil) + 1
    hasWritten = true
    _ = Terminal.write(Array("\rreceipt-dump: \(lines) lines read".utf8), to: STDERR_FILENO)
  }

  func clear() {
    if hasWritten { _ = Terminal.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
  }
}
