// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import VerifyReceipt

/// Makes the report on some content, as the options ask. Used from all threads of a batch.
struct Reporter: Sendable {
  let now = Timestamp.now
  private let examiner: Examiner
  private let questions: Questions

  init(_ options: Options) throws(Options.UsageError) {
    questions = options.questions
    var limits = AppReceipt.Limits()
    limits.inputSize = options.maximumSize
    examiner = Examiner(verifier: options.verifies ? try Self.verifier(options, limits) : nil, limits: limits)
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

  /// The most bytes of content that need to be read for one receipt.
  var largestContent: Int { examiner.largestContent }

  /// The report on some content.
  func report(on content: [UInt8], name: String) -> ReceiptReport {
    ReceiptReport(name: name, examiner.examine(content, now: now), questions: questions, now: now)
  }

  /// What Apple's `verifyReceipt` endpoint would have answered to a receipt, of either environment.
  func verifyReceiptAnswer(to report: ReceiptReport) -> [UInt8] {
    guard let verifier = examiner.verifier else { return [] }
    let bytes = report.response == nil ? report.input?.bytes ?? [] : []
    return VerifyReceiptEndpoint(verifier: verifier, environment: nil).respond(toReceipt: bytes, now: now)
  }

  /// The report on content that is too large to be read.
  func reportTooLarge(name: String) -> ReceiptReport {
    ReceiptReport(name: name, refusal: Verdict.Refusal(InputError(.size)))
  }
}
