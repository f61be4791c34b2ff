// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import OpenSSLBaseline

/// Bytes to fields: ours, OpenSSL's, and what merely touching the bytes costs.
struct DecodingRace {
  let input: Input

  func subjects() throws -> [Subject] {
    let bytes = input.bytes
    let message = unsafe baseline_message_new(bytes, bytes.count)
    var count = 0
    let content = unsafe baseline_message_content(message, &count)
    let contentCount = count
    return [
      Subject("ours, every field") { keep(EveryField(makesStrings: false).sum(try decoded(bytes))) },
      Subject("ours, texts as strings") { keep(EveryField(makesStrings: true).sum(try decoded(bytes))) },
      Subject("ours, no field read") { keep(try decoded(bytes).inAppPurchases.count) },
      Subject("OpenSSL: d2i_PKCS7") {
        unsafe baseline_message_free(baseline_message_new(bytes, bytes.count))
      },
      Subject("OpenSSL: walk, texts pointed at") {
        keep(unsafe baseline_walk(content, contentCount, false))
      },
      Subject("OpenSSL: walk, texts copied") { keep(unsafe baseline_walk(content, contentCount, true)) },
      Subject("copy of the bytes") {
        keep(
          unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = unsafe buffer.initialize(fromContentsOf: bytes)
          })
      },
      Subject("byte scan") { keep(unsafe baseline_scan(bytes, bytes.count)) },
    ]
  }

  private func decoded(_ bytes: [UInt8]) throws -> AppReceipt {
    try AppReceipt(decoding: bytes, limits: Input.limits)
  }
}
