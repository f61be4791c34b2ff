// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT, "copy the text before you return", is a cast that Swift cannot make.
static inline int sample_server_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
