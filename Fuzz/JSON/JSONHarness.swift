// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import FuzzChecks
import LibFuzzer

@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe FuzzCheck.json.runOrTrap(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}

/// The package manager starts an executable here.
@c(FuzzJSON_main)
func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
}
