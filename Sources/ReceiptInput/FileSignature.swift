// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What the content is by the first bytes that files of its kind have, where it is no receipt.
  var fileSignature: InputError.Code? {
    if let row = Self.signatures.first(where: { content.starts(with: $0.bytes) }) {
      return row.code
    }
    // ISO base media file format, in which HEIC pictures are: a length, then its type.
    if content.dropFirst(4).starts(with: "ftyp".utf8) { return .image }
    return isUTF16 ? .utf16 : nil
  }

  private static let signatures: [(bytes: [UInt8], code: InputError.Code)] = [
    (Array("PK\u{03}\u{04}".utf8), .archive),  // ZIP, and so an .ipa
    ([0x1F, 0x8B, 0x08], .archive),  // gzip (RFC 1952, 2.3.1)
    (Array("BZh".utf8) + [0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .archive),  // bzip2 at its usual level
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .archive),  // xz
    ([0x28, 0xB5, 0x2F, 0xFD], .archive),  // Zstandard (RFC 8878, 3.1.1)
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .archive),  // 7z
    (Array("xar!\u{00}".utf8), .archive),  // XAR, and so an installer .pkg
    (Array("bplist0".utf8), .propertyList),
    ([0x89] + Array("PNG\r\n".utf8), .image),
    ([0xFF, 0xD8, 0xFF], .image),  // JPEG
    (Array("GIF8".utf8), .image),
    (Array("%PDF-".utf8), .pdf),
    ([0x7F] + Array("ELF".utf8), .executable),
    ([0xCF, 0xFA, 0xED, 0xFE], .executable),  // Mach-O, 64 bits
    ([0xCE, 0xFA, 0xED, 0xFE], .executable),  // Mach-O, 32 bits
    ([0xCA, 0xFE, 0xBA, 0xBE], .executable),  // Mach-O for several processors
    // CBOR of an attestation: a map of three, whose first key is "fmt".
    ([0xA3, 0x63] + Array("fmt".utf8) + [0x6F] + Array("apple-appattest".utf8), .appAttestAttestation),
  ]

  /// Whether this is UTF-16: by its byte order mark, or because every other of the first bytes is NUL.
  private var isUTF16: Bool {
    if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) { return true }
    guard content.count >= 8 else { return false }
    func isText(_ offsets: [Int], _ nulOffsets: [Int]) -> Bool {
      offsets.allSatisfy { 0x21..<0x7F ~= content[$0] || Base64.isBlank(content[$0]) }
        && nulOffsets.allSatisfy { content[$0] == 0 }
    }
    return isText([0, 2, 4, 6], [1, 3, 5, 7]) || isText([1, 3, 5, 7], [0, 2, 4, 6])
  }
}
