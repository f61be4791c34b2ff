// swift-tools-version: 6.2
import PackageDescription

// Every target is held to the same rules; each line says what it buys.
let settings: [SwiftSetting] = [
  // Reads outside a buffer, unchecked pointers and C calls must be spelled `unsafe`, so that a reviewer finds them.
  .strictMemorySafety(),
  // A warning left standing hides the next one.
  .treatAllWarnings(as: .error),
  // `any` marks where a call is dispatched at run time; none belongs in a decoder.
  .enableUpcomingFeature("ExistentialAny"),
  // What a target imports stays its own business unless it says `public import`: the layers depend on this.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A member can be used only where its module is imported, so an import list is the whole truth.
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The lower layers keep spans in types of their own (`ASN1Reader`), which needs lifetime annotations.
let decoderSettings = settings + [.enableExperimentalFeature("Lifetimes")]

let package = Package(
  name: "app-store-receipts",
  products: [
    .library(name: "AppStoreReceipts", targets: ["AppStoreReceipts"]),
    .library(name: "ReceiptVerification", targets: ["ReceiptVerification"]),
    .library(name: "ReceiptInput", targets: ["ReceiptInput"]),
    .library(name: "VerifyReceipt", targets: ["VerifyReceipt"]),
    .library(name: "ReceiptFoundation", targets: ["ReceiptFoundation"]),
    .library(name: "RemoteVerification", targets: ["RemoteVerification"]),
    .library(name: "ReceiptForge", targets: ["ReceiptForge"]),
    .executable(name: "receipt-dump", targets: ["receipt-dump"]),
    .executable(name: "receipt-forge", targets: ["receipt-forge"]),
    .library(name: "CReceipts", type: .static, targets: ["CReceipts"]),
  ],
  targets: [
    // Bytes to elements, elements to SignedData, SignedData to a receipt: one direction, no OpenSSL.
    .target(name: "ASN1Decoding", swiftSettings: decoderSettings),
    .target(name: "PKCS7Decoding", dependencies: ["ASN1Decoding"], swiftSettings: decoderSettings),
    .target(
      name: "AppStoreReceipts", dependencies: ["PKCS7Decoding", "ASN1Decoding"], swiftSettings: decoderSettings),

    // Who signed it: X.509 path building, RSA and digests are OpenSSL's.
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "ReceiptVerification", dependencies: ["AppStoreReceipts", "PKCS7Decoding", "ASN1Decoding", "COpenSSL"],
      swiftSettings: settings),

    .testTarget(
      name: "EntitlementsTests",
      dependencies: ["AppStoreReceipts", "ReceiptVerification", "ReceiptForge", "ASN1Decoding", "StrictJSON", "SeededRandom"],
      swiftSettings: settings),

    // What goes in and what comes out.
    .target(name: "StrictJSON", swiftSettings: settings),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON", "SeededRandom"], swiftSettings: settings),
    .target(name: "CBase64"),
    .target(name: "ReceiptInput", dependencies: ["StrictJSON", "CBase64"], swiftSettings: settings),
    .testTarget(
      name: "ReceiptInputTests",
      dependencies: ["ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "StrictJSON", "SeededRandom"],
      swiftSettings: settings),
    .target(
      name: "VerifyReceipt",
      dependencies: ["ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "ASN1Decoding", "StrictJSON"],
      swiftSettings: settings),
    .testTarget(
      name: "VerifyReceiptTests",
      dependencies: [
        "VerifyReceipt", "ReceiptForge", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "ASN1Decoding",
        "StrictJSON",
      ],
      swiftSettings: settings),
    .target(
      name: "ReceiptReports",
      dependencies: [
        "VerifyReceipt", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "PKCS7Decoding", "ASN1Decoding",
        "StrictJSON",
      ],
      swiftSettings: settings),
    .target(
      name: "ReceiptBatch",
      dependencies: [
        "ReceiptReports", "VerifyReceipt", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "PKCS7Decoding",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "receipt-dump",
      dependencies: ["ReceiptBatch", "ReceiptReports", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts"],
      swiftSettings: settings),

    // The same for C and what speaks C: `scripts/library` links it as libreceipts.so.
    .systemLibrary(name: "CReceiptsHeader"),
    .target(
      name: "CReceipts",
      dependencies: [
        "CReceiptsHeader", "ReceiptReports", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CReceiptsTests",
      dependencies: [
        "CReceipts", "CReceiptsHeader", "ReceiptReports", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts",
        "PKCS7Decoding", "StrictJSON", "SeededRandom",
      ],
      swiftSettings: settings),

    .testTarget(
      name: "ReceiptReportsTests",
      dependencies: [
        "ReceiptReports", "VerifyReceipt", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "StrictJSON",
        "ReceiptForge",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "ReceiptDumpTests", dependencies: ["receipt-dump", "ReceiptForge", "StrictJSON"], swiftSettings: settings),

    // For servers that use Foundation anyway.
    .target(
      name: "ReceiptFoundation",
      dependencies: [
        "ReceiptReports", "VerifyReceipt", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "StrictJSON",
      ], swiftSettings: settings),
    .testTarget(
      name: "ReceiptFoundationTests",
      dependencies: [
        "ReceiptFoundation", "receipt-dump", "VerifyReceipt", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts",
        "StrictJSON",
      ], swiftSettings: settings),

    // Asks Apple over the network: the one target that does.
    .target(
      name: "RemoteVerification",
      dependencies: ["VerifyReceipt", "ReceiptVerification", "AppStoreReceipts", "StrictJSON"], swiftSettings: settings),
    .testTarget(
      name: "RemoteVerificationTests",
      dependencies: [
        "RemoteVerification", "VerifyReceipt", "ReceiptForge", "ReceiptVerification", "AppStoreReceipts", "StrictJSON",
      ], swiftSettings: settings),

    // Makes and signs receipts, for our tests and for yours.
    .target(
      name: "ReceiptForge", dependencies: ["StrictJSON", "ASN1Decoding", "COpenSSL"], swiftSettings: settings),
    .executableTarget(name: "receipt-forge", dependencies: ["ReceiptForge"], swiftSettings: settings),
    .executableTarget(
      name: "make-test-receipts", dependencies: ["ReceiptForge", "StrictJSON"], swiftSettings: settings),

    .testTarget(
      name: "ASN1DecodingTests", dependencies: ["ASN1Decoding", "SeededRandom"], swiftSettings: decoderSettings),
    .testTarget(
      name: "PKCS7DecodingTests", dependencies: ["PKCS7Decoding", "ASN1Decoding", "ReceiptForge"],
      swiftSettings: settings),
    .testTarget(
      name: "AppStoreReceiptsTests",
      dependencies: ["AppStoreReceipts", "PKCS7Decoding", "ASN1Decoding", "ReceiptForge", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "ReceiptForgeTests",
      dependencies: [
        "ReceiptForge", "receipt-forge", "ReceiptReports", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts",
        "StrictJSON", "COpenSSL",
      ], swiftSettings: settings),

    // Whatever Swift the documents show, compiled and run.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AppStoreReceipts", "ReceiptVerification", "ReceiptInput", "VerifyReceipt", "ReceiptForge", "StrictJSON",
        "ASN1Decoding", "ReceiptFoundation", "RemoteVerification",
      ],
      swiftSettings: settings),

    // The same numbers on every run, for tests that make things up.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: settings),

    // Attacks on receipts, each beside a twin that is genuine, and the verifier that must stop them.
    .target(
      name: "AttackForge", dependencies: ["ReceiptForge", "COpenSSL"], path: "Tests/AttackForge",
      swiftSettings: settings),
    .testTarget(
      name: "ReceiptVerificationTests",
      dependencies: [
        "AttackForge", "ReceiptVerification", "ReceiptForge", "AppStoreReceipts", "PKCS7Decoding", "ASN1Decoding",
        "COpenSSL", "SeededRandom",
      ],
      swiftSettings: settings),

    // Changes receipts by their elements and signs them again.
    .target(
      name: "FuzzMutator", dependencies: ["ReceiptForge", "SeededRandom"], path: "Fuzz/Mutator",
      swiftSettings: settings),
    // What must hold for any bytes. The tests try it on seeds and changes of them, the fuzzers on what they find.
    .target(
      name: "FuzzChecks",
      dependencies: [
        "FuzzMutator", "ReceiptBatch", "ReceiptReports", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts",
        "PKCS7Decoding", "ASN1Decoding", "StrictJSON", "COpenSSL",
      ],
      path: "Fuzz/Checks", swiftSettings: settings),
    .testTarget(
      name: "FuzzChecksTests",
      dependencies: [
        "FuzzChecks", "FuzzMutator", "ReceiptForge", "ReceiptVerification", "AppStoreReceipts", "SeededRandom",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzers need libFuzzer, which only `scripts/fuzz` links: an ordinary build does not know them.
if Context.environment["RECEIPT_FUZZ"] != nil {
  package.targets += [
    .target(name: "LibFuzzer", path: "Fuzz/LibFuzzer"),
    .target(
      name: "FuzzEntry", dependencies: ["FuzzChecks", "FuzzMutator", "LibFuzzer"], path: "Fuzz/Entry",
      swiftSettings: settings),
    .executableTarget(
      name: "fuzz-tool",
      dependencies: [
        "FuzzChecks", "FuzzMutator", "AttackForge", "ReceiptForge", "AppStoreReceipts", "PKCS7Decoding", "ASN1Decoding",
        "StrictJSON", "SeededRandom", "COpenSSL",
      ],
      path: "Fuzz/Tool", swiftSettings: settings),
  ]
  let harnesses = [
    "ASN1", "Batch", "Input", "JSON", "PKCS7", "PropertyList", "Receipt", "Report", "Timestamp", "Verify",
  ]
  for harness in harnesses {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(harness)", dependencies: ["FuzzChecks", "FuzzEntry", "FuzzMutator"], path: "Fuzz/\(harness)",
        exclude: ["corpus", "regressions"], swiftSettings: settings))
  }
}

// Times the library against OpenSSL; `scripts/bench` builds it. It counts allocations in front of the C library's.
if Context.environment["RECEIPT_BENCH"] != nil {
  package.targets += [
    .target(name: "OpenSSLBaseline", dependencies: ["COpenSSL"], path: "Tests/OpenSSLBaseline"),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "OpenSSLBaseline", "ReceiptForge", "ReceiptInput", "ReceiptVerification", "AppStoreReceipts", "PKCS7Decoding",
        "ASN1Decoding",
      ],
      path: "Tests/Benchmark", exclude: ["peers.py"], swiftSettings: settings),
  ]
}
