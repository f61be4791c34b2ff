// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import Foundation
import ReceiptVerification
import Testing

@Suite("Sweep of repetitions", .serialized) struct MemorySweep {
  /// The memory that the process holds, in bytes (proc(5)); `nil` where the system does not say.
  private func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Whether many repetitions leave the process within 1 MiB of the memory it had.
  ///
  /// Other tests may run meanwhile and take memory of their own; a leak shows in every round.
  private func staysFlat(_ what: String, _ count: Int, _ body: (Int) -> Void) throws -> Bool {
    for number in 0..<count / 10 { body(number) }
    for _ in 1...5 {
      let before = try #require(residentBytes())
      for number in 0..<count { body(number) }
      let growth = try #require(residentBytes()) - before
      print("\(count) \(what): \(growth / 1024) KiB more")
      if growth < 1 << 20 { return true }
    }
    return false
  }

  @Test("100 000 verifications of a genuine receipt leave memory as it was")
  func genuine() throws {
    let submission = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(submission.setup)
    #expect(try staysFlat("genuine receipts", 100_000) { _ in _ = verifier.verdict(submission) })
  }

  @Test("100 000 verifications of forgeries and their twins leave memory as it was")
  func forgeries() throws {
    let submissions = try Catalogue.attacks.flatMap { [try $0.forgery(), try $0.twin()] }.filter {
      $0.bytes.count < 20_000
    }
    let verifiers = try submissions.map { try ReceiptVerifier($0.setup) }
    let isFlat = try staysFlat("forgeries and twins", 100_000) { number in
      let index = number % submissions.count
      _ = verifiers[index].verdict(submissions[index])
    }
    #expect(isFlat)
  }

  @Test("2 000 chains that are not known leave memory as it was")
  func misses() throws {
    let submission = try Fixture.sha256.get()
    let isFlat = try staysFlat("new verifiers", 2_000) { _ in
      _ = (try? ReceiptVerifier(submission.setup))?.verdict(submission)
    }
    #expect(isFlat)
  }
}
