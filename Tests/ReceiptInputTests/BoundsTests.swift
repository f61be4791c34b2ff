// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

@Suite struct BoundsTests {
  /// Texts that a form could look through again and again.
  static let pieces: [(beginning: String, piece: String)] = [
    ("", "A"), ("", " "), ("M", " "), ("M", "A "), ("", "%4D"), ("", "%25"), ("30", "30"), ("30", " "),
    ("", "0x"),
    ("<", "<"), ("<", "</"), ("{", "\""), ("{\"", "\\"), ("{", "{\"receipt\":"), ("{\"a\" =", "\"a\" ="),
    ("{a ", "="),
    ("{\"purchase-info\" = ", "signatur"), ("[", "["), ("[", "0,"), ("\"", "\\/"), ("\"", "\\u004D"),
    ("\"", "\""),
    ("-----BEGIN PKCS7-----", "-----END "), ("-----BEGIN ", "-----"), ("eyJ", "."), ("eyJ", "A"), ("", "-_"),
    ("", "="),
    ("{\"receipt\":\"", "A"), ("", "ZXlK"), ("", "/"), ("", "\u{FEFF}"), ("", "é"), ("", "0\u{00}"),
    ("", "1"),
  ]

  static func text(_ beginning: String, _ piece: String, size: Int) -> [UInt8] {
    var content = Array(beginning.utf8)
    content.reserveCapacity(size + 1024)
    while content.count < size { content += Array(repeating: Array(piece.utf8), count: 256).joined() }
    return content
  }

  @Test(arguments: pieces)
  func `a large text of any shape is refused or read in a moment`(_ beginning: String, _ piece: String) {
    let content = Self.text(beginning, piece, size: 1 << 18)
    let elapsed = ContinuousClock().measure {
      _ = try? ReceiptInput(content)
    }
    // A quadratic reading takes minutes even in a release build.
    #expect(elapsed < .seconds(10))
  }

  @Test(arguments: Coat.all)
  func `the maximum is of the receipt in every coat`(_ coat: Coat) throws {
    let receipt = Samples.receipt("production-sha256")
    let content = coat.encode(receipt)
    let largest = receipt.count + (coat.repairs.contains("trailing-bytes") ? 3 : 0)
    // What stands inside another form counts as well, and may be larger than the receipt.
    if !coat.isLarge { #expect(try ReceiptInput(content, maximumSize: largest).bytes == receipt) }
    let error = try #require(throws: InputError.self) {
      try ReceiptInput(content, maximumSize: receipt.count - 1)
    }
    // With blanks for plus, the error is that of the other reading.
    #expect(error.code == .size || coat.repairs.contains("plus-restored"))
  }
}
