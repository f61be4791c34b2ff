// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import Testing

@Suite("Errors in recipes") struct RecipeErrorTests {
  @Test(
    "what cannot be followed is refused, with the place and a word that helps",
    arguments: [
      ("", "", "not JSON at byte 0: truncated"),
      ("{\"like\": \"mac\",}", "", "not JSON at byte 15: syntax"),
      ("{\"like\": \"mac\", \"like\": \"mac\"}", "", "duplicate-key"),
      ("[]", "", "must be an object"), ("{} {}", "", "trailing-text"),
      ("{\"recipt\": {}}", "", "unknown key 'recipt'; known here: comment, like, receipt"),
      ("{\"comment\": 1}", "comment", "must be text"),
      ("{\"like\": \"ios\"}", "like", "must be one of: sandbox, production, mac, xcode, nothing"),
      ("{\"chain\": \"sha-1\"}", "chain", "must be one of: any-date, sha256, sha1, late-2015, xcode-like"),
      ("{\"forged\": true}", "forged", "must be text"),
      (
        "{\"chain\": \"xcode-like\", \"forged\": \"other-root\"}", "forged", "changed-byte and other-key only"
      ),
      ("{\"like\": \"nothing\", \"forged\": \"changed-byte\"}", "forged", "no byte to change"),
      ("{\"cut_to\": -1}", "cut_to", "whole number from 0"), ("{\"cut_to\": 1.5}", "cut_to", "whole number"),
      ("{\"append\": \"0\"}", "append", "hexadecimal"), ("{\"guid\": \"xx\"}", "guid", "hexadecimal"),
      ("{\"receipt\": {\"expires_date\": \"\"}}", "receipt", "unknown key 'expires_date'"),
      ("{\"receipt\": {\"\\u001b[2J\": 1}}", "receipt", "unknown key '?[2J'"),
      ("{\"receipt\": {\"bundle_id\": 1}}", "receipt.bundle_id", "must be text, or null"),
      ("{\"receipt\": {\"bundle_id\": {\"hexa\": \"\"}}}", "receipt.bundle_id", "known here: hex"),
      ("{\"receipt\": {\"platform\": \"tvos\"}}", "receipt.platform", "one of: ios, macos"),
      ("{\"receipt\": {\"environment\": \"test\"}}", "receipt.environment", "production, sandbox, xcode"),
      (
        "{\"receipt\": {\"environment\": \"sandbox\", \"receipt_type\": \"Production\"}}",
        "receipt.environment", "is not the environment of that receipt_type"
      ),
      ("{\"receipt\": {\"in_app\": {}}}", "receipt.in_app", "must be an array"),
      ("{\"receipt\": {\"in_app\": [{}, {\"quantity\": 1.5}]}}", "receipt.in_app[1].quantity", "integer"),
      (
        "{\"receipt\": {\"in_app\": [{\"is_trial_period\": \"no\"}]}}", "receipt.in_app[0].is_trial_period",
        "true"
      ),
      ("{\"receipt\": {\"in_app\": [{\"copies\": 0}]}}", "receipt.in_app[0].copies", "from 1 to"),
      ("{\"receipt\": {\"in_app\": [{\"copies\": 100000}, {}]}}", "receipt.in_app[1]", "at most 100000"),
      (
        "{\"receipt\": {\"in_app\": [{\"renewals\": 1}]}}", "receipt.in_app[0].renewals",
        "need a purchase_date"
      ),
      (
        "{\"receipt\": {\"in_app\": [{\"expires_date\": \"2025-01-01T00:00:00Z\"}]}}",
        "receipt.in_app[0].purchase_date", "must be given with an expires_date"
      ),
      (
        "{\"receipt\": {\"other_attributes\": [{\"hex\": \"00\"}]}}", "receipt.other_attributes[0].type",
        "must be an integer"
      ),
    ])
  func refused(_ recipe: String, _ path: String, _ words: String) {
    do {
      _ = try FileRecipe(json: Array(recipe.utf8))
      Issue.record("taken: \(recipe)")
    } catch {
      #expect(error.path == path, "\(recipe)")
      #expect(error.message.contains(words), "\(error)")
    }
  }

  @Test(
    "dates that receipts do not spell are refused",
    arguments: [
      "tomorrow", "2025-02-29T00:00:00Z", "2025-01-01", "2025-01-01T00:00:00", "2025-01-01T24:00:00Z",
      "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00+1:00", "2025-01-01 00:00:00Z", "2025-01-01T00:00:00+2400",
      "2025-01-01T00:00:00+01:0", "2025-01-01T00:00:00.1234567890Z",
    ])
  func dates(_ date: String) {
    #expect(throws: RecipeError.self) {
      try FileRecipe(json: Array("{\"receipt\": {\"app_purchase_date\": \"\(date)\"}}".utf8))
    }
  }

  @Test(
    "dates that receipts do spell are written as they are",
    arguments: [
      "", "2024-02-29T00:00:00Z", "2025-01-01T00:00:00.123Z", "2025-01-01T03:00:00+0300",
      "2025-01-01T00:00:00.5-07:30",
    ])
  func spellings(_ date: String) throws {
    let file = try FileRecipe(json: Array("{\"receipt\": {\"app_purchase_date\": \"\(date)\"}}".utf8))
    #expect(file.receipt.attributes.contains(.ia5String(8, date)))
  }
}
