// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import ReceiptReports

/// A stream of receipts, one a line, that becomes a stream of reports, one a line, in the same order.
///
/// Whatever stands on a line, it gives a line. With keys, a line is a key, a tab and a receipt, and its report has the key. Memory does not grow with the stream, and what is done is written as soon as
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
  private let isKeyed: Bool
  private let selection: ReceiptSelection?
  private let redacts: Bool

  /// The batch that the options ask for.
  init(_ reporter: Reporter, _ options: Options) {
    self.reporter = reporter
    jobs = options.jobs ?? Terminal.processorCount
    isKeyed = options.isKeyed
    selection = options.selection
    redacts = options.redacts
  }

  /// Runs until the end of standard input.
  func run() -> ExitCode {
    var reader = LineReader(limit: reporter.largestContent + (isKeyed ? LineReader.rememberedSize : 0))
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
      let (key, report) = report(on: line)
      // Lines are worked on in any order, so that tokens can be numbered within a line only.
      output += ReceiptJSON.document(
        report, onOneLine: true, line: piece.firstLine + index, key: key, selection: selection,
        redaction: redacts ? Redaction() : nil)
    }
    return output
  }

  private func report(on line: LineReader.Line) -> (key: [UInt8]?, report: ReceiptReport) {
    switch line {
    case .bytes(let bytes) where isKeyed:
      let key = bytes.prefix { $0 != 0x09 }
      let receipt = bytes[key.endIndex...].dropFirst()
      return (Array(key), reporter.report(on: Array(receipt), name: ReceiptReport.standardInput))
    case .bytes(let bytes): return (nil, reporter.report(on: bytes, name: ReceiptReport.standardInput))
    case .tooLong(let beginning):
      // Without a tab, what is remembered is not the whole key, and part of one would be another key.
      let key = isKeyed ? beginning.firstIndex(of: 0x09).map { Array(beginning[..<$0]) } : nil
      return (key, reporter.reportTooLarge(name: ReceiptReport.standardInput))
    }
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
