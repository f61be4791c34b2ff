// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

@Suite struct RefusalTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let content: [UInt8]
    let code: String
    let offset: Int?
    var testDescription: String {
      "\(code) \(content.count) \(String(decoding: content.prefix(24), as: UTF8.self))"
    }

    init(_ content: [UInt8], _ code: String, _ offset: Int? = 0) {
      self.content = content
      self.code = code
      self.offset = offset
    }

    init(_ text: String, _ code: String, _ offset: Int? = 0) {
      self.init(Array(text.utf8), code, offset)
    }
  }

  @Test(arguments: texts + jsonTexts + files + keys)
  func `what is no receipt has a name`(_ refusal: Case) throws {
    let error = try #require(throws: InputError.self) { try ReceiptInput(refusal.content) }
    #expect(error.code.rawValue == refusal.code)
    #expect(error.offset == refusal.offset)
    #expect(InputError.Code.all.contains(error.code))
  }

  @Test func `a refusal reads as one line`() {
    let error = InputError(.notBase64, offset: 12, hint: "The text ends early.")
    #expect("\(error)" == "input.not-base64 (byte 12): The text ends early.")
    #expect("\(InputError(.empty))" == "input.empty")
  }

  @Test func `many kinds of what is no receipt are told apart`() {
    let codes = Set((Self.texts + Self.jsonTexts + Self.files + Self.keys).map(\.code))
    #expect(codes.count >= 30)
    // The kinds that need a receipt to try are in the other tests.
    let others: Set<InputError.Code> = [
      .empty, .size, .layers, .payloadWithoutEnvelope, .transactionReceipt, .verifyReceiptResponse,
    ]
    #expect(codes.union(others.map(\.rawValue)) == Set(InputError.Code.all.map(\.rawValue)))
  }

  /// Inside another form, the same thing has the same name.
  @Test(arguments: texts + jsonTexts + files + keys)
  func `what is no receipt has its name inside base64 too`(_ refusal: Case) throws {
    // A text that is no base64 is unknown when it stands in base64.
    guard refusal.code != "input.not-base64" else { return }
    let error = try #require(throws: InputError.self) {
      try ReceiptInput(Array(base64(refusal.content).utf8))
    }
    #expect(error.code.rawValue == refusal.code)
    #expect(error.offset == nil)
  }

  // MARK: - Texts

  private static let header = "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlFIl19"

  static let texts: [Case] = [
    Case("\(header).eyJ0cmFuc2FjdGlvbklkIjoiMSJ9.c2lnbmF0dXJl", "input.signed-transaction"),
    Case("  \(header).eyJ0_W-.c2ln", "input.signed-transaction", 2),
    Case("\(header).\(base64url("{\"notificationType\":\"TEST\"}")).c2ln", "input.server-notification"),
    Case("2000000987654321", "input.transaction-id"),
    Case("430000012345678\n", "input.transaction-id"),
    Case("0", "input.transaction-id"),
    Case("MK4TZ9XB3W", "input.order-id"),
    Case("GPA.3345-1234-5678-90123", "input.purchase-token"),
    Case("opaquetokenofabout24ltrs.AO-J1OxSampleSampleSample", "input.purchase-token"),
    Case("8C4D0F5A-1B2C-4D3E-9F00-0123456789ab", "input.uuid"),
    Case("/var/mobile/Containers/Data/Application/A/StoreKit/receipt", "input.location"),
    Case("file:///Applications/Example.app/Contents/_MASReceipt/receipt", "input.location"),
    Case("https://buy.itunes.apple.com/verifyReceipt", "input.location"),
    Case("C:\\receipts\\1.der", "input.location"),
    Case("null", "input.placeholder"), Case("undefined", "input.placeholder"),
    Case("[object Object]", "input.placeholder"), Case(" <null>\n", "input.placeholder", 1),
    Case("<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>", "input.html"),
    Case("<HTML><HEAD></HEAD></HTML>", "input.html"), Case("<h1>Not found</h1>", "input.html"),
    Case("<?xml version=\"1.0\"?>\n<!DOCTYPE html><html/>", "input.html"),
    Case("<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>", "input.property-list"),
    Case("<?xml version=\"1.0\"?><feed/>", "input.xml"),
    Case("<Receipt Version=\"1.0\"><ProductReceipt/></Receipt>", "input.xml"),
    Case("{\n  Name = \"Example\";\n}", "input.property-list"),
    Case("{\n\t\"product-id\" = \"a\";\n\t\"quantity\" = \"1\";\n}", "input.purchase-info"),
    Case("{length = 5665, bytes = 0x30821620 06092a86 ... 6f6f6f6f }", "input.abridged"),
    Case("MIIUVQYJKoZIhvcNAQcCoIIURjCC...", "input.abridged", 28),
    Case("MIIUVQYJKoZIhvcNAQcCoIIURjCC…", "input.abridged", 28),
    Case("00000000: 3082 1621 0609 2a86 4886 f70d 0107 02a0  0..!..*.H.......", "input.hex-dump"),
    Case("00000000  30 82 16 21 06 09 2a 86  48 86 f7 0d 01 07 02 a0  |0..!..*.H|", "input.hex-dump"),
    Case("3082162a0", "input.not-hex", 9), Case("30 82 1g", "input.not-hex", 7),
    Case("<3082 16*1>", "input.not-hex", 8), Case("0x30, 0x", "input.not-hex", 8),
    Case("MIIU\\/VQYJ", "input.not-base64", 4), Case("This is my receipt!", "input.not-base64", 18),
    Case("SGVsbG8gd29ybGQh", "input.unrecognized", nil),
    Case("-----BEGIN PKCS7-----\nMIIU\n", "input.malformed-pem", 26),
    Case("-----BEGIN PKCS7-----\nMIIU\n-----END CMS-----", "input.malformed-pem", 36),
    Case("-----BEGIN CMS-----\nMIIU\n-----END CMS-----\nMIIU", "input.malformed-pem", 42),
    Case("-----BEGIN PKCS7\nMIIU", "input.malformed-pem", 21),
    Case("-----BEGIN CMS-----\nMI*U\n-----END CMS-----", "input.not-base64", 22),
  ]

  static func base64url(_ text: String) -> String {
    base64(Array(text.utf8)).replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
  }

  static let jsonTexts: [Case] = [
    Case("{\"signedPayload\": \"eyJ\"}", "input.server-notification"),
    Case("{\"notification_type\": \"CANCEL\", \"latest_receipt\": \"MAYE\"}", "input.server-notification"),
    Case("{\"unified_receipt\": {\"status\": 0}}", "input.server-notification"),
    Case("{\"signedTransactionInfo\": \"\(header).a.b\"}", "input.signed-transaction"),
    Case("{\"receipt\": \"\(header).a.b\"}", "input.signed-transaction", 13),
    Case("{\"transactionId\": \"1\", \"bundleId\": \"a\"}", "input.unsigned-transaction"),
    Case("{\"packageName\": \"a\", \"purchaseToken\": \"b\"}", "input.purchase-token"),
    Case(
      "{\"Store\":\"GooglePlay\",\"Payload\":\"{\\\"json\\\":\\\"{}\\\",\\\"signature\\\":\\\"a\\\"}\"}",
      "input.purchase-token", nil),
    Case(
      "{\"identifier\": \"a\", \"products\": [], \"subscriptionGroups\": []}", "input.storekit-configuration"),
    Case("{}", "input.json-without-receipt"), Case(" []", "input.json-without-receipt", 1),
    Case("{\"data\": \"MAYE\"}", "input.json-without-receipt"),
    Case("{\"receipt\": null, \"Payload\": 7}", "input.json-without-receipt"),
    Case("{\"receipt\": {\"data\": 1}}", "input.json-without-receipt"),
    Case("{\"transaction\": \"MAYE\"}", "input.json-without-receipt"),
    Case("{\"receipt-data\": \"MA*E\"}", "input.not-base64", 20),
    Case("{\"receipt-data\": \"null\"}", "input.placeholder", 18),
    Case("\"MA*E\"", "input.not-base64", 3),
    Case("\"MA\\u002AE\"", "input.not-base64", nil),
    Case("{\"receipt-data\": \"MAYE\"", "input.malformed-json", 23),
    Case("{\"receipt\": \"a\", \"receipt\": \"b\"}", "input.malformed-json", 17),
    Case("\"\\ud800\"", "input.malformed-json", 1), Case("{'receipt': 1}", "input.malformed-json", 1),
    Case("\u{FEFF}  \"MAYE\" x", "input.malformed-json", 12),
    Case(String(repeating: "[", count: 100), "input.malformed-json", 64),
  ]

  // MARK: - Files

  static let files: [Case] = [
    Case([0x50, 0x4B, 0x03, 0x04, 0x14], "input.archive"), Case([0x1F, 0x8B, 0x08, 0x00], "input.archive"),
    Case(Array("xar!\u{00}\u{1C}".utf8), "input.archive"),
    Case("bplist00", "input.property-list"), Case("%PDF-1.7", "input.pdf"),
    Case([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "input.image"),
    Case([0xFF, 0xD8, 0xFF, 0xE0], "input.image"),
    Case([0, 0, 0, 24] + Array("ftypheic".utf8), "input.image"),
    Case([0xCF, 0xFA, 0xED, 0xFE, 0x0C], "input.executable"),
    Case([0x7F, 0x45, 0x4C, 0x46], "input.executable"),
    Case([0xFF, 0xFE, 0x4D, 0x00, 0x49, 0x00], "input.utf-16"),
    Case("MIIUVQYJ".utf8.flatMap { [$0, 0] }, "input.utf-16"),
    Case("MIIUVQYJ".utf8.flatMap { [0, $0] }, "input.utf-16"),
    Case([0xA3, 0x63] + Array("fmtoapple-appattest".utf8), "input.app-attest-attestation"),
    Case([0x30, 0xEF, 0xBF, 0xBD, 0x06, 0x09], "input.binary-as-text"),
    Case([0x30, 0xC2, 0x82, 0x06, 0x09], "input.binary-as-text"),
    Case([0x01, 0x02, 0x03], "input.unrecognized"), Case([0xFE, 0xED], "input.unrecognized"),
    Case(appAttestReceipt, "input.app-attest-receipt"),
  ]

  /// The two marks of one, in what is otherwise hardly a message.
  static let appAttestReceipt: [UInt8] =
    [0x30, 0x80, 0x06, 0x09] + [0x30, 0x10, 0x02, 0x01, 0x06, 0x02, 0x01, 0x01, 0x04, 0x06]
    + Array("ATTEST".utf8) + [UInt8](repeating: 0x04, count: 200)
    + [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02, 0x04, 0x47, 0x30, 0x45]
    + [UInt8](repeating: 0x02, count: 69) + [0x00, 0x00]

  @Test func `a message that is not of App Attest is left to the decoder`() throws {
    let mark = Array("ATTEST".utf8)
    let start = try #require(Self.appAttestReceipt.firstRange(of: mark)?.lowerBound)
    var other = Self.appAttestReceipt
    other[start] = 0x42
    #expect(try ReceiptInput(other).kind == .appReceipt)
    #expect(try ReceiptInput(Array(Self.appAttestReceipt.dropLast(80))).kind == .appReceipt)
  }

  // MARK: - Keys

  static let keys: [Case] = [
    Case(Samples.receipt("test-root"), "input.certificate"),
    Case("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "input.certificate", 11),
    Case("-----BEGIN EC PRIVATE KEY-----\nMIIB", "input.private-key", 11),
    Case("-----BEGIN PUBLIC KEY-----\nMIIB", "input.public-key", 11),
    Case("-----BEGIN CERTIFICATE REQUEST-----\nMIIB", "input.other-pem", 11),
    // PKCS #8, encrypted PKCS #8, PKCS #1, SEC 1 and PKCS #12.
    Case([0x30, 0x82, 0x04, 0xBD, 0x02, 0x01, 0x00, 0x30, 0x0D, 0x06, 0x09], "input.private-key"),
    Case(
      [0x30, 0x82, 0x05, 0x0E, 0x30, 0x40, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D],
      "input.private-key"),
    Case([0x30, 0x82, 0x04, 0xA3, 0x02, 0x01, 0x00, 0x02, 0x82, 0x01, 0x01], "input.private-key"),
    Case([0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20], "input.private-key"),
    Case([0x30, 0x82, 0x09, 0x00, 0x02, 0x01, 0x03, 0x30, 0x82], "input.private-key"),
    Case(
      [0x30, 0x82, 0x01, 0x22, 0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01],
      "input.public-key"),
    Case(
      [0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01], "input.public-key"),
  ]
}
