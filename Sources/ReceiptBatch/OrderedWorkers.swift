// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// Threads that work on pieces side by side and hand the results on in the order of the pieces.
///
/// At any time only a few pieces are in memory, so that a stream of any length flows through.
@safe final class OrderedWorkers: @unchecked Sendable {
  typealias Piece = Batch.Piece

  // Everything below is reached with `mutex` held only.
  private var waiting: [(number: Int, piece: Piece)] = []
  private var finished: [Int: [UInt8]] = [:]
  private var nextNumber = 0
  private var nextToWrite = 0
  private var isWriting = false
  private var isClosed = false
  private var hasFailed = false
  private var threads: [pthread_t] = []

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let capacity: Int
  private let work: @Sendable (Piece) -> [UInt8]
  private let write: @Sendable ([UInt8]) -> Bool

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: How many threads, from 1 up.
  ///   - work: Makes the result of a piece, on any thread.
  ///   - write: Takes a result, one at a time and in order; `false` ends everything.
  init(count: Int, work: @escaping @Sendable (Piece) -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Bool)
  {
    capacity = 4 * count
    self.work = work
    self.write = write
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
    for _ in 0..<count {
      var thread = pthread_t()
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      let result = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<OrderedWorkers>.fromOpaque(context).takeRetainedValue().runUntilClosed()
          }
          return nil
        }, context)
      if result == 0 {
        threads.append(thread)
      } else {
        unsafe Unmanaged<OrderedWorkers>.fromOpaque(context).release()
      }
    }
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  // MARK: - The caller's side

  /// Hands in the next piece; waits while there are too many.
  ///
  /// - Returns: Whether results can still be written.
  func submit(_ piece: Piece) -> Bool {
    // Without a single thread, which the host may refuse, the caller does the work.
    guard !threads.isEmpty else { return write(work(piece)) }
    lock()
    defer { unlock() }
    while nextNumber - nextToWrite >= capacity, !hasFailed { wait() }
    waiting.append((nextNumber, piece))
    nextNumber += 1
    wakeAll()
    return !hasFailed
  }

  /// Waits until every result is written.
  ///
  /// - Returns: Whether all of them were.
  func finish() -> Bool {
    lock()
    isClosed = true
    wakeAll()
    unlock()
    for thread in threads { pthread_join(thread, nil) }
    return !hasFailed
  }

  // MARK: - The threads' side

  private func runUntilClosed() {
    lock()
    while true {
      while waiting.isEmpty, !isClosed { wait() }
      guard !waiting.isEmpty else { break }
      let (number, piece) = waiting.removeFirst()
      unlock()
      let result = work(piece)
      lock()
      finished[number] = result
      writeFinished()
    }
    unlock()
  }

  /// Writes what is next in order, unless another thread is at it.
  private func writeFinished() {
    guard !isWriting else { return }
    isWriting = true
    while let result = finished.removeValue(forKey: nextToWrite) {
      if !hasFailed {
        unlock()
        let isWritten = write(result)
        lock()
        hasFailed = !isWritten
      }
      nextToWrite += 1
      wakeAll()
    }
    isWriting = false
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
  private func wait() { unsafe pthread_cond_wait(changed, mutex) }
  private func wakeAll() { unsafe pthread_cond_broadcast(changed) }
}
