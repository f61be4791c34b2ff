// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc
import OpenSSLBaseline

/// Something that can be done again and again, to be timed.
struct Subject {
  let name: String
  /// Does it once.
  let run: () throws -> Void

  init(_ name: String, _ run: @escaping () throws -> Void) {
    self.name = name
    self.run = run
  }
}

/// What a subject was seen to cost.
struct Cost {
  let name: String
  /// Nanoseconds of processor time for one run, one sample a round.
  var samples: [Double] = []
  var allocations = 0
  var allocatedBytes = 0
  var peakBytes = 0

  var best: Double { samples.min() ?? 0 }
  var median: Double { samples.sorted()[samples.count / 2] }

  /// How many times the cost of another subject this was: the median over the rounds, in each of which both were timed
  /// one after the other, so that what else the machine did fell on both.
  func ratio(to other: Cost) -> Double {
    zip(samples, other.samples).map { $0 / $1 }.sorted()[samples.count / 2]
  }
}

/// Times subjects against each other: in each round each of them, beginning with another one every time.
struct Race {
  let rounds: Int
  /// How long one sample takes at least, in nanoseconds.
  let sampleTime = 1_500_000.0

  func run(_ subjects: [Subject]) throws -> [Cost] {
    var costs = subjects.map { Cost(name: $0.name) }
    let repetitions = try subjects.map { subject in
      try subject.run()
      let once = max(try time(subject, 1), 1)
      return max(Int(sampleTime / once), 1)
    }
    for round in 0..<rounds {
      for place in subjects.indices {
        let index = (round + place) % subjects.count
        costs[index].samples.append(
          try time(subjects[index], repetitions[index]) / Double(repetitions[index]))
      }
    }
    for (index, subject) in subjects.enumerated() {
      baseline_count_allocations()
      try subject.run()
      let counted = baseline_allocations_counted()
      costs[index].allocations = Int(counted.allocations)
      costs[index].allocatedBytes = Int(counted.bytes)
      costs[index].peakBytes = Int(counted.peak)
    }
    return costs
  }

  /// Nanoseconds of this thread's processor time: what other programs take does not count.
  private func time(_ subject: Subject, _ repetitions: Int) throws -> Double {
    let start = processorTime()
    for _ in 0..<repetitions { try subject.run() }
    return processorTime() - start
  }

  private func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Keeps the compiler from leaving out work of which nobody uses the result.
@inline(never)
func keep<Value>(_ value: Value) {}
