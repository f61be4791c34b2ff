// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptReports

/// A stream of receipts, one a line, that becomes a stream of reports, one a line, in the same order.
///
/// Whatever stands on a line, it gives a line. Memory does not grow with the stream, and what is done is written as soon as
/// the input makes the reader wait.
package struct Batch {
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

  /// Why a batch ended.
  package enum End: Sendable {
    /// The input ended, and every report is written.
    case completed
    /// The input could not be read to its end.
    case cannotRead
    /// A report could not be written.
    case cannotWrite
  }

  /// A batch that uses `jobs` threads.
  package init(_ reporter: Reporter, jobs: Int, redacts: Bool) {
    self.reporter = reporter
    self.jobs = jobs
    self.redacts = redacts
  }

  /// Runs until the end of the input.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines are read.
  ///   - write: Takes reports, whole lines at a time and in order, from any thread; `false` ends everything.
  ///   - progress: Is told how many lines were read.
  package func run(
    reading descriptor: Int32, write: @escaping @Sendable ([UInt8]) -> Bool,
    progress: (Int) -> Void = { _ in }
  ) -> End {
    var reader = LineReader(limit: reporter.largestContent, descriptor: descriptor)
    let workers = OrderedWorkers(count: jobs, work: reports(on:), write: write)
    var piece = Piece(firstLine: 1)
    var isWritable = true
    while isWritable, let line = reader.next() {
      piece.lines.append(line)
      if case .bytes(let bytes) = line { piece.size += bytes.count }
      guard piece.isFull || reader.wouldWait else { continue }
      let nextLine = piece.firstLine + piece.lines.count
      isWritable = workers.submit(piece)
      piece = Piece(firstLine: nextLine)
      progress(nextLine - 1)
    }
    if !piece.lines.isEmpty { isWritable = workers.submit(piece) && isWritable }
    isWritable = workers.finish() && isWritable
    return !isWritable ? .cannotWrite : reader.hasFailed ? .cannotRead : .completed
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
}
