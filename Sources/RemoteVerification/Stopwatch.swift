// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The time since some instant on a clock of any kind, and pauses on it.
struct Stopwatch: Sendable {
  /// How long ago it was started.
  let elapsed: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled meanwhile.
  let pause: @Sendable (Duration) async throws -> Void

  /// A stopwatch that starts now.
  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    pause = { try await clock.sleep(for: $0) }
  }
}
