// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Glibc

/// Text to instant to text comes back, and the C library agrees about the calendar.
///
/// The bytes are taken as text, and the first eight also as a number of milliseconds.
func checkTimestamp(_ bytes: [UInt8]) throws(Violation) {
  if let timestamp = Timestamp(String(decoding: bytes, as: UTF8.self)) {
    try checkRoundTrip(timestamp)
    try require(20...35 ~= bytes.count, "\(bytes.count) bytes are taken for a date")
  }
  var number: UInt64 = 0
  for byte in bytes.prefix(8) { number = number << 8 | UInt64(byte) }
  let milliseconds = Int64(bitPattern: number)
  if let timestamp = Timestamp(millisecondsSince1970: milliseconds) { try checkRoundTrip(timestamp) }
  if let timestamp = Timestamp(secondsSince1970: milliseconds) { try checkRoundTrip(timestamp) }
  // Most numbers are no instant; this one always is.
  let span = Timestamp.latest.millisecondsSince1970 - Timestamp.earliest.millisecondsSince1970 + 1
  let offset = Int64(number % UInt64(span))
  guard let inside = Timestamp(millisecondsSince1970: Timestamp.earliest.millisecondsSince1970 + offset)
  else {
    throw Violation(message: "an instant inside the years 0001 to 9999 is refused")
  }
  try checkRoundTrip(inside)
  let moved = inside.adding(seconds: milliseconds)
  try require(
    milliseconds < 0 ? moved <= inside : moved >= inside, "\(inside) and \(milliseconds) s go astray")
}

private func checkRoundTrip(_ timestamp: Timestamp) throws(Violation) {
  let text = timestamp.description
  try require(
    (Timestamp.earliest...Timestamp.latest).contains(timestamp), "\(text) lies outside the years 0001 to 9999"
  )
  try require(Timestamp(text) == timestamp, "\(text) is read as another instant")
  let utf8 = Array(text.utf8)
  try require(utf8.count == 20 || utf8.count == 24, "\(text) has an odd length")
  func number(_ range: Range<Int>) -> Int32 {
    utf8[range].reduce(0) { $0 * 10 + Int32($1 &- UInt8(ascii: "0")) }
  }
  var fields = unsafe tm()
  unsafe (fields.tm_year, fields.tm_mon, fields.tm_mday) = (
    number(0..<4) - 1900, number(5..<7) - 1, number(8..<10)
  )
  unsafe (fields.tm_hour, fields.tm_min, fields.tm_sec) = (number(11..<13), number(14..<16), number(17..<19))
  let milliseconds = utf8.count == 24 ? Int64(number(20..<23)) : 0
  let seconds = unsafe timegm(&fields)
  try require(
    Int64(seconds) * 1_000 + milliseconds == timestamp.millisecondsSince1970,
    "\(text) is \(seconds) s to the C library, and \(timestamp.millisecondsSince1970) ms here")
}
