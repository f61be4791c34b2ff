// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Dispatch
import Foundation
import ReceiptForge
import ReceiptVerification
import SeededRandom
import Synchronization
import Testing

/// Genuine receipts, changed in every way that there is and in pairs of ways: whatever still verifies has the very payload
/// that was signed.
///
/// `RECEIPT_FORGERIES` says how many changed receipts are tried. From about 20 million on they hold every single change;
/// docs/security.md has the last such run.
@Suite("Sweep of forgeries") struct UnforgeabilitySweep {
  /// A receipt that verifies, and receipts that give it elements.
  struct Subject: Sendable, CustomStringConvertible {
    let description: String
    let submission: Submission
    let donors: [Submission]
  }

  /// What became of the changed receipts.
  private struct Tally {
    var tried = 0
    var verified = 0
    var forged: [String] = []
    var undecided: [String] = []
  }

  static let subjects = Result {
    let another = try Fixture.receipt { scene in
      scene.setCreation("2025-04-01T12:00:00Z")
      scene.receipt.purchases[0].set(.utf8String(1702, "com.example.app.yearly"))
    }
    let impostor = try Fixture.receipt { try $0.impersonate() }
    let (sha256, sha1) = (try Fixture.sha256.get(), try Fixture.sha1.get())
    return [
      Subject(description: "SHA-256", submission: sha256, donors: [another, sha1, impostor]),
      Subject(description: "SHA-1", submission: sha1, donors: [sha256, impostor]),
    ]
  }

  static let requestedCount =
    ProcessInfo.processInfo.environment["RECEIPT_FORGERIES"].flatMap { Int($0) } ?? 300_000

  // MARK: - Trying

  /// Tries changed receipts, on all processors.
  ///
  /// - Parameter change: The bytes by number and a description, `nil` where the change comes to nothing.
  private func tally(
    _ subject: Subject, _ count: Int, _ change: @Sendable (Int) -> (bytes: [UInt8], description: String)
  ) throws -> Tally {
    let verifier = try ReceiptVerifier(subject.submission.setup)
    let now = try Fixture.instant(subject.submission.now)
    let genuine = ([subject.submission] + subject.donors).compactMap { submission in
      (try? verifier.verify(submission.bytes, now: now)).map { Array($0.receipt.content) }
    }
    // The impostor's is not among them.
    try #require(genuine.count == subject.donors.count)
    let total = Mutex(Tally())
    let chunk = 1_024
    DispatchQueue.concurrentPerform(iterations: (count + chunk - 1) / chunk) { number in
      var part = Tally()
      for index in number * chunk..<min(count, (number + 1) * chunk) {
        let changed = change(index)
        guard changed.bytes != subject.submission.bytes else { continue }
        part.tried += 1
        do throws(ReceiptError) {
          let receipt = try verifier.verify(changed.bytes, now: now)
          part.verified += 1
          let isGenuine = genuine.contains { receipt.receipt.content.elementsEqual($0) }
          if !isGenuine || receipt.trust != .custom { part.forged.append(changed.description) }
        } catch {
          if error.code.category == .internal { part.undecided.append(changed.description) }
        }
      }
      total.withLock { total in
        total.tried += part.tried
        total.verified += part.verified
        total.forged += part.forged
        total.undecided += part.undecided
      }
    }
    return total.withLock { $0 }
  }

  private func expectNothingForged(_ tally: Tally, _ what: String) {
    print(
      "\(tally.tried) \(what): \(tally.verified) still verify, \(tally.forged.count) with another payload")
    #expect(tally.forged.prefix(5) == [])
    #expect(tally.undecided.prefix(5) == [])
    #expect(tally.tried > 0)
    // The root's bytes are free: so some do reach the end.
    #expect(tally.verified > 0)
  }

  private func changeable(_ subject: Subject) throws -> ChangeableReceipt {
    ChangeableReceipt(
      tree: try #require(ElementTree(subject.submission.bytes)),
      donors: try subject.donors.map { try #require(ElementTree($0.bytes)) })
  }

  // MARK: - Tests

  @Test("No single change of a byte or an element makes a receipt say something else")
  func singleChanges() throws {
    let subjects = try Self.subjects.get()
    let all = try subjects.reduce(0) { $0 + (try changeable($1)).count }
    // At most half of what was asked for, evenly spread.
    let step = max(1, (2 * all + Self.requestedCount - 1) / Self.requestedCount)
    for subject in subjects {
      let receipt = try changeable(subject)
      let tally = try tally(subject, receipt.count / step) { number in
        let change = receipt.change(number * step)
        return (receipt.bytes(after: change), "\(change)")
      }
      expectNothingForged(tally, "single changes of \(receipt.count) of a \(subject) receipt")
    }
  }

  @Test("No two changes together do")
  func pairsOfChanges() throws {
    let subjects = try Self.subjects.get()
    let all = try subjects.reduce(0) { $0 + (try changeable($1)).count }
    let count = max(Self.requestedCount / 2, Self.requestedCount - all) / subjects.count
    for (index, subject) in subjects.enumerated() {
      let receipt = try changeable(subject)
      let tally = try tally(subject, count) { number in
        var generator = SplitMix(state: UInt64(index) << 32 | UInt64(number))
        let changes = (receipt.randomChange(&generator), receipt.randomChange(&generator))
        return (receipt.bytes(after: changes), "\(changes)")
      }
      expectNothingForged(tally, "pairs of changes of a \(subject) receipt")
    }
  }

  @Test("A message taken apart is put together as it was")
  func identity() throws {
    for subject in try Self.subjects.get() {
      let tree = try #require(ElementTree(subject.submission.bytes))
      #expect(tree.elements.count > 300)
      #expect(tree.replacing([]) == subject.submission.bytes)
      for number in tree.elements.indices {
        let edit = ElementTree.Edit(element: number, bytes: tree.bytes(of: number))
        #expect(tree.replacing([edit]) == subject.submission.bytes)
      }
    }
  }
}
