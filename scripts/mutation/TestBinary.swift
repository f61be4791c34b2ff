// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Glibc
import Synchronization

/// The tests of the instrumented package, in one executable file.
struct TestBinary {
  let path: String
  /// Where the keys are that its processes share.
  let keys: String

  /// How a run of tests ended.
  enum Outcome: String {
    case passed
    case failed
    case crashed
    /// It took many times what it takes without a change.
    case timedOut
  }

  struct Run {
    let outcome: Outcome
    /// Of processor time.
    let seconds: Double
    let output: String
  }

  /// The names of all tests of the targets whose tests are run, sweeps excepted.
  func testNames() -> [String] {
    let run = run(["--list-tests"], environment: [:], limit: 60)
    return run.output.split(separator: "\n").map(String.init).filter { name in
      !name.contains("Sweep") && InstrumentedPackage.testTargets.contains { name.hasPrefix($0 + ".") }
    }
  }

  /// Runs some tests one after the other, until the first failure.
  func run(tests: [String], environment: [String: String], limit: Int) -> Run {
    let filters = tests.flatMap { ["--filter", "^" + NSRegularExpression.escapedPattern(for: $0)] }
    return run(["--no-parallel"] + filters, environment: environment, limit: limit)
  }

  private func run(_ arguments: [String], environment: [String: String], limit: Int) -> Run {
    let (identifier, end) = Self.starting.withLock { _ in start(arguments, environment, limit) }
    let (output, isStopped) = read(end, of: identifier, until: Date() + Double(60 + 20 * limit))
    close(end)
    return self.end(identifier, output, isStopped)
  }

  /// Held while a process starts, so that no other one gets the ends of its pipe.
  private static let starting = Mutex(())

  private func start(
    _ arguments: [String], _ environment: [String: String], _ limit: Int
  ) -> (identifier: pid_t, end: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fail("no pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    // A mutant that loops is stopped by the processor time that it takes, however busy the machine is.
    let shell = ["sh", "-c", "ulimit -t \(limit); ulimit -c 0; exec \"$@\"", "sh", path]
    let words = shell + ["--testing-library", "swift-testing"] + arguments
    var settings = ProcessInfo.processInfo.environment
    settings["SWIFT_BACKTRACE"] = "enable=no"
    settings["RECEIPT_CORPUS"] = nil
    settings["RECEIPT_MUTATION_KEYS"] = keys
    settings.merge(environment) { $1 }
    var identifier = pid_t()
    let status = withCStrings(words) { words in
      withCStrings(settings.map { "\($0)=\($1)" }) { settings in
        posix_spawn(&identifier, "/bin/sh", &actions, nil, words, settings)
      }
    }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard status == 0 else { fail("cannot start \(path): \(String(cString: strerror(status)))") }
    return (identifier, ends[0])
  }

  /// What a process writes. It is ended at its first failure or at the deadline, whichever comes first.
  private func read(
    _ end: Int32, of identifier: pid_t, until deadline: Date
  ) -> (output: String, isStopped: Outcome?) {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 500) > 0 else {
        guard Date() < deadline else {
          kill(identifier, SIGKILL)
          return (String(decoding: output, as: UTF8.self), .timedOut)
        }
        continue
      }
      let count = Glibc.read(end, &buffer, buffer.count)
      guard count > 0 else { return (String(decoding: output, as: UTF8.self), nil) }
      output += buffer[..<count]
      let text = String(decoding: output, as: UTF8.self)
      if text.contains(" recorded an issue") {
        kill(identifier, SIGKILL)
        return (text, .failed)
      }
    }
  }

  private func end(_ identifier: pid_t, _ output: String, _ isStopped: Outcome?) -> Run {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0 && errno == EINTR {}
    let seconds =
      Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    let signal = status & 0x7F
    let outcome: Outcome
    if let isStopped {
      outcome = isStopped
    } else if signal == SIGXCPU || signal == SIGKILL {
      outcome = .timedOut
    } else if signal != 0 {
      outcome = .crashed
    } else {
      outcome = (status >> 8) & 0xFF == 0 ? .passed : .failed
    }
    return Run(outcome: outcome, seconds: seconds, output: output)
  }
}

/// Hands texts to C, as an array that ends in a null pointer.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = texts.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
