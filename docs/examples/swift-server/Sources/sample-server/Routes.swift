// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import VerifyReceipt

/// Which request is answered by what.
struct Routes: Sendable {
  let shop: Shop
  let verifyReceipt: VerifyReceiptEndpoint

  func respond(to request: Request) -> Response {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
      String.init)
    // Apple's endpoint answers 200 to everything and says in `status` what is wrong.
    if parts == ["verifyReceipt"] {
      return Response(status: 200, body: verifyReceipt.respond(to: request.body, method: request.method))
    }
    // The account must come from your own login. It stands in the path here so that the example needs none.
    guard parts.count == 3, parts[0] == "accounts", Self.isName(parts[1]) else {
      return .error(404, "request.path", "There is nothing at this address.")
    }
    let account = parts[1]
    switch (request.method, parts[2]) {
    case ("POST", "receipts"): return answer { try shop.accept(request.body, for: account) }
    case ("GET", "deliveries"): return answer { try shop.ledger.deliveries(to: account) }
    case (_, "receipts"), (_, "deliveries"):
      return .error(405, "request.method", "This address does not take \(request.method).")
    default: return .error(404, "request.path", "There is nothing at this address.")
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte < 0x80
          && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte) || byte == 0x2D)
      }
  }

  /// The result as JSON, or the error with the HTTP status that tells a client what to do.
  private func answer(_ work: () throws -> some Encodable) -> Response {
    do {
      return try Response(status: 200, json: work())
    } catch let error as ReceiptError {
      return refusal(error)
    } catch let error as InputError {
      return refusal(ReceiptError(ReceiptError.Code(rawValue: error.code.rawValue), at: error.offset))
    } catch {
      // The details are for our log, not for the client.
      FileHandle.standardError.write(Data("sample-server: \(error)\n".utf8))
      return .error(503, "server.storage", "This could not be stored. Try again.")
    }
  }

  private func refusal(_ error: ReceiptError) -> Response {
    switch error.code.category {
    // Could not be decided here: the client shall keep the receipt and come again.
    case .internal: .error(503, error.code.rawValue, error.message, error.hint)
    // Not a receipt: the client is mistaken.
    case .input, .limit, .encoding, .structure:
      .error(400, error.code.rawValue, error.message, error.hint)
    // A receipt, and not one that counts here.
    default: .error(403, error.code.rawValue, error.message, error.hint)
    }
  }
}

extension Response {
  static let tooLarge = error(413, "limit.size", "The body is larger than a receipt can be.")

  init(status: UInt32, json: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(status: status, body: try Array(encoder.encode(json)) + [0x0A])
  }

  static func error(_ status: UInt32, _ code: String, _ message: String, _ hint: String? = nil) -> Response {
    struct Problem: Encodable {
      let code, message: String
      let hint: String?
    }
    let problem = ["error": Problem(code: code, message: message, hint: hint)]
    var response = (try? Response(status: status, json: problem)) ?? Response(status: 500, body: [])
    if status == 503 { response.headers = [("Retry-After", "30")] }
    return response
  }
}
