// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CSQLite

/// What SQLite refused to do, in its own words.
struct DatabaseError: Error {
  let message: String
}

/// One connection to an SQLite database. One thread at a time may have it.
struct Database: ~Copyable {
  private let connection: OpaquePointer

  private init(_ connection: OpaquePointer) { self.connection = connection }

  /// Opens a database, and makes it if it is not there.
  static func open(_ path: String) throws(DatabaseError) -> Database {
    var handle: OpaquePointer?
    let status = sqlite3_open(path, &handle)
    guard status == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw DatabaseError(message: "\(path): \(String(cString: sqlite3_errstr(status)))")
    }
    let database = Database(handle)
    sqlite3_busy_timeout(handle, 5000)
    // What was answered must survive a crash: the write-ahead log is synced at each commit.
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = FULL")
    return database
  }

  deinit { sqlite3_close(connection) }

  /// Runs one statement with texts in the place of its question marks. Returns its rows as texts, NULL as empty.
  @discardableResult
  func run(_ sql: String, _ values: [String] = []) throws(DatabaseError) -> [[String]] {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &handle, nil) == SQLITE_OK, let statement = handle else {
      throw lastError
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      // With its length, so that a NUL inside does not end it.
      guard sample_server_bind_text(statement, Int32(index + 1), value, Int32(value.utf8.count)) == SQLITE_OK
      else {
        throw lastError
      }
    }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
          })
      case SQLITE_DONE: return rows
      default: throw lastError
      }
    }
  }

  /// How many rows the last INSERT or UPDATE changed.
  var changes: Int32 { sqlite3_changes(connection) }

  /// Does all of it or nothing. It begins with the right to write, so that no other connection can come between a reading
  /// and the writing that follows from it.
  func transaction<Result>(_ work: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private var lastError: DatabaseError { DatabaseError(message: String(cString: sqlite3_errmsg(connection))) }
}
