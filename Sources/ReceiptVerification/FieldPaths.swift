// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What a receipt calls the fields that are compared with what the caller expects.
struct FieldPaths {
  let environment: String
  let bundleID: String
  let appVersion: String
  let date: String
  let device: String

  static let appReceipt = FieldPaths(
    environment: "signedData.content.attribute[0]", bundleID: "signedData.content.attribute[2]",
    appVersion: "signedData.content.attribute[3]", date: "signedData.content.attribute[12]",
    device: "signedData.content.attribute[5]")

  /// A transaction receipt has no hash of a device that could be compared.
  static let transactionReceipt = FieldPaths(
    environment: "environment", bundleID: "purchase-info.bid", appVersion: "purchase-info.bvrs",
    date: "purchase-info.purchase-date", device: "purchase-info")
}
