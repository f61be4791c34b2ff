// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import FuzzMutator
import SeededRandom
import Testing

@Suite("What must hold for any bytes") struct FuzzChecksTests {
  @Test("holds for every test receipt", arguments: FuzzCheck.allCases)
  func testReceipts(check: FuzzCheck) throws {
    let receipts = TestReceipts.all()
    try #require(receipts.count >= 20)
    for (name, bytes) in receipts { expect(check, bytes, name) }
  }

  @Test("holds for everything that a fuzzer starts from or ever failed on", arguments: FuzzCheck.allCases)
  func regressions(check: FuzzCheck) {
    for folder in ["corpus", "regressions"] {
      for (name, bytes) in TestReceipts.files(in: "Fuzz/\(check.rawValue)/\(folder)") {
        expect(check, bytes, "\(folder)/\(name)")
      }
    }
  }

  @Test("holds for no bytes, and for each single byte", arguments: FuzzCheck.allCases)
  func shortInput(check: FuzzCheck) {
    expect(check, [], "empty")
    for byte in UInt8.min...UInt8.max { expect(check, [byte], "\(byte)") }
  }

  @Test("is demanded of receipts that verify: most test receipts do")
  func verification() throws {
    let check = try #require(VerifyCheck.shared)
    let verified = TestReceipts.all().filter { check.isVerified($0.bytes) }.map(\.name)
    #expect(verified.contains("sandbox-sha256.der") && verified.contains("xcode.der"))
    #expect(verified.count >= 15, "\(verified)")
  }

  @Test("is missed when content is verified that is not among the known ones")
  func forgedContent() throws {
    let bytes = TestReceipts.bytes("sandbox-sha256.der")
    let ignorant = try VerifyCheck(genuineContents: [], authority: nil)
    #expect(throws: Violation.self) { try ignorant.run(bytes) }
  }

  @Test("is missed when reading takes more time or heap than it may")
  func cost() {
    let bytes = TestReceipts.bytes("sandbox-sha256.der")
    for check in [FuzzCheck.pkcs7, .receipt, .propertyList] {
      let greedy = CostMeter(peakHeap: { _ in 65_536 + 4 * bytes.count + 1 }, slowness: nil)
      #expect(throws: Violation.self) { try check.run(bytes, meter: greedy) }
      let slow = CostMeter(peakHeap: nil, slowness: 0)
      #expect(throws: Violation.self) { try check.run(bytes, meter: slow) }
      let modest = CostMeter(peakHeap: { _ in 65_536 + 4 * bytes.count }, slowness: 1_000)
      #expect(throws: Never.self) { try check.run(bytes, meter: modest) }
    }
  }

  @Test(
    "is missed when a document shows a character that acts on a terminal",
    arguments: ["\u{1B}[2J", "\u{7F}", "\u{85}", "\u{202E}", "\u{2028}", "\r"])
  func controls(text: String) {
    #expect(throws: Violation.self) { try requireShowable(Array(text.utf8), allowsLineFeeds: true) }
  }
}

@Suite("Sweep: what must hold for any bytes") struct FuzzSweep {
  @Test("holds for changed test receipts", arguments: FuzzCheck.allCases)
  func changes(check: FuzzCheck) {
    let seeds = (TestReceipts.all() + TestReceipts.files(in: "Fuzz/\(check.rawValue)/corpus"))
      .map(\.bytes).filter { $0.count < 10_000 }
    var random = SplitMix(state: 41)
    for round in 0..<4_000 {
      var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
      let other = seeds[Int(random.next() % UInt64(seeds.count))]
      for _ in 0...(random.next() % 4) { random.change(&bytes, other) }
      guard expect(check, bytes, "round \(round)") else { return }
    }
  }

  @Test(
    "holds for test receipts whose elements were changed, in time",
    arguments: [FuzzCheck.pkcs7, .receipt, .report, .verify])
  func structuredChanges(check: FuzzCheck) throws {
    let mutator = ReceiptMutator(signing: try ReceiptSigning(FuzzAuthority.shared.get()))
    let seeds = TestReceipts.all().map(\.bytes).filter { $0.count < 10_000 }
    // In a release, where the sweeps run, nothing slows reading down.
    let meter = CostMeter(peakHeap: nil, slowness: 1)
    var random = SplitMix(state: 42)
    for round in 0..<4_000 {
      let seed = seeds[Int(random.next() % UInt64(seeds.count))]
      let bytes = mutator.mutate(seed, limit: 16_384, seed: random.next()) { octets, _ in
        var octets = octets
        random.change(&octets, seed)
        return octets
      }
      guard expect(check, bytes, "round \(round)", meter) else { return }
    }
  }
}

/// Records what does not hold, with the bytes, and says whether all did.
@discardableResult
private func expect(_ check: FuzzCheck, _ bytes: [UInt8], _ name: String, _ meter: CostMeter? = nil) -> Bool {
  do throws(Violation) {
    try check.run(bytes, meter: meter)
    return true
  } catch {
    let digits = bytes.prefix(8_000).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    Issue.record("\(check.rawValue), \(name): \(error.message)\n\(digits)")
    return false
  }
}

extension SplitMix {
  fileprivate mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

  /// Makes one change: a byte set, flipped, removed or put in, a part of `other` copied over, or the end cut off.
  fileprivate mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = below(bytes.count)
    switch next() % 6 {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
    case 1: bytes[place] ^= 1 << UInt8(next() % 8)
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
    case 4:
      let start = below(other.count)
      let part = other[start..<min(start + below(64), other.count)]
      bytes.replaceSubrange(place..<min(place + part.count, bytes.count), with: part)
    default: bytes.removeLast(below(40) % bytes.count)
    }
  }
}
