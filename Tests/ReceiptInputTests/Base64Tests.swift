// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptInput
import Testing
import SeededRandom

@Suite struct Base64Tests {
  private func decode(_ text: some Sequence<UInt8>) throws(Base64.Failure) -> Base64 {
    try Base64(decoding: Array(text).span, maximumSize: 1 << 20)
  }

  /// RFC 4648, section 10, and texts that copying has changed.
  static let accepted: [(String, String, padded: Bool)] = [
    ("", "", true), ("Zg==", "f", true), ("Zm8=", "fo", true), ("Zm9v", "foo", true),
    ("Zm9vYg==", "foob", true), ("Zm9vYmE=", "fooba", true),
    ("Zm9vYmFy", "foobar", true),
    ("Zg", "f", false), ("Zg=", "f", false), ("Zm8", "fo", false), ("Zm9vYg", "foob", false),
    ("Zm9vYmE", "fooba", false),
    (" \t\r\nZm9v", "foo", true), ("Zm9v\r\n", "foo", true), ("Z m\n9\tv\r\nY\rg = =", "foob", true),
    ("Zg\n==\n", "f", true), ("Zg=\r\n=", "f", true),
    ("Zg =\n", "f", false), ("Zm 8\n", "fo", false), (" ", "", true), ("\n\n\n\n\n", "", true),
  ]

  @Test(arguments: accepted)
  func `the standard alphabet is decoded, with blanks anywhere and padding or none`(
    _ text: String, _ bytes: String, _ padded: Bool
  ) throws {
    let decoded = try decode(text.utf8)
    #expect(decoded.bytes == Array(bytes.utf8))
    #expect(decoded.isPadded == padded)
  }

  static let refused: [(String, Base64.Failure)] = [
    ("QR==", .unusedBits(offset: 1)), ("QR", .unusedBits(offset: 1)), ("QUJ=", .unusedBits(offset: 2)),
    ("QUJ", .unusedBits(offset: 2)), ("Zm9vQR==", .unusedBits(offset: 5)),
    ("Q\nR\n==", .unusedBits(offset: 2)), ("QR=*", .unusedBits(offset: 1)), ("Q/==", .unusedBits(offset: 1)),
    ("QQ===", .padding(offset: 4)), ("QUI==", .padding(offset: 4)), ("QUJD=", .padding(offset: 4)),
    ("QQ==\n=", .padding(offset: 5)), ("=", .padding(offset: 0)), ("====", .padding(offset: 0)),
    ("Q=", .padding(offset: 1)), ("Q===", .padding(offset: 1)), (" =QQ=", .padding(offset: 1)),
    ("QQ==QQ==", .padding(offset: 4)), ("QQ=Q", .padding(offset: 3)), ("QUI=Zm9v", .padding(offset: 4)),
    ("QQ==\nQ", .padding(offset: 5)), ("QQ=+", .padding(offset: 3)),
    ("Q", .loneCharacter(offset: 0)), ("B", .loneCharacter(offset: 0)), ("Zm9vQ", .loneCharacter(offset: 4)),
    ("Zm9v\nQ\n", .loneCharacter(offset: 5)),
    ("*", .character(offset: 0)), ("Zm9*", .character(offset: 3)), ("Zm9v*", .character(offset: 4)),
    ("Zm9vYmF*Zm9v", .character(offset: 7)), ("QQ==*", .character(offset: 4)),
    ("QQ*=", .character(offset: 2)),
    ("Zm-v", .character(offset: 2)), ("Zm_v", .character(offset: 2)), ("Zm9v\0", .character(offset: 4)),
    ("Zm9v\u{B}", .character(offset: 4)), ("Zm9v\u{A0}", .character(offset: 4)),
    ("\u{FEFF}Zm9v", .character(offset: 0)), ("Zm9v,Zm9v", .character(offset: 4)),
    ("\"Zm9v\"", .character(offset: 0)), ("%3D", .character(offset: 0)),
  ]

  @Test(arguments: refused)
  func `what no encoder writes is refused at its first offending byte`(
    _ text: String, _ failure: Base64.Failure
  ) {
    #expect(throws: failure) { try decode(text.utf8) }
  }

  /// Texts with places in every part of the reading: in one group, and in blocks of many with a rest behind.
  @Test(arguments: [12, 32, 100])
  func `each byte that is neither of the alphabet nor a blank is refused in each place`(_ length: Int) {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r\n".utf8)
    #expect(alphabet.count == 69)
    let text = (0..<length).map { Array("Zm9v".utf8)[$0 % 4] }
    for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
      for place in text.indices {
        var damaged = text
        damaged[place] = byte
        let expected = Base64.Failure.character(offset: place)
        do throws(Base64.Failure) {
          _ = try decode(damaged)
          Issue.record("byte \(byte) at \(place) is accepted")
        } catch {
          if error != expected { Issue.record("byte \(byte) at \(place): \(error)") }
        }
      }
    }
  }

  @Test func `each blank in each place is dropped and told`() throws {
    let bytes = (0..<75).map { UInt8($0 * 3) }
    let text = Array(Data(bytes).base64EncodedData())
    for place in text.indices {
      for blank in [[0x0A], [0x0D, 0x0A], [0x0D], [0x20], [0x09], [0x0A, 0x0A]] as [[UInt8]] {
        var broken = text
        broken.insert(contentsOf: blank, at: place)
        let decoded = try decode(broken)
        if decoded.bytes != bytes || decoded.isUnbroken { Issue.record("\(blank) at \(place)") }
      }
    }
    #expect(try decode(text).isUnbroken)
  }

  @Test func `what was encoded is decoded, at every length and line width`() throws {
    var random = SplitMix(state: 5)
    for length in 0...300 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Array(Data(bytes).base64EncodedData())
      #expect(try decode(text) == decode(text))
      for width in 1...(length < 40 ? text.count + 1 : 80) {
        for lineBreak in [[0x0A], [0x0D, 0x0A]] as [[UInt8]] {
          var broken: [UInt8] = []
          for (index, character) in text.enumerated() {
            if index > 0, index % width == 0 { broken += lineBreak }
            broken.append(character)
          }
          let decoded = try decode(broken)
          // Only a break behind the first padding is none between characters.
          let isUnbroken = width >= text.count || width > text.count { $0 != 0x3D }
          if decoded.bytes != bytes || !decoded.isPadded || decoded.isUnbroken != isUnbroken {
            Issue.record("length \(length), width \(width)")
          }
        }
      }
      let stripped = text.filter { $0 != 0x3D }
      let decoded = try decode(stripped)
      #expect(decoded.bytes == bytes)
      #expect(decoded.isPadded == (stripped == text))
    }
  }

  @Test func `nothing of what stands around the text is decoded`() throws {
    let around = (0..<200).map { Array("Zm9v".utf8)[$0 % 4] }
    for start in stride(from: 0, to: 12, by: 4) {
      for length in stride(from: 0, to: 160, by: 4) {
        let part = around[start..<start + length]
        let decoded = try? Base64(
          decoding: around.span.extracting(part.indices), maximumSize: length / 4 * 3)
        #expect(try decoded == decode(part))
      }
    }
  }

  @Test
  func
    `Foundation decodes the same, and nothing that Foundation refuses is accepted but for missing padding`()
  {
    var random = SplitMix(state: 6)
    let alphabet = Array("AQgwZm9v+/==".utf8) + [0x2A]
    var accepted = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      guard let decoded = try? decode(text) else { continue }
      accepted += 1
      let padded = text + Array(repeating: 0x3D, count: (4 - text.count % 4) % 4)
      if Data(base64Encoded: Data(padded)).map(Array.init) != decoded.bytes { Issue.record("\(text)") }
      // Only one text decodes to these bytes, so that nothing can hide in another.
      if Array(Data(decoded.bytes).base64EncodedData()) != padded { Issue.record("\(text)") }
    }
    #expect(accepted > 1000)
  }

  @Test func `every damage of one character gives other bytes or is refused`() {
    let bytes = (0..<100).map { UInt8($0 &* 37 & 0xFF) }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    for text in [
      Array(Data(bytes).base64EncodedData()),
      Array(Data(bytes).base64EncodedData(options: [.lineLength64Characters, .endLineWithLineFeed])),
    ] {
      for place in text.indices {
        for byte in UInt8.min...UInt8.max where byte != text[place] {
          if blanks.contains(byte), blanks.contains(text[place]) { continue }
          var damaged = text
          damaged[place] = byte
          guard let decoded = try? decode(damaged) else { continue }
          // Padding alone says nothing about the bytes, and its loss is reported.
          if decoded.bytes == bytes, decoded.isPadded { Issue.record("offset \(place), byte \(byte)") }
        }
        var shortened = text
        shortened.remove(at: place)
        if let decoded = try? decode(shortened), !blanks.contains(text[place]), decoded.isPadded {
          Issue.record("without offset \(place)")
        }
      }
    }
  }

  @Test func `the maximum counts decoded bytes, whatever stands between the characters`() throws {
    let text = Array("Zm9vYmE=".utf8)
    let broken = text.flatMap { [$0, 0x0D, 0x0A, 0x20] as [UInt8] }
    for candidate in [text, broken, Array("Zm9vYmE".utf8)] {
      #expect(try Base64(decoding: candidate.span, maximumSize: 5).bytes.count == 5)
      #expect(throws: Base64.Failure.tooLarge) { try Base64(decoding: candidate.span, maximumSize: 4) }
      #expect(throws: Base64.Failure.tooLarge) { try Base64(decoding: candidate.span, maximumSize: -1) }
    }
  }
}
