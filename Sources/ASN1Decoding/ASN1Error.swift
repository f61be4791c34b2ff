// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What is wrong with an encoding, and at which byte.
///
/// It says nothing of the contents, so it may be shown to whoever sent the bytes.
public struct ASN1Error: Error, Hashable, Sendable {
  /// The kind of fault.
  public let code: Code

  /// The first offending byte, counted from the start of the input.
  ///
  /// For input that ends too early this is the number of bytes there are.
  public let offset: Int

  /// A fault of the given kind at the given byte.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }
}

// MARK: - Codes

extension ASN1Error {
  /// A fault's name, `class.reason`.
  ///
  /// The set is open: a decoder of a structure adds the faults of that structure.
  public struct Code: Sendable {
    /// The name, for example `encoding.truncated`.
    public let rawValue: StaticString

    /// A fault named by `rawValue`.
    public init(_ rawValue: StaticString) {
      self.rawValue = rawValue
    }
  }
}

extension ASN1Error.Code {
  /// The input ends inside an element.
  public static var truncated: Self { Self("encoding.truncated") }
  /// Length octets that DER forbids or that run past the enclosing element (X.690 8.1.3, 10.1).
  public static var length: Self { Self("encoding.length") }
  /// An identifier that takes more than one octet (X.690 8.1.2.4).
  public static var tag: Self { Self("encoding.tag") }
  /// End-of-contents octets where no indefinite length was opened, or malformed ones (X.690 8.1.5).
  public static var endOfContents: Self { Self("encoding.end-of-contents") }
  /// An indefinite length where it is not allowed (X.690 8.1.3.6, 10.1).
  public static var indefiniteLength: Self { Self("encoding.indefinite-length") }
  /// An INTEGER without contents, or with more octets than it needs (X.690 8.3).
  public static var integer: Self { Self("encoding.integer") }
  /// A BOOLEAN that is not one octet of 00 or FF (X.690 8.2, 11.1).
  public static var boolean: Self { Self("encoding.boolean") }
  /// A NULL with contents (X.690 8.8).
  public static var null: Self { Self("encoding.null") }
  /// An OBJECT IDENTIFIER that is empty, unfinished or not minimal (X.690 8.19).
  public static var objectIdentifier: Self { Self("encoding.object-identifier") }
  /// An OCTET STRING whose pieces are not OCTET STRINGs (X.690 8.7.3).
  public static var octetString: Self { Self("encoding.octet-string") }
  /// A BIT STRING without its count of unused bits, or with a wrong one (X.690 8.6.2).
  public static var bitString: Self { Self("encoding.bit-string") }
  /// Another element than the grammar has at this place.
  public static var unexpectedElement: Self { Self("structure.unexpected-element") }
  /// The enclosing element ends where the grammar has one more.
  public static var missingElement: Self { Self("structure.missing-element") }
  /// An element after the last one that the grammar has.
  public static var extraElement: Self { Self("structure.extra-element") }
  /// Elements nested deeper than the reader was told to follow.
  public static var depth: Self { Self("limit.depth") }
  /// An OBJECT IDENTIFIER of more than 32 octets.
  public static var objectIdentifierSize: Self { Self("limit.object-identifier") }
  /// An OCTET STRING in more pieces than the reader was told to collect.
  public static var pieces: Self { Self("limit.pieces") }
}

// MARK: - Conformances

extension ASN1Error.Code: Hashable, CustomStringConvertible {
  /// The name, as text.
  public var description: String { rawValue.description }

  /// Whether two faults have one name.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
