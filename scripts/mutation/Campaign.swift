// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Dispatch
import Foundation
import Synchronization

/// Tries every mutant on the tests in which it would matter.
final class Campaign: Sendable {
  /// What became of a mutant.
  enum Fate: String {
    case killed
    /// All tests in which it matters pass with it.
    case survived
    /// It matters in no test.
    case unreached
  }

  /// A test, and what it takes.
  private struct Test {
    let name: String
    let seconds: Double
  }

  private let binary: TestBinary
  private let folder: String
  /// How many processes run at a time.
  private let jobs: Int

  init(_ binary: TestBinary, folder: String) {
    self.binary = binary
    self.folder = folder
    let processors = ProcessInfo.processInfo.activeProcessorCount
    jobs = ProcessInfo.processInfo.environment["RECEIPT_MUTATION_JOBS"].flatMap { Int($0) } ?? processors
  }

  /// The fate of each point.
  ///
  /// Fates are written down as they are found, so that a run that is broken off goes on where it stopped, as long as the
  /// executable file is the same.
  func fates(of points: [MutationPoint]) -> [MutationPoint: Fate] {
    let journal = Journal(folder + "/fates.tsv", binary: binary.path)
    let fates = Mutex(journal.known(points))
    let rest = points.filter { point in fates.withLock { $0[point] == nil } }
    guard !rest.isEmpty else { return fates.withLock { $0 } }
    if rest.count < points.count { report("\(points.count - rest.count) are known from before") }
    let tests = testsByPoint(Set(rest.map(\.id)))
    let start = Date()
    // What takes long last: should there be no time for it, most is known.
    let order = rest.sorted { cost(tests[$0.id]) < cost(tests[$1.id]) }
    forEach(order.count) { index in
      let point = order[index]
      let fate = tests[point.id].map { self.fate(of: point, $0) } ?? .unreached
      journal.write(point, fate)
      let done = fates.withLock { fates in
        fates[point] = fate
        return fates.count
      }
      if fate == .survived { report("survived: \(point.description)") }
      if done % 100 == 0 { report("\(done) of \(points.count) after \(Int(-start.timeIntervalSinceNow)) s") }
    }
    return fates.withLock { $0 }
  }

  private func cost(_ tests: [Test]?) -> Double { tests?.reduce(0) { $0 + $1.seconds } ?? 0 }

  // MARK: - What each test reaches

  /// The tests in which each point would have changed a value, the quickest first.
  private func testsByPoint(_ wanted: Set<Int>) -> [Int: [Test]] {
    let names = binary.testNames()
    guard !names.isEmpty else { fail("\(binary.path) lists no test") }
    let found = Mutex<[Int: [Test]]>([:])
    let total = Mutex(0.0)
    report("\(names.count) tests without a change")
    forEach(names.count) { index in
      let file = "\(self.folder)/reach-\(index)"
      let run = self.binary.run(
        tests: [names[index]], environment: ["RECEIPT_MUTATION_REACH": file], limit: 600)
      guard run.outcome == .passed, run.output.contains("Test run with 1 test") else {
        fail("without a change, \(names[index]) \(run.outcome):\n\(run.output.suffix(2_000))")
      }
      let reached = lines(of: file).compactMap { Int($0) }
      try? FileManager.default.removeItem(atPath: file)
      found.withLock { found in
        for id in reached where wanted.contains(id) {
          found[id, default: []].append(Test(name: names[index], seconds: run.seconds))
        }
      }
      total.withLock { $0 += run.seconds }
    }
    report("they take \(Int(total.withLock { $0 })) s of processor time")
    return found.withLock { $0 }.mapValues { $0.sorted { $0.seconds < $1.seconds } }
  }

  // MARK: - One mutant

  private func fate(of point: MutationPoint, _ tests: [Test]) -> Fate {
    var rest = tests[...]
    var budget = 0.5
    while !rest.isEmpty {
      // A process has its price too: the quickest tests together, then ever more of them.
      var batch: [Test] = []
      var seconds = 0.0
      while let next = rest.first, batch.isEmpty || (seconds + next.seconds <= budget && batch.count < 40) {
        batch.append(next)
        seconds += next.seconds
        rest.removeFirst()
      }
      budget *= 3
      let run = binary.run(
        tests: batch.map(\.name), environment: ["RECEIPT_MUTANT": "\(point.id)"], limit: 3 + Int(4 * seconds))
      if run.outcome != .passed { return .killed }
    }
    return .survived
  }

  /// Calls `body` for every number, on all processors, in order.
  private func forEach(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }
}

/// Says on standard error how far it is.
func report(_ message: String) {
  FileHandle.standardError.write(Data("mutate: \(message)\n".utf8))
}
