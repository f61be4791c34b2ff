// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptFoundation
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

/// What `JSONEncoder` makes of the models, beside what the tool prints.
@Suite struct EncodingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../TestReceipts").standardizedFileURL

  private static let files: [URL] =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
    .filter {
      $0.pathExtension == "der" && !["test-root.der", "xcode-like.der"].contains($0.lastPathComponent)
    }
    .sorted { $0.path < $1.path }

  private static let instant = Timestamp("2025-06-20T00:00:00Z") ?? .earliest

  /// One object a file, as the tool prints it.
  private static let reports: [String: JSONValue] = {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "receipt-dump")
    process.arguments =
      ["--ndjson", "--at", instant.description, "--root", folder.appending(path: "test-root.der").path]
      + files.map(\.path)
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [:] }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = text.split(separator: 0x0A).compactMap { try? JSONReader().read([UInt8]($0)) }
    return Dictionary(uniqueKeysWithValues: zip(files.map(\.lastPathComponent), lines))
  }()

  private static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }

  private static func encoded(_ model: some Encodable) throws -> JSONValue {
    try JSONReader().read([UInt8](try JSONEncoder().encode(model))).sorted
  }

  @Test func theToolReportsOnEveryReceipt() {
    #expect(Self.reports.count == Self.files.count && Self.files.count >= 20)
  }

  @Test(arguments: files.map(\.lastPathComponent))
  func aVerifiedReceiptIsEncodedAsTheToolPrintsIt(_ file: String) throws {
    let report = try #require(Self.reports[file]).sorted
    let receipt = try AppReceipt(decoding: Self.bytes(file))
    #expect(try Self.encoded(receipt) == report["receipt"])
    #expect(
      try Self.encoded(Array(receipt.inAppPurchases)).array == report["receipt"]?["in_app"]?.array)

    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: [.production, .sandbox], anchors: .custom([Self.bytes("test-root.der")]))
    let data = Data(try Self.bytes(file))
    let verified: VerifiedReceipt
    do {
      verified = try verifier.verify(data)
    } catch {
      let verdict = try #require(report["verdict"]?.object)
      #expect(try Self.encoded(error).object == verdict.filter { !($0.key == "status") })
      return
    }
    let encoded = try Self.encoded(verified)
    let left = Set(try #require(report.object).map(\.key.string))
      .subtracting(try #require(encoded.object).map(\.key.string))
    #expect(left == ["input", "certificates", "entitlements"])
    for member in try #require(encoded.object) where !(member.key == "signer") {
      #expect(Optional(member.value) == report[dynamic: member.key], "\(member.key)")
    }
    #expect(encoded["signer"]?["digest"] == report["signer"]?["digest"])
    #expect(encoded["signer"]?["certificate"] == report["signer"]?["certificate"])
    #expect(try Self.encoded(verified.entitlements(at: Self.instant)) == report["entitlements"])
    #expect(try Self.encoded(verified.entitlements(at: Self.instant.date)) == report["entitlements"])
  }

  @Test func anAnswerIsEncodedWithTheKeysOfTheTool() throws {
    let answer = """
      {"status": 0, "environment": "Sandbox", "receipt": {"receipt_type": "ProductionSandbox", "bundle_id": "com.example.app",
       "request_date_ms": "1750000000000", "in_app": [{"product_id": "p", "transaction_id": "1", "is_upgraded": "true"}]},
       "pending_renewal_info": [{"product_id": "p", "auto_renew_status": "1"}]}
      """
    let encoded = try Self.encoded(VerifyReceiptResponse(decoding: Array(answer.utf8)))
    #expect(encoded["kind"]?.string?.string == "verify-receipt-response")
    #expect(encoded["verdict"]?["apple_status"]?.number?.int64 == 0)
    #expect(encoded["receipt"]?["in_app"]?.array?.first?["is_upgraded"]?.bool == true)
    #expect(encoded["pending_renewal_info"]?.array?.first?["auto_renew_status"]?.bool == true)
  }

  @Test func whatIsProvenCannotBeDecoded() {
    let models: [Any.Type] = [
      VerifiedReceipt.self, AppReceipt.self, InAppPurchase.self, Entitlements.self,
      VerifyReceiptResponse.self,
    ]
    for model in models {
      #expect(model is any Encodable.Type)
      #expect(!(model is any Decodable.Type))
    }
  }
}

extension JSONValue {
  /// The value with the members of its objects by key, as an encoder has no order.
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { JSONMember($0.key, $0.value.sorted) }.sorted { $0.key.string < $1.key.string })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }

  fileprivate subscript(dynamic key: JSONString) -> JSONValue? { object?.first { $0.key == key }?.value }
}
