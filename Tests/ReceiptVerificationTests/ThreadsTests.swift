// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import COpenSSL
import Foundation
import ReceiptVerification
import Synchronization
import Testing

@Suite("Threads") struct ThreadsTests {
  private struct Case: Sendable {
    let submission: Submission
    let verifier: ReceiptVerifier
    let expected: Verdict
  }

  /// Attacks and twins of which one verifier for each setup is shared by all threads.
  private func cases() throws -> [Case] {
    let attacks = Catalogue.attacks.filter { attack in
      ["A", "B", "C", "G", "J"].contains(attack.id.prefix(1)) && !attack.id.hasPrefix("C4")
    }
    var verifiers: [VerifierSetup: ReceiptVerifier] = [:]
    return try attacks.flatMap { [try $0.forgery(), try $0.twin()] }.map { submission in
      let verifier = try verifiers[submission.setup] ?? ReceiptVerifier(submission.setup)
      verifiers[submission.setup] = verifier
      return Case(submission: submission, verifier: verifier, expected: try submission.verdict())
    }
  }

  @Test(
    "Eight threads that mix good and bad receipts get the answers that one gets, and leave no error behind")
  func eightThreads() throws {
    let cases = try cases()
    let differences = Mutex<[String]>([])
    let done = DispatchGroup()
    for number in 0..<8 {
      done.enter()
      let thread = Thread {
        defer { done.leave() }
        // Each thread begins elsewhere, so that all kinds meet.
        for offset in cases.indices {
          let one = cases[(offset + number * cases.count / 8) % cases.count]
          let before = ERR_peek_error()
          let verdict = one.verifier.verdict(one.submission)
          if before != 0 || ERR_peek_error() != 0 || verdict != one.expected {
            differences.withLock { $0.append("\(verdict), not \(one.expected)") }
          }
        }
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    done.wait()
    #expect(differences.withLock { $0 } == [])
  }

  @Test("Verifiers may be made on all threads at once")
  func makingVerifiers() throws {
    let submission = try Fixture.sha256.get()
    let expected = try submission.verdict()
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      if (try? submission.verdict()) != expected { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
