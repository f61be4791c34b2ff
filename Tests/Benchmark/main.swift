// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// Times the library against OpenSSL and against the bare minimum, and prints tables.
//
//   Benchmark [--rounds N]              all tables
//   Benchmark --heats TEXT              those with this text in their title
//   Benchmark --only SUBJECT --runs N   one subject, so often, and no timing: for callgrind

import AppStoreReceipts
import Foundation

/// Several subjects that are compared with one of them.
struct Heat {
  let title: String
  let reference: String
  let subjects: () throws -> [Subject]
}

let small = try Input.testReceipt("sandbox-sha256")
let large = try Input.testReceipt("purchases-200")
let old = try Input.testReceipt("sandbox-sha1")
let xcode = try Input.testReceipt("xcode")
let walk = "OpenSSL: walk, texts copied"
let floor = "floor: EVP_DigestVerify, key ready"

let heats = [
  Heat(title: "decoding sandbox-sha256", reference: walk) { try DecodingRace(input: small).subjects() },
  Heat(title: "decoding purchases-200", reference: walk) { try DecodingRace(input: large).subjects() },
  Heat(title: "verifying sandbox-sha256", reference: floor) { try VerificationRace(input: small).subjects() },
  Heat(title: "verifying sandbox-sha1", reference: floor) { try VerificationRace(input: old).subjects() },
  Heat(title: "verifying purchases-200", reference: floor) { try VerificationRace(input: large).subjects() },
  Heat(title: "signers met for the first time, and refusals", reference: floor) {
    try StrangersRace().subjects()
  },
  Heat(title: "from text, sandbox-sha256", reference: "DER file") { try CoatRace(input: small).subjects() },
  Heat(title: "from text, xcode", reference: "DER file") { try CoatRace(input: xcode).subjects() },
  Heat(title: "from text, purchases-200", reference: "DER file") { try CoatRace(input: large).subjects() },
]

var rounds = 31
var only: String?
var runs = 0
var wanted = ""
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  switch (option, arguments.popFirst()) {
  case ("--rounds", let value?): rounds = Int(value) ?? rounds
  case ("--only", let value?): only = value
  case ("--heats", let value?): wanted = value
  case ("--runs", let value?): runs = Int(value) ?? 0
  default:
    print("Benchmark: unknown argument \(option)")
    exit(64)
  }
}

if let only {
  for heat in heats where only.hasPrefix(heat.title + "/") {
    for subject in try heat.subjects() where "\(heat.title)/\(subject.name)" == only {
      for _ in 0..<runs { try subject.run() }
      exit(0)
    }
  }
  print("Benchmark: no subject has this name; there are")
  for heat in heats { for subject in try heat.subjects() { print("\(heat.title)/\(subject.name)") } }
  exit(64)
}

let race = Race(rounds: rounds)
for heat in heats where wanted.isEmpty || heat.title.contains(wanted) {
  Table(title: heat.title, reference: heat.reference, costs: try race.run(try heat.subjects())).print()
}
if wanted.isEmpty { try Growth(race: race).print() }
