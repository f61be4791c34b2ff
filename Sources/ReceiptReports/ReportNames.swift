// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

extension ProductType {
  /// The name in JSON output; the number in decimal for a type without one.
  var reportName: String {
    switch self {
    case .nonConsumable: "non_consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non_renewing_subscription"
    case .autoRenewableSubscription: "auto_renewable_subscription"
    case .freeSubscription: "free_subscription"
    case .other(let number): number.description
    }
  }
}

extension OwnershipType {
  /// The name in JSON output, as Apple's own JSON has it; the number in decimal for a type without one.
  var reportName: String {
    switch self {
    case .purchased: "PURCHASED"
    case .familyShared: "FAMILY_SHARED"
    case .other(let number): number.description
    }
  }
}

extension Platform {
  /// The name in JSON output; the number in decimal for a platform without one.
  var reportName: String {
    switch self {
    case .macOS: "macos"
    case .iOS: "ios"
    case .other(let number): number.description
    }
  }
}

extension AttributeValue {
  /// The value as plain text: what it is called in JSON, yes or no for a flag.
  var plainText: String {
    switch self {
    case .text(let text): text.description
    case .date(let date): date.description
    case .integer(let integer): integer.description
    case .count(let count): String(count)
    case .flag(let flag): flag ? "yes" : "no"
    case .productType(let type): type.reportName
    case .ownershipType(let type): type.reportName
    case .platform(let platform): platform.reportName
    case .releaseTag(let tag): tag.description
    case .octets(let octets): hexadecimalText(octets)
    }
  }
}
