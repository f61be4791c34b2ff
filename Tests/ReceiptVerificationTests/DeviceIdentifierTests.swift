// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptVerification
import Testing

@Suite("Device identifiers") struct DeviceIdentifierTests {
  @Test(
    "Separators stand in a UUID and a MAC address only",
    arguments: ["00112233445-", "001122-33445", "001122334455" + String(repeating: "-", count: 20)])
  func separators(_ text: String) {
    #expect(DeviceIdentifier(text) == nil)
  }

  @Test(
    "Each form of a GUID gives its bytes",
    arguments: [
      ("01234567-89AB-4CDE-8F01-23456789ABCD", "01234567-89AB-4CDE-8F01-23456789ABCD"),
      ("01234567-89ab-4cde-8f01-23456789abcd", "01234567-89AB-4CDE-8F01-23456789ABCD"),
      ("0123456789ab4cde8f0123456789abcd", "01234567-89AB-4CDE-8F01-23456789ABCD"),
      ("ASNFZ4mrTN6PASNFZ4mrzQ==", "01234567-89AB-4CDE-8F01-23456789ABCD"),
      ("ASNFZ4mrTN6PASNFZ4mrzQ", "01234567-89AB-4CDE-8F01-23456789ABCD"),
      ("02:00:5e:10:20:30", "02:00:5e:10:20:30"), ("02-00-5E-10-20-30", "02:00:5e:10:20:30"),
      ("02005e102030", "02:00:5e:10:20:30"), ("AgBeECAw", "02:00:5e:10:20:30"),
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
      "", "ASNFZ4mrTN6PASNFZ4mrzQA=", "02:00:5e:10:20", "02:00:5e:10:20:3", "02:00-5e:10:20:30",
      "0200:5e:10:20:30:", "02:00:5e:10:20:3g",
      "02:00:5e:10:20:30 ", " 02:00:5e:10:20:30", "0200.5e10.2030", "{01234567-89AB-4CDE-8F01-23456789ABCD}",
      "01234567:89AB:4CDE:8F01:23456789ABCD", "0123456789AB-4CDE-8F01-23456789ABCD-",
      "0123456-789AB-4CDE-8F01-23456789ABCD", "01234567-89AB-4CDE-8F01-23456789ABCG",
      "0123456789ab4cde8f0123456789ab",
      "0123456789ab4cde8f0123456789abcdd3", "ASNFZ4mrTN6PASNFZ4mrzQ=", "ASNFZ4mrTN6PASNFZ4mrzQ===",
      "ASNFZ4mrTN6PASNFZ4mrzR==", "ASNFZ4mrTN6PASNFZ4mrz", "AgBeECAw==", "AgBeECA=", "AgBeEC_-", "AgBe ECAw",
      "0２:00:5e:10:20:30", "０2005e10203", "example",
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
