// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import FuzzEntry
import FuzzMutator

@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Entry.test(.propertyList, bytes, count)
}

@c(LLVMFuzzerCustomMutator)
func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
  unsafe Entry.mutate(bytes, count, capacity, seed) { bytes, limit, seed, plain in
    Entry.transactions?.mutate(bytes, limit: limit, seed: seed, plain: plain) ?? plain(bytes, limit)
  }
}

/// The package manager starts an executable here.
@c(FuzzPropertyList_main)
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  unsafe Entry.run(count, arguments, testOneInput)
}
