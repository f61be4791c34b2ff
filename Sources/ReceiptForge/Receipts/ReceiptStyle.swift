// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// How a receipt's envelope is encoded.
public enum ReceiptStyle: Sendable, Hashable {
  /// As the App Store does: DER, SETs sorted.
  case der
  /// As Xcode's StoreKit testing does: indefinite lengths on the way to the content, the content a
  /// constructed OCTET STRING in one piece, SETs in the order given.
  case xcode

  /// Whether SETs are put into DER's order.
  var sortsSets: Bool { self == .der }

  /// The lengths of the envelope's nodes.
  public var lengths: EnvelopeLengths { self == .der ? .definite : .indefinite }

  /// The OCTET STRING around content octets.
  public func octetString(_ content: [UInt8]) -> [UInt8] {
    DERWriter.encode { writer in
      switch self {
      case .der: writer.octetString(content)
      case .xcode: writer.octetString(pieces: [content])
      }
    }
  }
}

/// The length forms of the five nodes on the way from the first byte to the content.
public struct EnvelopeLengths: Sendable, Hashable {
  /// Of the outer SEQUENCE.
  public var contentInfo: LengthForm
  /// Of `[0]` around SignedData.
  public var contentInfoContent: LengthForm
  /// Of the SignedData SEQUENCE.
  public var signedData: LengthForm
  /// Of the EncapsulatedContentInfo SEQUENCE.
  public var encapsulatedContentInfo: LengthForm
  /// Of `[0]` around the OCTET STRING.
  public var encapsulatedContent: LengthForm

  /// The same form everywhere.
  public init(all form: LengthForm) {
    contentInfo = form
    contentInfoContent = form
    signedData = form
    encapsulatedContentInfo = form
    encapsulatedContent = form
  }

  /// Definite and minimal.
  public static let definite = EnvelopeLengths(all: .minimal)
  /// Indefinite.
  public static let indefinite = EnvelopeLengths(all: .indefinite)
}
