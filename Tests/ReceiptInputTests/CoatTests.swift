// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing

@Suite struct CoatTests {
  @Test(arguments: Coat.all)
  func `every coat gives the bytes of the receipt, and says what it was`(_ coat: Coat) throws {
    for name in Samples.names {
      let receipt = Samples.receipt(name)
      let input = try ReceiptInput(coat.encode(receipt))
      #expect(input.bytes == receipt, "\(name)")
      #expect(input.form == coat.form)
      #expect(input.kind == .appReceipt && input.refusal == nil)
      #expect(input.repairs.map(\.rawValue) == coat.repairs, "\(name)")
    }
  }

  @Test func `there are many coats and their samples have every character of base64`() {
    #expect(Coat.all.count >= 25)
    #expect(Set(Coat.all.map(\.name)).count == Coat.all.count)
    for name in Samples.names {
      let text = base64(Samples.receipt(name))
      #expect(text.contains("+") && text.contains("/"))
    }
    // Zeros at the end that belong to the receipt.
    #expect(Samples.receipt("xcode").suffix(2) == [0, 0])
  }

  @Test(arguments: Samples.names)
  func `missing padding is a repair in both alphabets`(_ name: String) throws {
    let receipt = Samples.receipt(name)
    for extra in 0..<3 {
      // Trailing zeros change the length modulo three.
      let text = base64(receipt + [UInt8](repeating: 0, count: extra))
      let stripped = text.filter { $0 != "=" }
      let expected: [ReceiptInput.Repair] =
        (stripped == text ? [] : [.padding]) + (extra == 0 ? [] : [.trailingBytes])
      for encoded in [stripped, stripped.replacing("+", with: "-").replacing("/", with: "_")] {
        let input = try ReceiptInput(Array(encoded.utf8))
        #expect(input.bytes == receipt && input.repairs == expected)
      }
    }
  }

  /// Whatever its last characters are, a receipt loses none of its pluses.
  @Test func `blanks at the end are read as plus as far as the last group lacks characters`() throws {
    for end in [[0x00, 0x00, 0x3E], [0x00, 0x0F, 0xBE], [0x03, 0xEF, 0xBE]] as [[UInt8]] {
      let receipt = [0x30, 0x81, 0x84] + [UInt8](repeating: 0xFB, count: 129) + end
      let text = base64(receipt)
      #expect(text.hasSuffix("+"))
      let input = try ReceiptInput(Array(text.replacing("+", with: " ").utf8))
      #expect(input.bytes == receipt && input.repairs == [.plusRestored])
    }
  }

  @Test func `six forms inside each other are taken off and a seventh is not`() throws {
    var content = Samples.receipt("xcode")
    for layer in 1...8 {
      content = Array(base64(content).utf8)
      guard layer >= 6 else {
        #expect(try ReceiptInput(content).bytes == Samples.receipt("xcode"))
        continue
      }
      #expect(throws: InputError(.layers)) { try ReceiptInput(content) }
    }
    let objects = String(repeating: "{\"receipt\":", count: 7) + "1" + String(repeating: "}", count: 7)
    #expect(throws: InputError(.layers)) { try ReceiptInput(Array(objects.utf8)) }
  }
}
