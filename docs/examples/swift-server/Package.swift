// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-server",
  dependencies: [
    // Here the toolkit lies beside the example. In your own package it is a URL and a version.
    .package(name: "app-store-receipts", path: "../../..")
  ],
  targets: [
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "sample-server",
      dependencies: [
        .product(name: "AppStoreReceipts", package: "app-store-receipts"),
        .product(name: "ReceiptInput", package: "app-store-receipts"),
        .product(name: "ReceiptVerification", package: "app-store-receipts"),
        .product(name: "VerifyReceipt", package: "app-store-receipts"),
        "CMicroHTTPD", "CSQLite",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
