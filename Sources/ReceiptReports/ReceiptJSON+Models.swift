// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import AppStoreReceipts
package import ReceiptVerification
package import StrictJSON
package import VerifyReceipt

/// The JSON of a model on its own, with the keys that a report has for it, for those who encode models elsewhere.
extension ReceiptJSON {
  /// What a report has under `receipt`.
  package static func value(of receipt: AppReceipt) throws(JSONError) -> JSONValue {
    try value { ReceiptJSON().writeReceipt(receipt, to: &$0) }
  }

  /// An element of `in_app`.
  package static func value(of purchase: InAppPurchase) throws(JSONError) -> JSONValue {
    try value { ReceiptJSON().writePurchase(purchase, to: &$0) }
  }

  /// What a report has under `entitlements`.
  package static func value(of entitlements: Entitlements) throws(JSONError) -> JSONValue {
    try value { ReceiptJSON().writeEntitlements(Rights(unproven: entitlements), to: &$0) }
  }

  /// What a report has under `verdict` for a receipt that is refused, but for the status.
  package static func value(of error: ReceiptError) throws(JSONError) -> JSONValue {
    try value { ReceiptJSON().write(Verdict.Refusal(error), to: &$0) }
  }

  /// A report without the input, the certificates and the entitlements, which a verified receipt does not hold.
  package static func value(of verified: VerifiedReceipt) throws(JSONError) -> JSONValue {
    let json = ReceiptJSON()
    return try value { object in
      object.member("schema", integer: schema)
      object.member(
        "kind", string: verified.transactionReceipt == nil ? "app-receipt" : "transaction-receipt")
      object.object("verdict") {
        json.writeVerdict(.verified(verified), nil, ReportWarning.warnings(of: verified), to: &$0)
      }
      object.object("receipt") {
        json.writeReceipt(verified.receipt, nil, verified.transactionReceipt, to: &$0)
      }
      json.writeProblems(verified.receipt.problems, to: &object)
      object.object("signer") { signer in
        signer.member("digest", string: verified.signer.digest.rawValue)
        signer.member("certificate", integer: verified.signer.certificate)
      }
    }
  }

  /// A report without the input and the entitlements.
  package static func value(of response: VerifyReceiptResponse) throws(JSONError) -> JSONValue {
    let json = ReceiptJSON()
    return try value { object in
      object.member("schema", integer: schema)
      object.member("kind", string: "verify-receipt-response")
      object.object("verdict") { json.writeVerdict(.notChecked, response, [], to: &$0) }
      if let receipt = response.receipt {
        object.object("receipt") { json.writeReceipt(receipt, response, to: &$0) }
      }
      json.writeRenewals(response.renewals, to: &object)
      json.writeProblems(response.receipt?.problems ?? [], to: &object)
    }
  }

  /// The object that the writer gives, as a value. It was written here, so that only its depth is bounded.
  private static func value(_ members: (inout JSONObjectWriter) -> Void) throws(JSONError) -> JSONValue {
    var writer = JSONWriter(style: .compact)
    writer.object(members)
    return try JSONReader(limits: JSONLimits(size: .max, values: .max)).read(writer.bytes)
  }
}
