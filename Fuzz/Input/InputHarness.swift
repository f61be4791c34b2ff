// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import FuzzEntry

@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Entry.test(.input, bytes, count)
}

/// The package manager starts an executable here.
@c(FuzzInput_main)
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  unsafe Entry.run(count, arguments, testOneInput)
}
