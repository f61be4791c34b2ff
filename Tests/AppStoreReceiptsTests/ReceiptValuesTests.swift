// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Numbers and words with a meaning") struct ReceiptValuesTests {
  @Test(
    "the receipt type names the environment, byte by byte",
    arguments: [
      ("Production", ReceiptEnvironment.production), ("ProductionVPP", .production),
      ("ProductionSandbox", .sandbox),
      ("ProductionVPPSandbox", .sandbox), ("Xcode", .xcode), ("", .unknown), ("Foo", .unknown),
      ("production", .unknown),
      ("Production ", .unknown), ("Production\0", .unknown), ("Sandbox", .unknown), ("xcode", .unknown),
      ("ProductionSandboxVPP", .unknown), ("Pro\u{64}uction", .production), ("X\u{441}ode", .unknown),
      ("unknown", .unknown),
      ("Xcode\u{301}", .unknown),
    ])
  func environments(type: String, environment: ReceiptEnvironment) throws {
    #expect(ReceiptEnvironment(receiptType: ReceiptText(type)) == environment)
    let list = [Attribute.utf8String(0, type)] + Fixture.required.dropFirst()
    #expect(try AppReceipt(decoding: Fixture.message(Fixture.payload(list))).environment == environment)
  }

  @Test("without a receipt type there is no environment")
  func noEnvironment() throws {
    for list in [
      Array(Fixture.required.dropFirst()), [Fixture.required[0]] + Fixture.required,
      [.ia5String(0, "Production")],
    ] {
      #expect(try AppReceipt(decoding: Fixture.message(Fixture.payload(list))).environment == nil)
    }
    #expect(ReceiptEnvironment.allCases.map(\.rawValue) == ["production", "sandbox", "xcode", "unknown"])
  }

  private static func receipt(_ attribute: Attribute) throws -> AppReceipt {
    try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required + [attribute])))
  }

  private static func purchase(_ attribute: Attribute) throws -> InAppPurchase {
    try #require(
      try AppReceipt(
        decoding: Fixture.message(Fixture.payload(Fixture.required, [PurchaseRecipe([attribute])]))
      )
      .inAppPurchases.first)
  }

  @Test(
    "four letters or digits are a release tag, anything else is a number",
    arguments: [
      ("50 33 30 35", "P305"), ("51 30 30 32", "Q002"), ("61 7A 41 5A", "azAZ"), ("30 30 30 39", "0009"),
      ("00", "0"),
      ("50 33 30", "5255984"), ("50 33 30 35 36", "344456181046"), ("50 33 30 2F", "1345531951"),
      ("50 33 30 3A", "1345531962"),
      ("50 33 30 40", "1345531968"), ("50 33 30 5B", "1345531995"), ("50 33 30 60", "1345532000"),
      ("50 33 30 7B", "1345532027"),
      ("50 00 30 35", "1342189621"), ("D0 33 30 35", "-801951691"), ("FF", "-1"),
      ("50 C3 A9 35", "1355000117"),
    ])
  func releaseTags(contents: String, text: String) throws {
    let tag = try #require(Self.receipt(.integer(9, content: hex(contents))).serverVersion)
    #expect(tag.description == text)
    #expect(Array(tag.number.contents) == hex(contents))
  }

  private static let far: [[UInt8]] = [
    [5], [0xFF], [1, 0], hex("01 00 00 00 00 00 00 00 00"), hex("01 00 00 00 00 00 00 00 01"),
  ]

  @Test("product types 0 to 4 have names, other numbers are themselves")
  func productTypes() throws {
    let named: [ProductType] = [
      .nonConsumable, .consumable, .nonRenewingSubscription, .autoRenewableSubscription, .freeSubscription,
    ]
    for (number, type) in named.enumerated() {
      #expect(try Self.purchase(.integer(1707, Int64(number))).productType == type)
    }
    for contents in Self.far {
      #expect(
        try Self.purchase(.integer(1707, content: contents)).productType
          == .other(ASN1Integer(contents: contents[...])))
    }
  }

  @Test("ownership types 0 and 1 have names, other numbers are themselves")
  func ownershipTypes() throws {
    #expect(try Self.purchase(.integer(1722, 0)).ownershipType == .purchased)
    #expect(try Self.purchase(.integer(1722, 1)).ownershipType == .familyShared)
    for contents in [[2]] + Self.far {
      #expect(
        try Self.purchase(.integer(1722, content: contents)).ownershipType
          == .other(ASN1Integer(contents: contents[...])))
    }
  }

  @Test("platforms 2 and 3 have names, other numbers are themselves")
  func platforms() throws {
    #expect(try Self.receipt(.integer(25, 2)).platform == .macOS)
    #expect(try Self.receipt(.integer(25, 3)).platform == .iOS)
    for contents in [[0], [1], [4]] + Self.far {
      #expect(
        try Self.receipt(.integer(25, content: contents)).platform
          == .other(ASN1Integer(contents: contents[...])))
    }
  }

  @Test("a count reaches from 0 to 2⁵³, a flag is 0 or 1")
  func counts() throws {
    for (number, value) in [
      (0, 0), (1, 1), (1 << 53, 1 << 53), ((1 << 53) + 1, nil), (-1, nil), (.max, nil), (.min, nil),
      // One octet, the first bit alone.
      (-128, nil),
    ] as [(Int64, Int64?)] {
      #expect(try Self.purchase(.integer(1701, number)).quantity == value)
      #expect(try Self.purchase(.integer(1720, number)).cancellationReason == value)
    }
    for (number, value) in [(0, false), (1, true), (2, nil), (-1, nil), (256, nil), (257, nil)]
      as [(Int64, Bool?)]
    {
      #expect(try Self.purchase(.integer(1713, number)).isTrialPeriod == value)
      #expect(try Self.purchase(.integer(1719, number)).isInIntroductoryOfferPeriod == value)
    }
  }

  @Test("an integer of any size is exact")
  func integers() throws {
    let octets = [1] + [UInt8](repeating: 0, count: 40)
    #expect(
      try Self.receipt(.integer(1, content: octets)).appItemID?.description == "0x" + hexadecimalText(octets))
    #expect(
      try Self.receipt(.integer(15, content: hex("00 FF FF FF FF FF FF FF FF"))).downloadID?.description
        == "18446744073709551615")
    #expect(try Self.receipt(.integer(11, -1)).developerID?.description == "-1")
  }

  @Test("a receipt is a view: purchases outlive it and are found by index")
  func views() throws {
    func purchases() throws -> InAppPurchases {
      try AppReceipt(
        decoding: Fixture.message(Fixture.payload(Fixture.required, (1...5).map { Fixture.purchase($0) }))
      ).inAppPurchases
    }
    let found = try purchases()
    #expect(found.count == 5 && found.startIndex == 0 && found.endIndex == 5)
    #expect(found.map(\.index) == [0, 1, 2, 3, 4])
    #expect(found.reversed().first?.productID == "com.example.app.product5")
    #expect(found[2...3].map(\.productID) == ["com.example.app.product3", "com.example.app.product4"])
  }
}
