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
  let maximumSize: Int
  private let verifier: ReceiptVerifier?
  private let limits: AppReceipt.Limits
  private let questions: Questions

  init(_ options: Options) throws(Options.UsageError) {
    maximumSize = options.maximumSize
    questions = options.questions
    var limits = AppReceipt.Limits()
    limits.inputSize = options.maximumSize
    self.limits = limits
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

  /// The most bytes of content that need to be read for one receipt.
  var largestContent: Int { ReceiptInput.largestContent(of: maximumSize) }

  /// The report on some content.
  func report(on content: [UInt8], name: String) -> ReceiptReport {
    do throws(InputError) {
      let input = try ReceiptInput(content, maximumSize: maximumSize)
      return report(on: input, name: name)
    } catch {
      return ReceiptReport(name: name, content: content, refusal: Verdict.Refusal(error))
    }
  }

  private func report(on input: ReceiptInput, name: String) -> ReceiptReport {
    do throws(ReceiptError) {
      switch input.kind {
      case .appReceipt:
        return report(on: DecodedReceipt(input.bytes, limits: limits), of: input, name: name)
      case .payload:
        return report(on: DecodedReceipt(payloadOnly: input.bytes, limits: limits), of: input, name: name)
      case .transactionReceipt:
        let receipt = try TransactionReceipt(decoding: input.bytes, limits: limits)
        return ReceiptReport(
          name: name, input: input, transactionReceipt: receipt, verdict: verdict(on: receipt),
          questions: questions, now: now)
      case .verifyReceiptResponse:
        let response = try VerifyReceiptResponse(decoding: input.bytes, limits: limits)
        return ReceiptReport(name: name, input: input, response: response, questions: questions, now: now)
      }
    } catch {
      return ReceiptReport(name: name, input: input, refusal: Verdict.Refusal(error))
    }
  }

  private func report(on decoded: DecodedReceipt, of input: ReceiptInput, name: String) -> ReceiptReport {
    ReceiptReport(
      name: name, input: input, decoded: decoded, verdict: verdict(on: decoded), questions: questions,
      now: now)
  }

  /// What Apple's `verifyReceipt` endpoint would have answered to a receipt, of either environment.
  func verifyReceiptAnswer(to report: ReceiptReport) -> [UInt8] {
    guard let verifier else { return [] }
    let bytes = report.response == nil ? report.input?.bytes ?? [] : []
    return VerifyReceiptEndpoint(verifier: verifier, environment: nil).respond(toReceipt: bytes, now: now)
  }

  /// The report on content that is too large to be read.
  func reportTooLarge(name: String) -> ReceiptReport {
    ReceiptReport(name: name, refusal: Verdict.Refusal(InputError(.size)))
  }

  private func verdict(on receipt: TransactionReceipt) -> Verdict {
    guard let verifier else { return .notChecked }
    do throws(ReceiptError) {
      return .verified(try verifier.verify(receipt, now: now))
    } catch {
      return Verdict(error)
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
}
