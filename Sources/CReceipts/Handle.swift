// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A type whose values C code holds by a pointer that means nothing to it.
protocol HandleContent: ~Copyable {
  /// The number that tells handles of this type from all others, and from what is none any more.
  static var tag: UInt64 { get }
}

/// What a handle points to.
struct Handle<Content: HandleContent & ~Copyable>: ~Copyable {
  /// The content's number. It stands first, so that it can be looked for behind any pointer.
  private var tag: UInt64
  var content: Content

  /// The handle of some content, which belongs to the caller until `free`.
  static func make(_ content: consuming Content) -> OpaquePointer {
    let pointer = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    unsafe pointer.initialize(to: Self(tag: Content.tag, content: content))
    return OpaquePointer(pointer)
  }

  /// Where the content is; `nil` for NULL and for a handle of another type.
  ///
  /// A handle that was freed is found out only as long as its memory holds nothing else.
  static func find(_ handle: OpaquePointer?) -> UnsafeMutablePointer<Self>? {
    guard let handle = unsafe handle,
      unsafe UnsafeRawPointer(handle).loadUnaligned(as: UInt64.self) == Content.tag
    else { return nil }
    return unsafe UnsafeMutablePointer(handle)
  }

  /// Frees the handle in a variable, which is NULL from then on; does nothing with NULL and handles of another type.
  static func free(_ variable: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let variable = unsafe variable, let pointer = unsafe find(variable.pointee) else { return }
    unsafe variable.pointee = nil
    unsafe pointer.pointee.tag = 0
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}
