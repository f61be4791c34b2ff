// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// How often and how long to ask.
public struct RetryPolicy: Hashable, Sendable {
  /// How often each of the two servers is asked at most, from 1 up.
  public var attempts: Int
  /// The pause after the first attempt; each further one is twice as long.
  public var firstPause: Duration
  /// The longest pause.
  public var longestPause: Duration
  /// How long one attempt may take.
  public var attemptLimit: Duration
  /// How long all of it may take, pauses and both servers included.
  public var deadline: Duration

  /// A policy of these values. The defaults answer within half a minute.
  public init(
    attempts: Int = 4, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(8),
    attemptLimit: Duration = .seconds(10), deadline: Duration = .seconds(30)
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.attemptLimit = attemptLimit
    self.deadline = deadline
  }

  /// The pause after an attempt: from half of it to all, so that servers which failed together do not come back together.
  ///
  /// - Parameters:
  ///   - attempt: The attempt before, from 1 up.
  ///   - chance: A number from 0 to 1.
  func pause(after attempt: Int, chance: Double) -> Duration {
    var pause = min(firstPause, longestPause)
    for _ in 1..<max(attempt, 1) where pause < longestPause { pause = min(pause * 2, longestPause) }
    return pause * (0.5 + min(max(chance, 0), 1) / 2)
  }
}
