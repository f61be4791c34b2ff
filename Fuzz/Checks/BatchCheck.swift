// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import ReceiptBatch
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Synchronization

/// As many lines come out as go in, in their order, each a JSON document that says the same as the line alone, with any number
/// of threads.
func checkBatch(_ stream: [UInt8]) throws(Violation) {
  guard let reporter = batchReporter else { throw Violation(message: "no verifier can be made") }
  let output = try lines(of: stream, reporter, jobs: 1 + number(from: stream) % 3)
  try require(
    output == lines(of: stream, reporter, jobs: 1), "another number of threads gives other reports")
  var input = stream.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  // A line ends with its newline, so that behind the last one there is none.
  if input.last?.isEmpty == true { input.removeLast() }
  try require(output.count == input.count, "\(input.count) lines give \(output.count)")
  for (index, document) in output.enumerated() {
    try requireShowable(document, allowsLineFeeds: false)
    let report = try parsed(document)
    try require(
      report["line"]?.number?.int64 == Int64(index + 1), "the report on line \(index + 1) has another number")
    try require(report["verdict"]?["status"]?.string != nil, "line \(index + 1) has no verdict")
  }
  guard !input.isEmpty else { return }
  let chosen = number(from: stream) % input.count
  let alone = try lines(of: input[chosen] + [0x0A], reporter, jobs: 1)
  try require(
    alone.count == 1 && withoutNumber(alone[0], 1) == withoutNumber(output[chosen], chosen + 1),
    "line \(chosen + 1) is reported in another way when it stands alone")
}

/// Knows the root of `TestReceipts`, and takes receipts so small that some of the lines are too long.
private let batchReporter: Reporter? = {
  let verifier = try? ReceiptVerifier(
    bundleIDs: .any, environments: .any, anchors: .custom([TestReceipts.bytes("test-root.der")]))
  return verifier.map { Reporter(verifier: $0, questions: Questions(), maximumSize: 4_500, now: fixedNow) }
}()

private func withoutNumber(_ document: [UInt8], _ line: Int) -> [UInt8]? {
  let number = Array("\"line\":\(line),".utf8)
  guard let start = document.firstRange(of: number) else { return nil }
  return Array(document[..<start.lowerBound] + document[start.upperBound...])
}

private func lines(of stream: [UInt8], _ reporter: Reporter, jobs: Int) throws(Violation) -> [[UInt8]] {
  let output = Mutex<[UInt8]>([])
  guard let file = unsafe tmpfile() else { throw Violation(message: "the stream has no file") }
  defer { unsafe fclose(file) }
  let descriptor = unsafe fileno(file)
  let written = unsafe stream.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  try require(written == stream.count, "the stream cannot be written")
  let end = Batch(reporter, jobs: jobs, redacts: false)
    .run(
      reading: descriptor,
      write: { bytes in
        output.withLock { $0 += bytes }
        return true
      })
  try require(end == .completed, "the batch ended before the stream did")
  let bytes = output.withLock { $0 }
  guard let last = bytes.last else { return [] }
  try require(last == 0x0A, "the last report does not end its line")
  return bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
}
