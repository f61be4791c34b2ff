// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Glibc
import ReceiptReports

/// Time zones, by the C library and the files of the zoneinfo database.
enum TimeZoneRule {
  /// The rule for a name: `utc` for none, `local` for the host's, or one of the zoneinfo database.
  ///
  /// The C library takes an unknown zone for UTC without a word, so a name must be that of a file.
  static func localTime(_ name: String) throws(Options.UsageError) -> TextStyle.LocalTime? {
    if name == "utc" { return nil }
    if name != "local" {
      let isPlain = name.utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return "A"..."Z" ~= scalar || "a"..."z" ~= scalar || "0"..."9" ~= scalar
          || "/+-_".unicodeScalars.contains(scalar)
      }
      guard isPlain, !name.hasPrefix("/"), isZone("/usr/share/zoneinfo/" + name),
        unsafe setenv("TZ", ":" + name, 1) == 0
      else {
        throw Options.UsageError(message: "--timezone: there is no zone '\(name)' in /usr/share/zoneinfo")
      }
    }
    tzset()
    return TextStyle.LocalTime { timestamp in
      var seconds = time_t(timestamp.millisecondsSince1970 / 1_000)
      var local = unsafe tm()
      guard unsafe localtime_r(&seconds, &local) != nil else { return ("UTC", 0) }
      let abbreviation = unsafe local.tm_zone.map { unsafe String(cString: $0) } ?? ""
      return (abbreviation, unsafe Int64(local.tm_gmtoff))
    }
  }

  /// Whether a file holds a time zone: not every file of the database does, and folders are none.
  private static func isZone(_ path: String) -> Bool {
    guard let content = try? InputFile.read(path, limit: 1 << 20) else { return false }
    return content.starts(with: Array("TZif".utf8))
  }
}
