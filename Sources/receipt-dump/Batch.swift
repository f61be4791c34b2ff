// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import ReceiptReports

/// A stream of receipts, one a line, that becomes a stream of reports, one a line, in the same order.
///
/// Whatever stands on a line, it gives a line. Memory does not grow with the stream, and what is done is written as soon as
/// the input makes the tool wait.
struct Batch {
  /// Some lines that are worked on together.
  struct Piece: Sendable {
    /// The number of the first line, from 1 up.
    let firstLine: Int
    var lines: [LineReader.Line] = []
    var size = 0

    /// Whether there is enough work in it to be worth a thread's while.
    var isFull: Bool { lines.count >= 64 || size >= 1 << 18 }
  }

  private let reporter: Reporter
  private let jobs: Int
  private let redacts: Bool

  /// A batch that uses `jobs` threads.
  init(_ reporter: Reporter, jobs: Int, redacts: Bool) {
    self.reporter = reporter
    self.jobs = jobs
    self.redacts = redacts
  }

  /// Runs until the end of standard input.
  func run() -> ExitCode {
    var reader = LineReader(limit: reporter.largestContent)
    let workers = OrderedWorkers(count: jobs, work: reports(on:), write: { Terminal.write($0) })
    var progress = Progress()
    var piece = Piece(firstLine: 1)
    var isWritable = true
    while isWritable, let line = reader.next() {
      piece.lines.append(line)
      if case .bytes(let bytes) = line { piece.size += bytes.count }
      guard piece.isFull || reader.wouldWait else { continue }
      let nextLine = piece.firstLine + piece.lines.count
      isWritable = workers.submit(piece)
      piece = Piece(firstLine: nextLine)
      progress.show(nextLine - 1)
    }
    if !piece.lines.isEmpty { isWritable = workers.submit(piece) && isWritable }
    isWritable = workers.finish() && isWritable
    progress.clear()
    if reader.hasFailed { Terminal.say("error: standard input cannot be read to its end") }
    return isWritable && !reader.hasFailed ? .success : .inputOutput
  }

  private func reports(on piece: Piece) -> [UInt8] {
    var output: [UInt8] = []
    for (index, line) in piece.lines.enumerated() {
      let report =
        switch line {
        case .bytes(let bytes): reporter.report(on: bytes, name: ReceiptReport.standardInput)
        case .tooLong: reporter.reportTooLarge(name: ReceiptReport.standardInput)
        }
      // Lines are worked on in any order, so that tokens can be numbered within a line only.
      output += ReceiptJSON.document(
        report, onOneLine: true, line: piece.firstLine + index, redaction: redacts ? Redaction() : nil)
    }
    return output
  }

  // MARK: - Progress

  /// A line on standard error that says how far the stream is, for a person who waits: on a terminal only, and not before
  /// a second has passed.
  private struct Progress {
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
}
