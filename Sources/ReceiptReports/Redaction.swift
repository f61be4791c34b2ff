// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

/// Tokens in the place of what identifies a person, so that a report can be passed on.
///
/// A value has the same token wherever it stands, numbered by first appearance: what belongs together still does. One
/// redaction serves one run of output.
public final class Redaction {
  private var tokens: [Key: String] = [:]
  private var counts: [String: Int] = [:]

  private struct Key: Hashable {
    let kind: String
    let value: [UInt8]
  }

  /// A redaction that has seen nothing.
  public init() {}

  /// The token of a value: `transaction-1`.
  func token(_ kind: String, _ value: some Sequence<UInt8>) -> String {
    let key = Key(kind: kind, value: Array(value))
    if let token = tokens[key] { return token }
    counts[kind, default: 0] += 1
    let token = "\(kind)-\(counts[kind, default: 0])"
    tokens[key] = token
    return token
  }
}

extension Redaction? {
  /// The name of an input, or its token. Standard input has no name of its own.
  public func name(_ name: String) -> String {
    guard let self, name != ReceiptReport.standardInput else { return name }
    return self.token("file", name.utf8)
  }

  /// A transaction's identifier, or its token.
  func transaction(_ identifier: ReceiptText) -> String {
    self?.token("transaction", identifier.utf8) ?? identifier.description
  }

  /// Bytes in hexadecimal, or their token.
  func hex(_ octets: some Collection<UInt8>) -> String {
    self?.token("hex", octets) ?? hexadecimalText(octets)
  }

  /// A device's identifier, or its token.
  func device(_ identifier: String) -> String {
    self?.token("device", identifier.utf8) ?? identifier
  }

  /// A value that may identify somebody, as its token; `nil` for any other. Zero stands for none and identifies nobody.
  func token(_ definition: AttributeDefinition, _ value: AttributeValue) -> String? {
    guard let self else { return nil }
    switch (value, definition.identifies) {
    case (.text(let text), let identity?): return self.token(identity.rawValue, text.utf8)
    case (.integer(let integer), let identity?):
      return integer.int64 == 0 ? nil : self.token(identity.rawValue, integer.description.utf8)
    case (.octets(let octets), _): return self.token("hex", octets)
    default: return nil
    }
  }
}
