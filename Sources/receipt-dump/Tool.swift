// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Glibc
import ReceiptInput
import ReceiptReports
import ReceiptVerification

/// The tool: reads its inputs one after another and reports each.
struct Tool {
  private let options: Options
  private let verifier: ReceiptVerifier?
  private let limits: AppReceipt.Limits
  private let style: TextStyle
  private let now: Timestamp

  /// Runs the tool with a command line without its own name.
  static func run(_ arguments: [String]) -> ExitCode {
    do {
      let options = try Options(arguments)
      switch options.information {
      case .help: return Terminal.write(Array(OptionTable.help.utf8)) ? .success : .inputOutput
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
    var limits = AppReceipt.Limits()
    limits.inputSize = options.maximumSize
    self.limits = limits
    now = .now
    var style = TextStyle(now: now)
    style.width = options.width ?? Terminal.width.map { max(40, $0) } ?? style.width
    style.isASCII = options.isASCII
    style.isColored = options.color == .always || options.color == .automatic && Terminal.showsColor
    style.showsAll = options.showsAll
    style.localTime = try TimeZoneRule.localTime(options.timeZone)
    self.style = style
    verifier = options.verifies ? try Self.verifier(options, limits) : nil
  }

  private static func verifier(
    _ options: Options, _ limits: AppReceipt.Limits
  ) throws(Options.UsageError) -> ReceiptVerifier {
    var anchors = TrustAnchors.apple
    if !options.rootFiles.isEmpty {
      var roots: [[UInt8]] = []
      for file in options.rootFiles { roots.append(try CertificateFile.read(file)) }
      anchors = .custom(roots)
    }
    var environments = options.environments.isEmpty ? [.production, .sandbox] : options.environments
    if options.trustsXcode {
      anchors = anchors.union(.xcodeLocalTesting)
      environments.insert(.xcode)
    }
    do {
      return try ReceiptVerifier(
        bundleIDs: options.bundleIDs.isEmpty ? .any : .only(Set(options.bundleIDs.map { ReceiptText($0) })),
        environments: environments, anchors: anchors, appVersion: options.appVersion,
        deviceIdentifiers: options.deviceIdentifiers, limits: limits)
    } catch .unreadableRoot(let index) {
      throw Options.UsageError(
        message: "--root \(options.rootFiles[index]): this is no certificate that can be read")
    } catch {
      throw Options.UsageError(message: "no verifier can be made: \(error)")
    }
  }

  // MARK: - Inputs

  private func reportAll() -> ExitCode {
    var codes: [ExitCode] = []
    for (index, file) in options.files.enumerated() {
      let (report, code) = report(on: file)
      codes.append(code)
      if options.output == .text, index > 0 { guard Terminal.write([0x0A]) else { return .inputOutput } }
      guard print(report) else { return .inputOutput }
    }
    return .worst(of: codes)
  }

  private func report(on file: String) -> (ReceiptReport, ExitCode) {
    var name = file == "-" ? "standard input" : file
    do throws(InputFile.Failure) {
      let file = try ReceiptFolder.file(for: file)
      if file != "-" { name = file }
      let content = try InputFile.read(file, limit: ReceiptInput.largestContent(of: options.maximumSize))
      let report = report(on: content, name: name)
      let isNo = options.answersByExitStatus && report.hasNegativeAnswer
      return (report, .worst(of: [ExitCode(report.verdict), isNo ? .answeredNo : .success]))
    } catch {
      let (words, code): (String, ExitCode) =
        switch error {
        case .cannotOpen(let words): (words, .cannotOpen)
        case .cannotRead(let words): (words, .inputOutput)
        }
      return (ReceiptReport(name: name, failure: words), code)
    }
  }

  private func report(on content: [UInt8], name: String) -> ReceiptReport {
    do throws(InputError) {
      let input = try ReceiptInput(content, maximumSize: options.maximumSize)
      if input.kind != .payload, let refusal = input.refusal {
        return ReceiptReport(name: name, input: input, refusal: Verdict.Refusal(refusal))
      }
      let decoded =
        input.kind == .payload
        ? DecodedReceipt(payloadOnly: input.bytes, limits: limits)
        : DecodedReceipt(input.bytes, limits: limits)
      return ReceiptReport(
        name: name, input: input, decoded: decoded, verdict: verdict(on: decoded),
        questions: options.questions, now: now)
    } catch {
      return ReceiptReport(name: name, refusal: Verdict.Refusal(error))
    }
  }

  private func verdict(on decoded: DecodedReceipt) -> Verdict {
    guard let verifier else { return Verdict(decoded: decoded) }
    do throws(ReceiptError) {
      return .verified(try verifier.verify(decoded, now: now))
    } catch {
      return Verdict(error)
    }
  }

  // MARK: - Output

  private func print(_ report: ReceiptReport) -> Bool {
    switch options.output {
    case .json: return Terminal.write(ReceiptJSON.document(report, onOneLine: false))
    case .ndjson: return Terminal.write(ReceiptJSON.document(report, onOneLine: true))
    case .text:
      guard report.decoded == nil, let refusal = report.verdict.refusal else {
        return Terminal.write(Array(TextReport.text(report, style: style).utf8))
      }
      Terminal.say("error: \(terminalText(report.name)): \(refusal.code): \(refusal.message)")
      if let hint = refusal.hint { Terminal.say("hint: \(hint)") }
      return true
    }
  }

  private static var versionText: String {
    """
    receipt-dump 0.1.0
    \(VerificationHost.openSSLVersion)
    pinned root: Apple Root CA, SHA-256 \(TrustAnchors.appleRootFingerprint)
    SHA-1 signatures (receipts until 2025-01-24): \(VerificationHost.canVerifySHA1 ? "can" : "cannot") be checked here

    """
  }
}
