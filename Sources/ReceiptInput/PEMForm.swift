// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  private static let end = "-----END "
  private static let dashes = "-----"

  /// A receipt in armour, or the name of what else is in it.
  ///
  /// ```
  /// -----BEGIN PKCS7-----          PKCS7, CMS or RECEIPT
  /// base64
  /// -----END PKCS7-----            -- RFC 7468
  /// ```
  func pem() throws(InputError) -> ReceiptInput {
    let labelStart = text.lowerBound + "-----BEGIN ".utf8.count
    let labelLimit = min(labelStart + 64, text.upperBound)
    guard let labelEnd = first(Self.dashes, in: labelStart..<labelLimit) else {
      throw InputError(
        .malformedPEM, offset: labelLimit, hint: "The first line does not end in five hyphens.")
    }
    let label = content[labelStart..<labelEnd]
    switch String(decoding: label, as: UTF8.self) {
    case "PKCS7", "CMS", "RECEIPT", "PKCS #7 SIGNED DATA": break
    case let other where other.hasSuffix("CERTIFICATE"): throw InputError(.certificate, offset: labelStart)
    case let other where other.hasSuffix("PRIVATE KEY"): throw InputError(.privateKey, offset: labelStart)
    case let other where other.hasSuffix("PUBLIC KEY"): throw InputError(.publicKey, offset: labelStart)
    default: throw InputError(.otherPEM, offset: labelStart)
    }

    let bodyStart = labelEnd + Self.dashes.utf8.count
    guard let end = first(Self.end, in: bodyStart..<text.upperBound) else {
      throw InputError(
        .malformedPEM, offset: text.upperBound, hint: "The last line, which begins with -----END, is missing."
      )
    }
    let endLabel = end + Self.end.utf8.count
    guard content[endLabel...].starts(with: label), has(Self.dashes, at: endLabel + label.count) else {
      throw InputError(.malformedPEM, offset: endLabel, hint: "The last line does not repeat the first.")
    }
    let armourEnd = endLabel + label.count + Self.dashes.utf8.count
    guard armourEnd == text.upperBound else {
      throw InputError(.malformedPEM, offset: armourEnd, hint: "Something follows the armour.")
    }
    do throws(InputError) {
      return try inner(Array(content[bodyStart..<end])).wrapped(in: .pem)
    } catch {
      throw error.moved { bodyStart + $0 }
    }
  }
}
