// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

/// A form in which receipts were seen to arrive, and what must be said of it.
struct Coat: CustomTestStringConvertible, Sendable {
  let name: String
  let form: ReceiptInput.Form
  let repairs: [String]
  let encode: @Sendable ([UInt8]) -> [UInt8]

  var testDescription: String { name }

  init(
    _ name: String, _ form: ReceiptInput.Form, _ repairs: [String] = [],
    bytes encode: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.name = name
    self.form = form
    self.repairs = repairs
    self.encode = encode
  }

  init(
    _ name: String, _ form: ReceiptInput.Form, _ repairs: [String] = [],
    text encode: @escaping @Sendable ([UInt8]) -> String
  ) {
    self.init(name, form, repairs, bytes: { Array(encode($0).utf8) })
  }

  static let all = binary + base64Texts + otherTexts + hexadecimalTexts + armoured + json + nested

  /// Whether the content, or something that stands in it, may be larger than a receipt of the maximum may be.
  var isLarge: Bool {
    Self.nested.contains { $0.name == name }
      || ["percent-encoded throughout", "hex as C", "hex with colons, lines"].contains(name)
  }

  // MARK: - By form

  private static let binary = [
    Coat("DER", .der, bytes: { $0 }),
    Coat("DER and a newline", .der, ["trailing-bytes"], bytes: { $0 + [0x0A] }),
    Coat("DER and NUL", .der, ["trailing-bytes"], bytes: { $0 + [0x00, 0x00, 0x00] }),
    Coat("byte order mark and DER", .der, ["byte-order-mark"], bytes: { [0xEF, 0xBB, 0xBF] + $0 }),
  ]

  private static let base64Texts = [
    Coat("base64", .base64, text: { base64($0) }),
    Coat("base64, lines of 64", .base64, text: { base64($0, .lineLength64Characters) }),
    Coat(
      "base64, lines of 76, LF", .base64,
      text: { base64($0, [.lineLength76Characters, .endLineWithLineFeed]) + "\n" }),
    Coat("base64, lines of 61, blank", .base64, text: { broken(base64($0), every: 61, by: " ") }),
    Coat("base64 between blanks", .base64, text: { " \t\r\n" + base64($0) + " \r\n\r\n" }),
    Coat("base64 and NUL", .base64, ["trailing-bytes"], text: { base64($0) + "\n\0" }),
    Coat("base64 of DER and a newline", .base64, ["trailing-bytes"], text: { base64($0 + [0x0D, 0x0A]) }),
    Coat("byte order mark and base64", .base64, ["byte-order-mark"], text: { "\u{FEFF}" + base64($0) }),
  ]

  private static let otherTexts = [
    Coat(
      "base64url", .base64URL,
      text: { base64($0).replacing("+", with: "-").replacing("/", with: "_") }),
    Coat(
      "percent-encoded base64", .percentEncoded,
      text: {
        base64($0).replacing("+", with: "%2B").replacing("/", with: "%2f").replacing("=", with: "%3D")
      }),
    Coat(
      "percent-encoded throughout", .percentEncoded,
      text: { hexadecimal(Array(base64($0).utf8), prefix: "%") }),
    Coat(
      "+ turned to blank", .base64, ["plus-restored"], text: { base64($0).replacing("+", with: " ") }),
    Coat(
      "+ turned to blank, lines of 64", .base64, ["plus-restored"],
      text: { base64($0, .lineLength64Characters).replacing("+", with: " ") }),
  ]

  private static let hexadecimalTexts = [
    Coat("hex", .hexadecimal, text: { hexadecimal($0) }),
    Coat("hex, capitals", .hexadecimal, text: { hexadecimal($0).uppercased() }),
    Coat("hex as xxd -p", .hexadecimal, text: { broken(hexadecimal($0), every: 60, by: "\n") + "\n" }),
    Coat("hex with blanks", .hexadecimal, text: { hexadecimal($0, separator: " ") }),
    Coat("hex with colons, lines", .hexadecimal, text: { hexadecimal($0, separator: ":\n    ") }),
    Coat("hex with 0x", .hexadecimal, text: { "0x" + hexadecimal($0) }),
    Coat("hex as C", .hexadecimal, text: { hexadecimal($0, separator: ", ", prefix: "0x") }),
    Coat("hex in a C string", .hexadecimal, text: { hexadecimal($0, prefix: "\\x") }),
    Coat("hex with hyphens", .hexadecimal, text: { hexadecimal($0, separator: "-").uppercased() }),
    Coat("hex as NSData", .hexadecimal, text: { "<" + broken(hexadecimal($0), every: 8, by: " ") + ">" }),
  ]

  private static let armoured =
    ["PKCS7", "CMS", "RECEIPT"].map { label in
      Coat(
        "PEM of \(label)", .pem,
        text: {
          "-----BEGIN \(label)-----\n\(base64($0, .lineLength64Characters))\n-----END \(label)-----\n"
        })
    } + [
      Coat("PEM on one line", .pem, text: { "-----BEGIN PKCS7-----\(base64($0))-----END PKCS7-----" })
    ]

  private static let json =
    ["receipt-data", "latest_receipt", "transactionReceipt", "appStoreReceipt", "receipt", "Payload"].map {
      key in
      Coat(
        "JSON with \(key)", .json, ["json-wrapped:\(key)"],
        text: { "{\"id\": 7, \"\(key)\": \"\(base64($0))\", \"password\": \"secret\"}" })
    } + [
      Coat("JSON string", .jsonString, text: { "\"\(base64($0))\"" }),
      Coat(
        "JSON string with \\/", .jsonString,
        text: { "  \"\(base64($0).replacing("/", with: "\\/"))\"\n" }),
      Coat(
        "JSON string in lines", .jsonString, text: { "\"\(broken(base64($0), every: 76, by: "\\r\\n"))\"" }),
      Coat(
        "JSON in a JSON string", .jsonString, ["json-wrapped:transactionReceipt"],
        text: { "\"{\\\"transactionReceipt\\\":\\\"\(base64($0).replacing("/", with: "\\\\/"))\\\"}\"" }),
      Coat(
        "JSON in JSON", .json, ["json-wrapped:receipt", "json-wrapped:receipt-data"],
        text: { "{\"receipt\": {\"receipt-data\": \"\(base64($0))\"}}" }),
      Coat(
        "JSON in a string of JSON", .json, ["json-wrapped:Payload", "json-wrapped:receipt"],
        text: { "{\"Store\":\"AppleAppStore\",\"Payload\":\"{\\\"receipt\\\":\\\"\(base64($0))\\\"}\"}" }),
      Coat(
        "JSON of a validator", .json, ["json-wrapped:transaction", "json-wrapped:appStoreReceipt"],
        text: { "{\"id\":\"a\",\"transaction\":{\"type\":\"ios\",\"appStoreReceipt\":\"\(base64($0))\"}}" }),
      Coat(
        "JSON in an array", .json, ["json-wrapped:receipt-data"],
        text: { "[{\"receipt-data\": \"\(base64($0))\"}]" }),
    ]

  private static let nested = [
    Coat(
      "base64 of base64", .base64, ["double-encoded"],
      text: { base64(Array(base64($0).utf8)) }),
    Coat(
      "base64 of base64, lines", .base64, ["double-encoded"],
      text: { base64(Array(base64($0, .lineLength64Characters).utf8), .lineLength76Characters) }),
    Coat(
      "base64 of JSON", .base64, ["json-wrapped:receipt-data"],
      text: { base64(Array("{\"receipt-data\":\"\(base64($0))\"}".utf8)) }),
    Coat(
      "base64url in JSON", .json, ["json-wrapped:receipt", "base64url"],
      text: {
        "{\"receipt\":\"\(base64($0).replacing("+", with: "-").replacing("/", with: "_"))\"}"
      }),
    Coat(
      "+ turned to blank in JSON", .json, ["json-wrapped:receipt", "plus-restored"],
      text: { "{\"receipt\":\"\(base64($0).replacing("+", with: " "))\"}" }),
    Coat(
      "PEM in JSON", .json, ["json-wrapped:receipt-data", "pem"],
      text: {
        "{\"receipt-data\":\"-----BEGIN CMS-----\\n\(base64($0))\\n-----END CMS-----\\n\"}"
      }),
    Coat(
      "hex of base64", .hexadecimal, text: { hexadecimal(Array(base64($0).utf8)) }),
    Coat("hex in base64", .base64, ["hex"], text: { base64(Array(hexadecimal($0).utf8)) }),
    Coat(
      "percent-encoded JSON", .percentEncoded, ["json-wrapped:receipt-data"],
      text: {
        "{\"receipt-data\":\"\(base64($0))\"}".addingPercentEncoding(withAllowedCharacters: .alphanumerics)
          ?? ""
      }),
    Coat(
      "base64 in PEM in JSON in a JSON string", .jsonString,
      ["json-wrapped:receipt", "pem", "double-encoded"],
      text: {
        let armour = "-----BEGIN PKCS7-----\(base64(Array(base64($0).utf8)))-----END PKCS7-----"
        return "\"{\\\"receipt\\\":\\\"\(armour)\\\"}\""
      }),
  ]
}
