// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptInput
import Testing

/// What stands just on one side of a rule by which a form is recognised. Each case is one that another answer
/// would be given to if one condition of that rule were left out.
@Suite struct BorderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let content: [UInt8]
    /// The code of the refusal and its offset, `input.empty 0`; or form, kind and repairs.
    let answer: String
    var testDescription: String { "\(String(decoding: content.prefix(40), as: UTF8.self)) is \(answer)" }

    init(_ content: [UInt8], _ answer: String) {
      self.content = content
      self.answer = answer
    }

    init(_ text: String, _ answer: String) {
      self.init(Array(text.utf8), answer)
    }
  }

  static func answer(_ content: [UInt8], maximumSize: Int = ReceiptInput.defaultMaximumSize) -> String {
    do throws(InputError) {
      let input = try ReceiptInput(content, maximumSize: maximumSize)
      return ([input.form.rawValue, input.kind.rawValue] + input.repairs.map(\.rawValue)).joined(
        separator: " ")
    } catch {
      return error.code.rawValue + (error.offset.map { " \($0)" } ?? "")
    }
  }

  @Test(arguments: base64Texts + elements + files + hexadecimalTexts + shortTexts + jsonTexts + otherTexts)
  func `each condition by which a form is recognised is needed`(_ border: Case) {
    #expect(Self.answer(border.content) == border.answer)
  }

  // MARK: - Base64

  static let base64Texts: [Case] = [
    // Text that begins with MI and is longer than what is short is base64 before anything else.
    Case("MIopaquetokenofabout24ltrs.AO-J1Oabc", "input.purchase-token 0"),
    Case("Mopaquetokenofabout24ltrs.AO-J1Oabcdefghi", "input.purchase-token 0"),
    Case("GIF89a" + String(repeating: "A", count: 40), "input.image 0"),
    // Which alphabet a text is in shows at its first character of one of them.
    Case("MAAB+/AB*", "input.not-base64 8"),
    Case(
      base64url([0x30, 0x06, 0x00, 0xFB, 0xEF, 0xBE, 0x01, 0x05]) + "%3D",
      "percent-encoded app-receipt base64url"),
    Case("!", "input.not-base64 0"), Case("\u{7F}A", "input.unrecognized 0"),
    Case("\u{1F}A", "input.unrecognized 0"),
    // Blanks for plus: in the middle and at the end, with a line break between; as layout of one element; for a
    // SET.
    Case("MAc \nAAAAAAA ", "base64 app-receipt plus-restored"),
    Case("MAQA    AAAA", "base64 app-receipt"),
    Case("MQQ AAA ", "base64 payload plus-restored"),
    Case("Optional", "input.unrecognized"),
    Case(
      base64(Array(base64url([0x30, 0x04, 0x00, 0xFB, 0xEF, 0xBE]).utf8)),
      "base64 app-receipt double-encoded base64url"),
  ]

  private static func base64url(_ bytes: [UInt8]) -> String {
    base64(bytes).replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
  }

  @Test func `what the size of a text is counted by depends on the alphabet that it is in`() {
    let element = [0x30, 0x20, 0x00] + [[UInt8]](repeating: [0xFB, 0xEF, 0xBE], count: 10).joined() + [0x01]
    let text = Array((Self.base64url(Array(element)) + "%3D%3D").utf8)
    #expect(Self.answer(text, maximumSize: element.count) == "percent-encoded app-receipt base64url")
    #expect(Self.answer(text, maximumSize: element.count - 1) == "limit.size")
  }

  @Test func `a backslash gets advice of its own`() throws {
    let advice = "JSON text must be pasted with its quotes: byte 4 of 9 is a backslash."
    #expect(throws: InputError(.notBase64, offset: 4, hint: advice)) {
      try ReceiptInput(Array("MIIU\\/VQY".utf8))
    }
    let other = try #require(throws: InputError.self) { try ReceiptInput(Array("MIIU*/VQY".utf8)) }
    #expect(other.hint?.contains("no such character") == true)
  }

  // MARK: - Elements

  static let elements: [Case] = [
    // Their contents may spell what files begin with.
    Case([0x30, 0x82, 0x01, 0x00] + Array("ftyp".utf8), "der app-receipt"),
    Case([0x31, 0x82, 0x01, 0x00] + Array("ftyp".utf8), "der payload"),
    Case([0x30, 0x80, 0x24, 0x80] + Array("ftyp".utf8), "der app-receipt"),
    // A small one has no octet beyond ASCII in front, but one somewhere that is no text.
    Case([0x31, 0x03, 0x02, 0x01, 0x05], "der payload"),
    Case([0x30, 0x21] + [UInt8](repeating: 0x21, count: 32) + [0x7F], "der app-receipt"),
    Case([0x30, 0x21] + [UInt8](repeating: 0x21, count: 32) + [0x1F], "der app-receipt"),
    Case("0!!!", "input.not-base64 1"),
    Case("0x30,\n0x03,\t0x02,0x01,0x05", "hex app-receipt"),
    // A length octet that was made text, and those next to it.
    Case([0x30, 0xC2], "der app-receipt"), Case([0x30, 0xC2, 0x41], "der app-receipt"),
    Case([0x30, 0xC2, 0x7F], "der app-receipt"), Case([0x30, 0xC2, 0xC0], "der app-receipt"),
    Case([0x30, 0xC2, 0x80], "input.binary-as-text 0"), Case([0x30, 0xC2, 0xBF], "input.binary-as-text 0"),
    Case([0x30, 0xEF], "der app-receipt"), Case([0x30, 0xEF, 0xBF], "der app-receipt"),
    // A SET is no key, whatever is in it.
    Case([0x31, 0x82, 0x04, 0xBD, 0x02, 0x01, 0x00, 0x30, 0x0D], "der payload"),
    Case([0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x02], "der app-receipt"),
    Case([0x30, 0x82, 0x04, 0xBD, 0x02, 0x01, 0x05, 0x30, 0x0D], "der app-receipt"),
    Case([0x30, 0x82, 0x04, 0xBD, 0x02, 0x01, 0x01, 0x30, 0x0D], "der app-receipt"),
    // RFC 8017 with a modulus of 1024 bits and of 2048.
    Case([0x30, 0x82, 0x02, 0x5C, 0x02, 0x01, 0x00, 0x02, 0x81, 0x81], "input.private-key 0"),
    Case([0x30, 0x82, 0x04, 0xA3, 0x02, 0x01, 0x00, 0x02, 0x82, 0x01], "input.private-key 0"),
    Case([0x30, 0x82, 0x04, 0xA3, 0x02, 0x01, 0x00, 0x02, 0x83, 0x01], "der app-receipt"),
    // Both marks of App Attest, and one without the other.
    Case(appAttest(), "input.app-attest-receipt 0"),
    Case(appAttest(text: "RECEIPT"), "input.app-attest-receipt 0"),
    Case(appAttest(text: "RECEIVED"), "der app-receipt"), Case(appAttest(type: 7), "der app-receipt"),
    Case(appAttest(digest: 3), "der app-receipt"),
  ]

  /// What is looked at in a receipt of App Attest: attribute 6, and the algorithm of the signature.
  static func appAttest(type: UInt8 = 6, text: String = "ATTEST", digest: UInt8 = 2) -> [UInt8] {
    [0x30, 0x80, 0x06, 0x09, 0x30, 0x10, 0x02, 0x01, type, 0x02, 0x01, 0x01, 0x04, UInt8(text.utf8.count)]
      + Array(text.utf8) + [UInt8](repeating: 0x04, count: 200)
      + [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, digest, 0x04, 0x47, 0x30, 0x45]
      + [UInt8](repeating: 0x05, count: 69)
  }

  // MARK: - Files

  static let files: [Case] = [
    Case([0xFE, 0xFF, 0x00, 0x4D], "input.utf-16 0"),
    Case([0x09, 0, 0x4D, 0, 0x49, 0, 0x49, 0], "input.utf-16 0"),
    Case([0x4D, 0, 0x49, 0, 0x49, 0, 0x56, 1], "input.not-base64 1"),
    Case([0x01, 0, 0x02, 0, 0x03, 0, 0x04, 0], "input.unrecognized 0"),
    Case([0x4D, 0, 0x49, 0, 0x49, 0, 0x7F, 0], "input.not-base64 1"),
    Case([0x4D, 0, 0x49, 0, 0x49, 0, 0x1F, 0], "input.not-base64 1"),
    Case([0x4D, 0, 0x49, 0, 0x49, 0, 0x7E, 0], "input.utf-16 0"),
    Case([0x21, 0, 0x20, 0, 0x49, 0, 0x49, 0], "input.utf-16 0"),
    // The three octets of a byte order mark, and only these.
    Case([0xEF, 0xBB, 0xBF], "input.empty 0"),
    Case([0x4D, 0xBB, 0xBF] + Array("MAMCAQU=".utf8), "input.not-base64 1"),
    Case([0xEF, 0x41, 0xBF] + Array("MAMCAQU=".utf8), "input.unrecognized 0"),
    Case([0xEF, 0xBB, 0x41] + Array("MAMCAQU=".utf8), "input.unrecognized 0"),
  ]

  // MARK: - Hexadecimal digits

  static let hexadecimalTexts: [Case] = [
    Case("31030201AB", "hex payload"), Case("3182 1g", "input.not-hex 6"), Case("3082 1g", "input.not-hex 6"),
    Case("30 03 02 01 05", "hex app-receipt"), Case("<30030201 05>", "hex app-receipt"),
    Case("30 03 02 01 05>", "input.not-hex 14"), Case("<30 03 02 01 05", "input.not-hex 0"),
    Case("30 ax05", "input.not-hex 4"), Case("0x30, 0x, 0x05", "input.not-hex 8"),
    Case("\\x30\\xg0", "input.not-hex 6"),
    Case("\\x30\\x03\\x02\\x01\\x05", "hex app-receipt"), Case("30-03:02,01\t05", "hex app-receipt"),
    // A dump has a colon or blank behind its offset.
    Case("00000001*", "input.not-base64 8"), Case("00000000: *", "input.hex-dump 0"),
    Case("0000000 30*", "input.hex-dump 0"),
  ]

  // MARK: - Short texts

  static let shortTexts: [Case] = [
    Case("HTTPS://example.com", "input.location 0"), Case("gpa.3345-1234", "input.not-base64 3"),
    Case("^/a", "input.not-base64 0"), Case("~/a", "input.location 0"),
    Case("/var/" + String(repeating: "a", count: 1019), "input.location 0"),
    Case("/var/" + String(repeating: "a", count: 1023), "input.unrecognized"),
    Case("/var/aaa\n", "input.location 0"), Case("/var\n/aaaaaaa", "input.unrecognized"),
    Case("/var/\naaaaaaa", "input.unrecognized"), Case("/var/\raaaaaaa", "input.unrecognized"),
    Case(String(repeating: "1", count: 32), "input.transaction-id 0"),
    Case(String(repeating: "1", count: 33), "input.not-base64 32"),
    Case("AK4TZ9XB3W", "input.not-base64 9"), Case("MK4TZ9XB3w", "base64 app-receipt padding"),
    Case("8C4D0F5A-1B2C", "input.unrecognized"),
    Case(String(repeating: "a", count: 36), "input.unrecognized"),
    Case("gggggggg-gggg-gggg-gggg-gggggggggggg", "input.unrecognized"),
  ]

  // MARK: - JSON

  static let jsonTexts: [Case] = [
    // The first error counts, unless it says only that an object holds nothing.
    Case("{\"receipt\": {\"data\": 1}, \"Payload\": \"MA*E\"}", "input.not-base64 39"),
    Case("{\"receipt\": {\"data\": 1}, \"purchaseToken\": \"a\"}", "input.purchase-token 0"),
    Case("{\"latest_expired_receipt_info\": []}", "json verify-receipt-response"),
    Case("{\"receipt\": {\"in_app\": []}}", "json verify-receipt-response"),
    Case("{\"receipt\": {\"receipt_type\": \"Production\"}}", "json verify-receipt-response"),
    Case("{\"receipt\": {\"original_transaction_id\": \"1\"}}", "json verify-receipt-response"),
    Case("{\"signedRenewalInfo\": \"a\"}", "input.signed-transaction 0"),
    Case("{\"signedTransactions\": []}", "input.signed-transaction 0"),
    Case("{\"signedTransaction\": \"a\"}", "input.signed-transaction 0"),
    Case("{\"signedAppTransactionInfo\": \"a\"}", "input.signed-transaction 0"),
    Case("{\"jwsRepresentation\": \"a\"}", "input.signed-transaction 0"),
    Case("{\"json\": \"{}\", \"signature\": \"a\"}", "input.purchase-token 0"),
    Case("{\"json\": \"{}\"}", "input.json-without-receipt 0"),
    Case("{\"signature\": \"a\"}", "input.json-without-receipt 0"),
    Case("{\"transactionId\": \"1\"}", "input.json-without-receipt 0"),
    Case("{\"bundleId\": \"a\", \"productId\": \"b\"}", "input.json-without-receipt 0"),
    Case("{\"transactionId\": \"1\", \"productId\": \"b\"}", "input.unsigned-transaction 0"),
    Case("{\"subscriptionGroups\": []}", "input.json-without-receipt 0"),
    Case("{\"subscriptionGroups\": [], \"products\": []}", "input.storekit-configuration 0"),
    Case("{\"subscriptionGroups\": [], \"identifier\": \"a\"}", "input.storekit-configuration 0"),
    Case("{\"identifier\": \"a\", \"products\": []}", "input.json-without-receipt 0"),
    // Six forms in each other are allowed, whatever the innermost is.
    Case(nested("null", 5), "input.placeholder"), Case(nested("null", 6), "limit.layers"),
  ]

  /// A text as a JSON string, that as a JSON string, and so on.
  static func nested(_ text: String, _ count: Int) -> String {
    (0..<count).reduce(text) { text, _ in
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
  }

  // MARK: - Other texts

  static let otherTexts: [Case] = [
    // Markup is what its beginning says.
    Case("<plist version=\"1.0\">", "input.property-list 0"),
    Case("<!DOCTYPE plist PUBLIC>", "input.property-list 0"),
    Case("<html><plist>", "input.html 0"), Case("<?XML?><a>", "input.xml 0"),
    Case("<!doctype HTML>\n<p>Bad gateway", "input.html 0"), Case("<p>Bad gateway", "input.not-base64 0"),
    // The last line of armour repeats the first, and ends as it does.
    Case("-----BEGIN CMS-----\nMIIU\n-----END XYZ-----", "input.malformed-pem 34"),
    Case("-----BEGIN CMS-----\nMIIU\n-----END CMS", "input.malformed-pem 34"),
    // The place of an error is one in the text as it came.
    Case("MA%2BE*%2F", "input.not-base64 6"), Case("%4DA%4DC*", "input.not-base64 8"),
    // In a property list, an equals sign is next to the first key.
    Case("{ \"a=b\" : 1 }", "input.json-without-receipt 0"), Case("{a:=1}", "input.malformed-json 1"),
    Case("{a b=1}", "input.malformed-json 1"), Case("{ a = 1; }", "input.property-list 0"),
    Case("{ \"a\" = 1; }", "input.property-list 0"),
    Case("{ \"signature\" = \"a\"; }", "input.property-list 0"),
    Case("{ \"purchase-info\" = \"a\"; }", "input.property-list 0"),
    Case("{ \"original-transaction-id\" = \"1\"; }", "input.purchase-info 0"),
    Case("{ \"purchase-info\" = \"a\"; \"signature\" = \"b\"; }", "property-list transaction-receipt"),
    Case("{ \"purchase-info\" = \"a\"; \"signature\" = \"b\"; }\n", "property-list transaction-receipt"),
    Case(
      "{ \"purchase-info\" = \"a\"; \"signature\" = \"b\"; }\0",
      "property-list transaction-receipt trailing-bytes"),
    // The header of a JSON web signature is base64 for addresses.
    Case("eyJ*.eyJ9.c2ln", "input.not-base64 3"), Case("eyJ-_.eyJ9.c2ln", "input.signed-transaction 0"),
  ]

  @Test func `a property list may be as large as a receipt`() {
    let text = Array("{ \"purchase-info\" = \"a\"; \"signature\" = \"b\"; }".utf8)
    #expect(Self.answer(text, maximumSize: text.count) == "property-list transaction-receipt")
    #expect(Self.answer(text, maximumSize: text.count - 1) == "limit.size")
  }

  @Test func `where an element of indefinite length ends is found behind tags of several octets`() {
    // The second octet of the tag says that a third follows.
    let element: [UInt8] = [0x30, 0x80, 0x3F, 0x80, 0x02, 0x00, 0x00, 0x00]
    #expect(OuterElement.end(in: element.span) == element.count)
  }
}
