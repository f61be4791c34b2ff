// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import FuzzChecks
package import FuzzMutator
import Glibc
import LibFuzzer

/// What every harness is made of: libFuzzer's calls, passed on to a check and a mutator.
package enum Entry {
  /// Tries one input.
  package static func test(_ check: FuzzCheck, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe check.runOrTrap(UnsafeBufferPointer(start: bytes, count: count), meter: meter)
    return 0
  }

  /// Hands over to libFuzzer, with the arguments of the process.
  package static func run(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt {
    var count = count
    var arguments = unsafe arguments
    return unsafe LLVMFuzzerRunDriver(&count, &arguments, test)
  }

  // MARK: - Mutation

  /// Changes receipts by their elements.
  package static let structured = ReceiptMutator(signing: nil)

  /// Changes receipts by their elements, and signs them again.
  package static let signed = ReceiptMutator(signing: authority.map { ReceiptSigning($0) })

  /// Changes transaction receipts, and signs them again.
  package static let transactions = authority.flatMap { try? TransactionMutator($0) }

  private static let authority = try? FuzzAuthority.shared.get()

  /// A mutation: bytes, the most that there may be, a seed, and the mutation of what has no structure.
  package typealias Mutation = ([UInt8], Int, UInt64, PlainMutation) -> [UInt8]

  /// Changes an input in place.
  ///
  /// - Returns: How many bytes it has now.
  package static func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32, _ mutation: Mutation
  ) -> Int {
    guard let bytes = unsafe bytes else { return 0 }
    if isPlain { return unsafe LLVMFuzzerMutate(bytes, count, capacity) }
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    let changed = mutation(input, capacity, UInt64(seed), plainMutation)
    return unsafe store(changed, at: bytes, capacity)
  }

  /// Puts a part of one input into another.
  ///
  /// - Returns: How many bytes that has.
  package static func cross(
    _ mutator: ReceiptMutator, _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
    _ output: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ seed: UInt32
  ) -> Int {
    guard let output = unsafe output else { return 0 }
    let crossed =
      isPlain
      ? unsafe Array(first)
      : unsafe mutator.cross(Array(first), with: Array(second), limit: capacity, seed: UInt64(seed))
    return unsafe store(crossed, at: output, capacity)
  }

  /// Whether the environment asks for libFuzzer's own mutation alone, to compare with.
  private static let isPlain = unsafe getenv("RECEIPT_FUZZ_PLAIN") != nil

  private static func plainMutation(_ octets: [UInt8], _ limit: Int) -> [UInt8] {
    guard limit > 0 else { return octets }
    var memory = octets + Array(repeating: 0, count: max(0, limit - octets.count))
    let count = unsafe memory.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe LLVMFuzzerMutate($0, octets.count, limit) } ?? 0
    }
    return Array(memory.prefix(count))
  }

  private static func store(_ octets: [UInt8], at bytes: UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Int
  {
    let count = min(octets.count, capacity)
    for index in 0..<count { unsafe bytes[index] = octets[index] }
    return count
  }

  // MARK: - Cost

  /// Counts the heap by AddressSanitizer's hooks. With it and with coverage, everything takes longer; how much was measured
  /// is in docs/fuzzing.md.
  private static let meter = CostMeter(
    peakHeap: { body in
      receipts_heap_start()
      body()
      return receipts_heap_peak()
    }, slowness: 25)
}
