// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct PairTests {
  /// Keys that may differ between our answer and Apple's, and why.
  struct Difference {
    /// The end of the answer's name; any answer when empty.
    let answer: String
    let places: [String]
    let keys: [String]
    let reason: String

    func allows(_ answer: String, _ place: String, _ key: String) -> Bool {
      answer.contains(self.answer) && places.contains(place) && keys.contains(key)
    }
  }

  static let values: [Difference] = [
    Difference(
      answer: "", places: ["receipt"], keys: triplet("request_date"),
      reason: "the question was asked at another time"),
    Difference(
      answer: "", places: ["receipt"], keys: triplet("receipt_creation_date"),
      reason:
        "Apple answered about an older receipt, and the one at hand is the latest_receipt of that answer"),
    Difference(
      answer: "itunes-receipt-36a2d1a0", places: ["receipt", "in_app", "latest_receipt_info"],
      keys: ["bundle_id", "product_id"], reason: "whoever published the answer renamed app and products in it"
    ),
    Difference(
      answer: "dollabill-apple", places: ["receipt"], keys: ["bundle_id"],
      reason: "whoever published the answer renamed the app in it"),
    Difference(
      answer: "receipt-verifier-6c6838b0", places: ["in_app"], keys: ["is_trial_period"],
      reason:
        "Apple's answer contradicts itself: the older receipt says so, latest_receipt_info says what the new one does"
    ),
    Difference(
      answer: "receipt-verifier-7615a043", places: ["in_app"], keys: triplet("original_purchase_date"),
      reason:
        "the older receipt had a date of its own for each renewal, the new one that of the first purchase"),
  ]

  /// What only Apple's answers have.
  static let absentKeys: [Difference] = [
    Difference(
      answer: "", places: ["answer"], keys: ["pending_renewal_info"],
      reason: "what will become of a subscription is not in the receipt"),
    Difference(
      answer: "", places: ["latest_receipt_info"], keys: ["subscription_group_identifier"],
      reason: "the group of a subscription is not in the receipt"),
  ]

  /// What only ours have.
  static let additionalKeys: [Difference] = [
    Difference(
      answer: "receipt-verifier-64401c39", places: ["in_app"], keys: ["is_in_intro_offer_period"],
      reason: "the older receipt did not have it yet")
  ]

  /// How many rows of an answer the receipt at hand does not have, since it is another one: older rows that were left out.
  static let absentRows = ["receipt-verifier-64401c39": 2, "itunes-receipt-36a2d1a0": 1]

  private static func triplet(_ key: String) -> [String] { [key, key + "_ms", key + "_pst"] }

  @Test func `the offline answer agrees with Apple's on every key that both have`() throws {
    let pairs = try Samples.pairs()
    guard !pairs.isEmpty else {
      print("verifyReceipt answers not found, 0 read")
      return
    }
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: [.production, .sandbox])
    let endpoint = VerifyReceiptEndpoint(verifier: verifier, environment: nil)
    var agreed = 0
    var rowCount = 0
    for (receipt, answer, name) in pairs {
      let (ours, apples) = (endpoint.respond(toReceipt: receipt).json, answer.json)
      #expect(ours["status"] == apples["status"], "\(name)")
      agreed += compare(ours, apples, name, "answer")
      agreed += compare(ours["receipt"], apples["receipt"], name, "receipt")
      let rows = Dictionary(
        uniqueKeysWithValues: (ours["receipt"]?["in_app"]?.array ?? []).map { ($0["transaction_id"], $0) })
      let latest = Dictionary(
        uniqueKeysWithValues: (ours["latest_receipt_info"]?.array ?? []).map { ($0["transaction_id"], $0) })
      #expect(rows == latest, "\(name)")
      var absent = 0
      for (place, list) in [
        ("in_app", apples["receipt"]?["in_app"]), ("latest_receipt_info", apples["latest_receipt_info"]),
      ] {
        for row in list?.array ?? [] {
          guard let match = rows[row["transaction_id"]] else {
            absent += 1
            continue
          }
          rowCount += 1
          agreed += compare(match, row, name, place)
        }
      }
      #expect(absent == Self.absentRows.first { name.contains($0.key) }?.value ?? 0, "\(name)")
    }
    print("verifyReceipt pairs: \(pairs.count) read, \(rowCount) rows met, \(agreed) keys agreed")
    #expect(pairs.count == 9 && agreed > 4_000)
  }

  /// Compares the members of two objects, and says how many agree.
  private func compare(_ ours: JSONValue?, _ apples: JSONValue?, _ name: String, _ place: String) -> Int {
    var agreed = 0
    let (ours, apples) = (members(ours), members(apples))
    for (key, value) in apples {
      guard let match = ours[key] else {
        #expect(Self.absentKeys.contains { $0.allows(name, place, key) }, "\(name): \(place) lacks \(key)")
        continue
      }
      // Containers are compared on their own, and the receipt was published without its base64 at times.
      if value.object != nil || value.array != nil || key == "latest_receipt" { continue }
      if match == value {
        agreed += 1
      } else {
        #expect(
          Self.values.contains { $0.allows(name, place, key) },
          "\(name): \(place).\(key) \(value), not \(match)")
      }
    }
    for key in ours.keys where apples[key] == nil {
      #expect(Self.additionalKeys.contains { $0.allows(name, place, key) }, "\(name): \(place) has \(key)")
    }
    return agreed
  }

  /// The members by key. One answer was published in a file format that folds lines at blanks.
  private func members(_ value: JSONValue?) -> [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: (value?.object ?? []).map { member in
        let text = member.value.string?.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (member.key.string, text.map { .string(JSONString($0)) } ?? member.value)
      })
  }
}
