// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// Where the receipt is in the folders that have one.
enum ReceiptFolder {
  /// From the folder to the receipt. The first that is there counts.
  static let places = [
    "Contents/_MASReceipt/receipt",  // a Mac app
    "_MASReceipt/receipt",  // its Contents
    "StoreKit/receipt",  // the container of an iOS app, and since iOS 7 its bundle
    "StoreKit/sandboxReceipt",
    "receipt",  // _MASReceipt or StoreKit itself
    "sandboxReceipt",
  ]

  /// The file to read for an input: the receipt in it if it is a folder, otherwise itself.
  ///
  /// - Throws: `cannotOpen` for a folder without a receipt.
  static func file(for name: String) throws(InputFile.Failure) -> String {
    guard name != "-", type(of: name) == S_IFDIR else { return name }
    let folder = name.hasSuffix("/") ? name : name + "/"
    guard let place = places.first(where: { type(of: folder + $0) == S_IFREG }) else {
      throw .cannotOpen("it is a directory without a receipt in \(places.prefix(3).joined(separator: ", "))")
    }
    return folder + place
  }

  /// The type of a file, links followed; `nil` if there is none.
  private static func type(of name: String) -> mode_t? {
    var information = stat()
    guard unsafe stat(name, &information) == 0 else { return nil }
    return information.st_mode & S_IFMT
  }
}
