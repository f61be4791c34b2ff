// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ReceiptReports

/// A stream of receipts, one a line, that becomes a stream of reports, one a line, in the same order.
///
/// Whatever stands on a line, it gives a line. With keys, a line is a key, a tab and a receipt, and its report has the key.
/// Memory does not grow with the stream, and what is done is written as soon as the input makes the reader wait.
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
  private let isKeyed: Bool
  private let selection: ReceiptSelection?
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

  /// A batch.
  ///
  /// - Parameters:
  ///   - reporter: Makes the reports.
  ///   - jobs: How many threads, from 1 up.
  ///   - isKeyed: Whether lines have keys.
  ///   - selection: Which members the reports have; all when `nil`.
  ///   - redacts: Whether what identifies buyers is left out.
  package init(
    _ reporter: Reporter, jobs: Int, isKeyed: Bool = false, selection: ReceiptSelection? = nil,
    redacts: Bool = false
  ) {
    self.reporter = reporter
    self.jobs = jobs
    self.isKeyed = isKeyed
    self.selection = selection
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
    var reader = LineReader(
      limit: reporter.largestContent + (isKeyed ? LineReader.rememberedSize : 0), descriptor: descriptor)
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
}
