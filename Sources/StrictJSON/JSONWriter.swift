// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A writer of JSON text (RFC 8259) into one buffer, in the order of the calls.
///
/// Every call writes one whole document and ends it with a newline, so that the compact style gives NDJSON:
///
/// ```swift
/// var writer = JSONWriter(style: .compact)
/// writer.object { report in
///   report.member("schema", integer: 1)
///   report.object("input") { input in
///     input.member("form", string: "base64")
///     input.array("repairs") { $0.element(string: "padding") }
///   }
/// }
/// ```
/// The closures make unbalanced brackets, missing commas and members outside an object impossible to write;
/// an absent (`nil`) value leaves its key out. What the text can contain is described at
/// `JSONObjectWriter.member(_:string:)`. That no key is written twice is the caller's duty.
public struct JSONWriter: ~Copyable {
  /// How the text is laid out.
  public enum Style: Sendable {
    /// One member or element a line, indented by two spaces; empty containers are `{}` and `[]`.
    case pretty
    /// Each document on one line without blanks.
    case compact
  }

  var output: JSONOutput

  /// A writer with nothing written yet.
  public init(style: Style) {
    output = JSONOutput(isPretty: style == .pretty)
  }

  // MARK: - Documents

  /// Writes one document that is an object, and a newline.
  public mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    output.object(members)
    output.endDocument()
  }

  /// Writes one document that is an array, and a newline.
  public mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    output.array(elements)
    output.endDocument()
  }

  // MARK: - The text

  /// The documents written so far: UTF-8, without a byte order mark.
  public var bytes: [UInt8] { output.bytes }

  /// Forgets what was written and keeps the memory for the next documents.
  public mutating func removeAll() {
    output.bytes.removeAll(keepingCapacity: true)
  }
}
