// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptVerification
import Testing

@Suite("Device identifiers") struct DeviceIdentifierTests {
  @Test(
    "Each form of a GUID gives its bytes",
    arguments: [
      ("7EB61F70-E56D-46F1-AC3A-84D1B43829D3", "7EB61F70-E56D-46F1-AC3A-84D1B43829D3"),
      ("7eb61f70-e56d-46f1-ac3a-84d1b43829d3", "7EB61F70-E56D-46F1-AC3A-84D1B43829D3"),
      ("7eb61f70e56d46f1ac3a84d1b43829d3", "7EB61F70-E56D-46F1-AC3A-84D1B43829D3"),
      ("frYfcOVtRvGsOoTRtDgp0w==", "7EB61F70-E56D-46F1-AC3A-84D1B43829D3"),
      ("frYfcOVtRvGsOoTRtDgp0w", "7EB61F70-E56D-46F1-AC3A-84D1B43829D3"),
      ("6c:40:08:b5:94:5e", "6c:40:08:b5:94:5e"), ("6C-40-08-B5-94-5E", "6c:40:08:b5:94:5e"),
      ("6c4008b5945e", "6c:40:08:b5:94:5e"), ("bEAItZRe", "6c:40:08:b5:94:5e"),
      ("+/+/+/+/", "fb:ff:bf:fb:ff:bf"),
    ])
  func forms(_ text: String, _ description: String) throws {
    let identifier = try #require(DeviceIdentifier(text))
    #expect(identifier.description == description)
    #expect(DeviceIdentifier(identifier.description) == identifier)
    #expect(DeviceIdentifier(bytes: identifier.bytes) == identifier)
  }

  @Test(
    "Text in another form is refused",
    arguments: [
      "", "6c:40:08:b5:94", "6c:40:08:b5:94:5", "6c:40-08:b5:94:5e", "6c40:08:b5:94:5e:", "6c:40:08:b5:94:5g",
      "6c:40:08:b5:94:5e ", " 6c:40:08:b5:94:5e", "6c40.08b5.945e", "{7EB61F70-E56D-46F1-AC3A-84D1B43829D3}",
      "7EB61F70:E56D:46F1:AC3A:84D1B43829D3", "7EB61F70E56D-46F1-AC3A-84D1B43829D3-",
      "7EB61F7-0E56D-46F1-AC3A-84D1B43829D3", "7EB61F70-E56D-46F1-AC3A-84D1B43829DG",
      "7eb61f70e56d46f1ac3a84d1b43829",
      "7eb61f70e56d46f1ac3a84d1b43829d3d3", "frYfcOVtRvGsOoTRtDgp0w=", "frYfcOVtRvGsOoTRtDgp0w===",
      "frYfcOVtRvGsOoTRtDgp0x==", "frYfcOVtRvGsOoTRtDgp0", "bEAItZRe==", "bEAItZR=", "bEAItZ_-", "bEAI tZRe",
      "6Ⅽ:40:08:b5:94:5e", "６c4008b5945", "example",
    ])
  func refusals(_ text: String) {
    #expect(DeviceIdentifier(text) == nil)
  }

  @Test("Only 6 or 16 bytes are a GUID")
  func lengths() {
    for count in 0...33 {
      let identifier = DeviceIdentifier(bytes: Array(repeating: 1, count: count))
      #expect((identifier != nil) == (count == 6 || count == 16))
    }
  }
}
