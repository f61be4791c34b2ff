// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import COpenSSL
import FuzzChecks
import FuzzMutator
import PKCS7Decoding
import SeededRandom
import StrictJSON

/// Changes test receipts and prints what the toolkit reads in those that it accepts, for another reader to compare.
///
/// One JSON object a line: `input`, the receipt in hexadecimal; `attributes`, the type, version and value of each; `purchases`,
/// the same for each of them; `certificates`, for each where it stands and whether OpenSSL reads it.
func printReadings(of count: Int) throws {
  let seeds = TestReceipts.all().map(\.bytes).filter { Tree($0)?.certificates != nil && $0.count < 10_000 }
  guard !seeds.isEmpty else { throw ToolError("TestReceipts is not there") }
  let mutator = ReceiptMutator(signing: nil)
  var random = SplitMix(state: 43)
  var accepted: [[UInt8]] = []
  for _ in 0..<count {
    // One in two goes on from something that was changed before, so that changes add up.
    let isFurther = !accepted.isEmpty && random.next() % 2 == 0
    let sources = isFurther ? accepted : seeds
    let source = sources[Int(random.next() % UInt64(sources.count))]
    let bytes = mutator.mutate(source, limit: 16_384, seed: random.next()) { octets, _ in
      changed(octets, &random)
    }
    let decoded = DecodedReceipt(bytes)
    guard decoded.fault == nil, let receipt = decoded.receipt else { continue }
    if accepted.count < 2_000 { accepted.append(bytes) }
    print(line(bytes, receipt, decoded.signedData), terminator: "")
  }
}

private func line(_ bytes: [UInt8], _ receipt: AppReceipt, _ signedData: SignedData) -> String {
  var writer = JSONWriter(style: .compact)
  writer.object { object in
    object.member("input", hex: bytes)
    object.array("attributes") { write(receipt.attributes, to: &$0) }
    object.array("purchases") { array in
      for purchase in receipt.inAppPurchases { array.array { write(purchase.attributes, to: &$0) } }
    }
    object.array("certificates") { array in
      for certificate in signedData.certificates {
        array.object { object in
          object.member("start", integer: certificate.range.lowerBound)
          object.member("end", integer: certificate.range.upperBound)
          object.member("openssl", bool: isReadByOpenSSL(Array(certificate.der)))
        }
      }
    }
  }
  return String(decoding: writer.bytes, as: UTF8.self)
}

private func write(_ attributes: [ReceiptAttribute], to array: inout JSONArrayWriter) {
  for attribute in attributes {
    array.object { object in
      object.member("type", integer: attribute.type)
      object.member("version", hex: attribute.version.contents)
      object.member("value", hex: attribute.value)
    }
  }
}

/// Whether `d2i_X509` takes the certificate, to its last byte.
private func isReadByOpenSSL(_ der: [UInt8]) -> Bool {
  ERR_set_mark()
  defer { ERR_pop_to_mark() }
  return unsafe der.withUnsafeBufferPointer { buffer in
    var next = buffer.baseAddress
    guard let certificate = unsafe d2i_X509(nil, &next, buffer.count) else { return false }
    defer { unsafe X509_free(certificate) }
    return unsafe next == buffer.baseAddress.map { unsafe $0 + buffer.count }
  }
}

private func changed(_ octets: [UInt8], _ random: inout SplitMix) -> [UInt8] {
  guard !octets.isEmpty else { return [UInt8(truncatingIfNeeded: random.next())] }
  var octets = octets
  let place = Int(random.next() % UInt64(octets.count))
  switch random.next() % 3 {
  case 0: octets[place] = UInt8(truncatingIfNeeded: random.next())
  case 1: octets.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
  default: octets.remove(at: place)
  }
  return octets
}
