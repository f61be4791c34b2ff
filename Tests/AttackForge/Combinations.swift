// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge

extension Attack {
  /// Two defects at once: the one of the earlier phase must be reported, whatever the later one is.
  ///
  /// The phases in their order, one defect of each, and every pair of them.
  static let combinations: [Attack] = phases.indices.flatMap { first in
    phases.indices[(first + 1)...].map { second in
      let (early, late) = (phases[first], phases[second])
      return Attack(
        "X.order.\(early.name)-before-\(late.name)", "both \(early.name) and \(late.name) are wrong",
        early.code
      ) { scene in
        try late.defect(&scene)
        try early.defect(&scene)
      }
    }
  }

  private struct Phase: Sendable {
    let name: String
    let code: String
    let defect: Step
  }

  private static let phases: [Phase] = [
    Phase(name: "encoding", code: "encoding.truncated") { $0.editBytes { $0.removeLast() } },
    Phase(name: "unsupported", code: "unsupported.signature") { $0.signatureAlgorithm = .ecdsaWithSHA256 },
    Phase(name: "signer", code: "signer.certificate-missing") { scene in
      scene.signerIdentifier = (scene.leaf.issuer, [0x77])
    },
    Phase(name: "required payload", code: "payload.missing-attribute") { $0.receipt.remove(type: 12) },
    Phase(name: "chain", code: "chain.purpose") { scene in
      scene.leaf.removeExtension(CertificateRecipe.certificatePolicies)
    },
    Phase(name: "signature", code: "signature.mismatch") { scene in
      scene.edit { $0.signerInfos[0].signature[9] ^= 1 }
    },
    Phase(name: "other payload", code: "payload.duplicate-attribute") { scene in
      scene.receipt.attributes.append(.utf8String(3, "8"))
    },
    Phase(name: "environment", code: "environment.not-accepted") { $0.setup.environments = ["sandbox"] },
    Phase(name: "policy", code: "policy.bundle-id") { $0.setup.bundleIDs = ["com.example.other"] },
  ]
}
