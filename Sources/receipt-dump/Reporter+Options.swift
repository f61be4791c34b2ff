// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptBatch
import ReceiptVerification

extension Reporter {
  /// The reporter that the options ask for.
  init(_ options: Options) throws(Options.UsageError) {
    self.init(
      verifier: options.verifies ? try Self.verifier(options) : nil, questions: options.questions,
      maximumSize: options.maximumSize, now: .now)
  }

  private static func verifier(_ options: Options) throws(Options.UsageError) -> ReceiptVerifier {
    var limits = AppReceipt.Limits()
    limits.inputSize = options.maximumSize
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
}
