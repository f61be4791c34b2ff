// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Glibc
import ReceiptBatch
import ReceiptInput
import ReceiptReports
import ReceiptVerification

/// The tool: reads its inputs one after another and reports each.
struct Tool {
  private let options: Options
  private let reporter: Reporter
  private let style: TextStyle

  /// Runs the tool with a command line without its own name.
  static func run(_ arguments: [String]) -> ExitCode {
    do {
      let options = try Options(arguments)
      switch options.information {
      case .help: return Terminal.write(Array(Manual.help.utf8)) ? .success : .inputOutput
      case .manual: return Terminal.write(Array(Manual.page.utf8)) ? .success : .inputOutput
      case .completions(let shell): return Terminal.write(Array(shell.script.utf8)) ? .success : .inputOutput
      case .version: return Terminal.write(Array(versionText.utf8)) ? .success : .inputOutput
      case nil: return try Tool(options).reportAll()
      }
    } catch {
      Terminal.say("error: \(terminalText(error.message))")
      Terminal.say("hint: 'receipt-dump --help' lists the options")
      return .usage
    }
  }

  private init(_ options: Options) throws(Options.UsageError) {
    self.options = options
    reporter = try Reporter(options)
    var style = TextStyle(now: reporter.now)
    style.width = options.width ?? Terminal.width.map { max(40, $0) } ?? style.width
    style.isASCII = options.isASCII
    style.isColored = options.color == .always || options.color == .automatic && Terminal.showsColor
    style.showsAll = options.showsAll
    style.showsCertificatesInFull = options.isVerbose
    style.redaction = options.redacts ? Redaction() : nil
    style.localTime = try TimeZoneRule.localTime(options.timeZone)
    self.style = style
  }

  // MARK: - Inputs

  private func reportAll() -> ExitCode {
    if options.isBatch { return runBatch() }
    if options.isDiff { return compare(options.files[0], options.files[1]) }
    var codes: [ExitCode] = []
    var hasPrinted = false
    for file in options.files {
      let (report, code) = report(on: file)
      codes.append(code)
      if options.isQuiet { continue }
      // What is no receipt gives no text on standard output, and needs no line before it.
      if options.output == .text, report.contents != nil {
        guard !hasPrinted || Terminal.write([0x0A]) else { return .inputOutput }
        hasPrinted = true
      }
      guard print(report) else { return .inputOutput }
    }
    return .worst(of: codes)
  }

  private func runBatch() -> ExitCode {
    let batch = Batch(
      reporter, jobs: options.jobs ?? Terminal.processorCount, isKeyed: options.isKeyed,
      selection: options.selection, redacts: options.redacts)
    var progress = BatchProgress()
    let end = batch.run(
      reading: STDIN_FILENO, write: { Terminal.write($0) }, progress: { progress.show($0) })
    progress.clear()
    if end == .cannotRead { Terminal.say("error: standard input cannot be read to its end") }
    return end == .completed ? .success : .inputOutput
  }

  private func report(on file: String) -> (ReceiptReport, ExitCode) {
    var name = file == "-" ? ReceiptReport.standardInput : file
    do throws(InputFile.Failure) {
      let file = try ReceiptFolder.file(for: file)
      if file != "-" { name = file }
      let content = try InputFile.read(file, limit: reporter.largestContent)
      let report = reporter.report(on: content, name: name)
      let isNo = options.answersByExitStatus && report.hasNegativeAnswer
      return (
        report, .worst(of: [ExitCode(report, verifies: options.verifies), isNo ? .answeredNo : .success])
      )
    } catch {
      let (words, code): (String, ExitCode) =
        switch error {
        case .cannotOpen(let words): (words, .cannotOpen)
        case .cannotRead(let words): (words, .inputOutput)
        }
      return (ReceiptReport(name: name, failure: words), code)
    }
  }

  private func compare(_ oldFile: String, _ newFile: String) -> ExitCode {
    let (old, oldCode) = report(on: oldFile)
    let (new, newCode) = report(on: newFile)
    guard options.isQuiet || Terminal.write(Array(DiffReport.text(old: old, new: new, style: style).utf8))
    else {
      return .inputOutput
    }
    var codes = [oldCode, newCode]
    if let oldReceipt = old.receipt, let newReceipt = new.receipt {
      codes.append(ReceiptDiff(old: oldReceipt, new: newReceipt).isEmpty ? .success : .answeredNo)
    }
    return .worst(of: codes)
  }

  // MARK: - Output

  private func print(_ report: ReceiptReport) -> Bool {
    switch options.output {
    case .json:
      return Terminal.write(ReceiptJSON.document(report, onOneLine: false, redaction: style.redaction))
    case .ndjson:
      return Terminal.write(
        ReceiptJSON.document(
          report, onOneLine: true, selection: options.selection, redaction: style.redaction))
    case .fields:
      return Terminal.write(Array(FieldReport.text(report, style: style).utf8)) && sayRefusal(of: report)
    case .certificates:
      return Terminal.write(Array(TextReport.certificates(report, style: style).utf8))
        && sayRefusal(of: report)
    case .verifyReceipt:
      return Terminal.write(reporter.verifyReceiptAnswer(to: report)) && sayRefusal(of: report)
    case .html: return Terminal.write(Array(HTMLReport.page(report, style: style).utf8))
    case .timeline: return Terminal.write(Array(TextReport.timeline(report, style: style).utf8))
    case .tree:
      return Terminal.write(Array(TreeReport.text(report, style: style).utf8)) && sayRefusal(of: report)
    case .text:
      guard report.contents == nil, let refusal = report.verdict.refusal else {
        return Terminal.write(Array(TextReport.text(report, style: style).utf8))
      }
      return say(refusal, of: report)
    }
  }

  /// Says why an input is not verified, where the output is not the place for it.
  private func sayRefusal(of report: ReceiptReport) -> Bool {
    report.verdict.refusal.map { say($0, of: report) } ?? true
  }

  private func say(_ refusal: Verdict.Refusal, of report: ReceiptReport) -> Bool {
    Terminal.say(
      "error: \(terminalText(style.redaction.name(report.name))): \(refusal.code): \(refusal.message)")
    if let hint = refusal.hint { Terminal.say("hint: \(hint)") }
    return true
  }

  private static var versionText: String {
    """
    receipt-dump \(Toolkit.version)
    \(VerificationHost.openSSLVersion)
    pinned root: Apple Root CA, SHA-256 \(TrustAnchors.appleRootFingerprint)
    SHA-1 signatures (receipts until 2025-01-24): \(VerificationHost.canVerifySHA1 ? "can" : "cannot") be checked here

    """
  }
}
