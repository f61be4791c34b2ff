// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// All attacks.
package enum Catalogue {
  /// Those of the catalogue, section by section, and our own.
  package static let attacks: [Attack] = [
    Attack.onStructure, Attack.onSignature, Attack.onChain, Attack.onLeaf, Attack.onEncoding,
    Attack.onPayload, Attack.onDates, Attack.onPurchases, Attack.onGenuine,
    Attack.variedCertificates, Attack.variedMessages, Attack.onSiblings, Attack.onPolicy,
    Attack.combinations,
  ].flatMap { $0 }
}
