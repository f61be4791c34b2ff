// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import Testing

@Suite("The catalogue of attacks") struct CatalogueTests {
  /// What the catalogue lists, by sections: message, signature, chain, encoding, payload, genuine bytes.
  static let required: [String] = {
    func ids(_ letter: String, _ numbers: ClosedRange<Int>) -> [String] {
      numbers.map { letter + ($0 < 10 ? "0" : "") + String($0) }
    }
    var list: [String] = []
    list += ids("A", 1...35)
    list += ids("B", 1...36) + ["B18b"]
    list += ids("C", 1...50) + ids("C", 52...56)
    list += ids("D", 1...31) + ["H01"]
    list += ids("E", 1...25) + ids("F", 1...22) + ids("G", 1...9)
    list += ["J02", "J03", "J04", "J05", "J06", "J07", "J08", "J10", "J11", "J12", "J13", "J14", "J15"]
    return list
  }()

  @Test("It holds every id that there is, and no id twice")
  func everyID() {
    let ids = Catalogue.attacks.map(\.id)
    #expect(Self.required.count == 228)
    #expect(Set(Self.required).subtracting(ids) == [])
    #expect(Set(ids).count == ids.count)
    let unnumbered = ["P13", "unit.expired", "unit.badoid", "IAP.1703", "IAP.product", "C4.oid", "C5.xcode"]
    #expect(Set(unnumbered).subtracting(ids) == [])
  }

  @Test("It holds attacks of our own, combinations among them")
  func ownAttacks() {
    let own = Catalogue.attacks.filter { $0.id.hasPrefix("X.") }
    #expect(own.count >= 70)
    #expect(own.filter { $0.id.contains("-before-") }.count == 36)
  }
}
