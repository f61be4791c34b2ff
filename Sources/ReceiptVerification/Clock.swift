// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import Glibc

extension Timestamp {
  /// The time of the host's clock.
  public static var now: Timestamp {
    var time = timespec()
    // CLOCK_REALTIME with a valid pointer cannot fail (clock_gettime(2)).
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    return Timestamp(millisecondsSince1970: milliseconds) ?? .latest
  }
}
