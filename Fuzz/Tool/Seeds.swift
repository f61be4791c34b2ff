// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import Foundation
import FuzzChecks
import FuzzMutator
import ReceiptForge

/// Writes the inputs from which the harnesses can start into a folder for each: test receipts and attacks, signed with the keys
/// of the fuzzers, in the form that the harness takes.
func writeSeeds(into folder: String) throws {
  let receipts = try receipts()
  for check in FuzzCheck.allCases {
    let seeds: [(name: String, bytes: [UInt8])]
    switch check {
    case .verify, .receipt, .report, .pkcs7: seeds = receipts
    case .batch: seeds = batches(of: receipts.map(\.bytes))
    case .input: seeds = try texts()
    case .propertyList: seeds = try transactionReceipts()
    case .asn1: seeds = receipts.map { ($0.name, [0x21] + $0.bytes) }
    case .json, .timestamp: seeds = []
    }
    let url = URL(fileURLWithPath: "\(folder)/\(check.rawValue)/made")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, bytes) in seeds where bytes.count <= 8_192 {
      try Data(bytes).write(to: url.appendingPathComponent(name))
    }
    print("\(check.rawValue): \(seeds.count) seeds")
  }
}

private func receipts() throws -> [(name: String, bytes: [UInt8])] {
  let signing = ReceiptSigning(try FuzzAuthority.shared.get())
  let adopted: [(name: String, bytes: [UInt8])] = TestReceipts.all().compactMap { name, bytes in
    guard var tree = Tree(bytes), tree.certificates != nil else { return nil }
    signing.adopt(&tree, era: name.contains("sha1") ? .sha1 : name.contains("2015") ? .late2015 : .sha256)
    return (name, tree.encoded)
  }
  let (genuine, attacker) = (try Keys.authority.get(), try Keys.attacker.get())
  let others = [Keys.stranger, Keys.exponent3, Keys.localTesting, Keys.rsa1024].compactMap {
    try? $0.get().modulus()
  }
  let attacks: [(name: String, bytes: [UInt8])] = Catalogue.attacks.compactMap { attack in
    // What is large takes its time, and what some key signs that is made anew would be another file each time.
    guard let bytes = try? attack.forgery().bytes, bytes.count <= 8_192,
      !others.contains(where: { bytes.firstRange(of: $0) != nil }),
      let moved = signing.moved(bytes, from: genuine, attacker: attacker)
    else { return nil }
    return (String(attack.id.map { $0.isLetter || $0.isNumber ? $0 : "-" }), moved)
  }
  return adopted + attacks
}

private func batches(of receipts: [[UInt8]]) -> [(name: String, bytes: [UInt8])] {
  let receipts = receipts.filter { $0.count < 4_600 }.sorted { $0.count < $1.count }
  return receipts.prefix(12).enumerated().map { index, bytes in
    let line = Data(bytes).base64EncodedString()
    return ("batch-\(index)", Array(([line, "", "no receipt", "\(index)"].joined(separator: "\n")).utf8))
  }
}

private func texts() throws -> [(name: String, bytes: [UInt8])] {
  let receipt = Data(TestReceipts.bytes("xcode.der"))
  let base64 = receipt.base64EncodedString()
  let forms = [
    base64, receipt.base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn]),
    base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
    base64.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "=", with: "%3D"),
    "{\"receipt-data\":\"\(base64.replacingOccurrences(of: "/", with: "\\/"))\",\"password\":\"x\"}",
    "-----BEGIN PKCS7-----\n\(receipt.base64EncodedString(options: .lineLength64Characters))\n-----END PKCS7-----\n",
    receipt.map { String(format: "%02x", $0) }.joined(),
    receipt.map { String(format: "%02X", $0) }.joined(separator: " "),
    "\"\(base64)\"", " \(base64)\n", "data:application/octet-stream;base64,\(base64)", "<\(base64)>",
  ]
  let receipts = forms.enumerated().map { ("form-\($0)", Array($1.utf8)) }
  return try receipts + transactionReceipts()
}

private func transactionReceipts() throws -> [(name: String, bytes: [UInt8])] {
  let signer = try FuzzAuthority.shared.get().authority.signer(.sha1)
  var recipe = TransactionReceiptRecipe(purchaseInfo: [
    ("bid", "com.example.app"), ("bvrs", "7"), ("product-id", "com.example.app.pro"), ("item-id", "1234"),
    ("transaction-id", "1000001"), ("original-transaction-id", "1000001"), ("quantity", "1"),
    ("purchase-date", "2016-05-01 12:00:00 Etc/GMT"), ("purchase-date-ms", "1462104000000"),
    ("purchase-date-pst", "2016-05-01 05:00:00 America/Los_Angeles"),
    ("original-purchase-date-ms", "1462104000000"), ("unique-identifier", "0123456789abcdef"),
  ])
  var seeds = [("transaction", try recipe.text(signedBy: signer))]
  recipe.set("expires-date", "1464696000000")
  recipe.set("quantity", "-1")
  recipe.set("purchase-date-ms", nil)
  seeds.append(("subscription", try recipe.text(signedBy: signer)))
  recipe.purchaseInfoText = Array("{ a = { b = \"\\U00e4\\n\"; }; }".utf8)
  seeds.append(("nested", try recipe.text(signedBy: signer)))
  return seeds
}
