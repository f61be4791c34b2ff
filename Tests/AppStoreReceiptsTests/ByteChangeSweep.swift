// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing
import SeededRandom

@Suite("Sweep: every change of a byte") struct ByteChangeSweep {
  static let subjects: [Result<SweepSubject, any Error>] = [
    Result { try SweepSubject(.der, purchases: 2, isSmall: true) },
    Result { try SweepSubject(.xcode, purchases: 2) },
  ]

  @Test(
    "any change of one byte gives an answer, blames no byte far before, and spoils nothing before",
    arguments: subjects.indices, 0..<8)
  func changes(index: Int, part: Int) throws {
    let subject = try Self.subjects[index].get()
    let reference = try #require(DecodedReceipt(subject.bytes).receipt).inAppPurchases.map {
      PurchaseSummary($0)
    }
    var random = SplitMix(state: UInt64(8 + part))
    for place in subject.bytes.indices where place % 8 == part {
      let untouched = reference.indices.filter { subject.end(ofPurchase: $0) <= place }.count
      for difference in UInt8(1)...UInt8.max {
        var bytes = subject.bytes
        bytes[place] ^= difference
        let decoded = DecodedReceipt(bytes)
        _ = touch(decoded, thoroughly: difference.nonzeroBitCount == 1)
        // A header, a number or an algorithm is blamed at its start; none is longer than this before its last
        // byte.
        if let fault = decoded.fault, let offset = fault.offset, !(place - 40...bytes.count ~= offset) {
          Issue.record("byte \(place) ^ \(difference): \(fault)")
          return
        }
        if decoded.fault != nil, decoded.fault?.offset == nil || decoded.fault?.path == nil {
          Issue.record("byte \(place) ^ \(difference): a fault without a place")
          return
        }
        if let receipt = decoded.receipt, untouched > 0 {
          let found = receipt.inAppPurchases.prefix(untouched).map { PurchaseSummary($0) }
          if found != Array(reference.prefix(untouched)) {
            Issue.record("byte \(place) ^ \(difference): a purchase before it changed")
            return
          }
        }
        // A prefix of a faulty input has the same fault, or ends too early.
        if let fault = decoded.fault, difference % 16 == 1 {
          let count = Int(random.next() % UInt64(bytes.count))
          let cut = DecodedReceipt(Array(bytes[..<count])).fault
          let truncated = cut?.code.rawValue == "encoding.truncated" && cut?.offset == count
          if !truncated, cut?.code != fault.code || cut?.offset != fault.offset {
            Issue.record(
              "byte \(place) ^ \(difference), cut to \(count): \(String(describing: cut)), not \(fault)"
            )
            return
          }
        }
      }
    }
  }

  @Test("several random changes at once give an answer", arguments: subjects.indices)
  func manyChanges(index: Int) throws {
    let subject = try Self.subjects[index].get()
    var random = SplitMix(state: 9)
    for _ in 0..<30_000 {
      var bytes = subject.bytes
      for _ in 0...(random.next() % 6) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        default:
          let other = Int(random.next() % UInt64(bytes.count))
          let count = min(Int(random.next() % 32), bytes.count - max(place, other))
          bytes.replaceSubrange(place..<(place + count), with: Array(bytes[other..<(other + count)]))
        }
      }
      let decoded = DecodedReceipt(bytes)
      _ = touch(decoded)
      if let offset = decoded.fault?.offset, !(0...bytes.count ~= offset) {
        Issue.record("\(bytes): \(offset)")
        return
      }
    }
  }
}
