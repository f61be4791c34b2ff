// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import FuzzEntry
import FuzzMutator

@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Entry.test(.report, bytes, count)
}

@c(LLVMFuzzerCustomMutator)
func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
  unsafe Entry.mutate(bytes, count, capacity, seed, Entry.structured.mutate)
}

@c(LLVMFuzzerCustomCrossOver)
func cross(
  _ first: UnsafePointer<UInt8>?, _ firstCount: Int, _ second: UnsafePointer<UInt8>?, _ secondCount: Int,
  _ output: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ seed: UInt32
) -> Int {
  unsafe Entry.cross(
    Entry.structured, UnsafeBufferPointer(start: first, count: firstCount),
    UnsafeBufferPointer(start: second, count: secondCount), output, capacity, seed)
}

/// The package manager starts an executable here.
@c(FuzzReport_main)
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  unsafe Entry.run(count, arguments, testOneInput)
}
