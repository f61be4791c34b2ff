// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import Testing

@Suite struct ErrorCodeTests {
  /// The constants as they stand in the source, name and value: nothing else lists what is declared.
  private static let constants: [(name: String, code: String)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/AppStoreReceipts").standardizedFileURL
    return ["ReceiptErrorCodes.swift", "ReceiptErrorCodes+Input.swift"].flatMap { file in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      return text.matches(of: /public static let (\w+) = Self\(rawValue: "([^"]+)"\)/)
        .map { (String($0.1), String($0.2)) }
    }
  }()

  @Test func everyCodeOfTheCatalogueIsAConstantAndEveryConstantIsInTheCatalogue() {
    let declared = Self.constants.map(\.code)
    #expect(Set(declared) == Set(ErrorCatalogue.entries.keys.map(\.rawValue)))
    #expect(Set(declared).count == declared.count)
    #expect(declared.count > 100)
  }

  @Test(arguments: constants.indices)
  func aConstantIsNamedByTheWordsOfItsCode(_ index: Int) {
    let (name, code) = Self.constants[index]
    #expect(name.lowercased() == code.filter { $0 != "." && $0 != "-" })
    // The class as it is, and each word of the reason with a capital.
    let parts = code.split(separator: ".")
    #expect(name.hasPrefix(parts[0]))
    var rest = name.dropFirst(parts[0].count)
    for word in parts[1].split(separator: "-") {
      #expect(rest.first?.isUppercase == true || rest.first?.isNumber == true)
      rest = rest.dropFirst(word.count)
    }
  }

  @Test func everyClassOfTheCatalogueIsAConstant() {
    let classes: Set<ReceiptError.Category> = [
      .input, .limit, .encoding, .structure, .unsupported, .signer, .chain, .signature, .payload,
      .environment,
      .policy, .internal,
    ]
    #expect(Set(ErrorCatalogue.entries.keys.map(\.category)) == classes)
  }

  @Test func aServerTellsCodesApartByName() {
    let error = ReceiptError(ReceiptError.Code(rawValue: "chain.untrusted"))
    #expect(error.code == .chainUntrusted && error.code != .chainExpired)
    #expect(error.code.category == .chain && "\(error.code.category)" == "chain")
    #expect(ReceiptError.Code.internalHostForbidsSHA1.rawValue == "internal.host-forbids-sha1")
  }
}
