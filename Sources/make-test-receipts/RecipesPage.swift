// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// `RECIPES.md`: how each receipt was made and what it shows.
func recipesPage(_ tests: [TestReceipt]) -> String {
  let rows = tests.map { test in
    "| `\(test.file)` | \(signature(test.chain)) | \(test.made) | \(test.shows) |"
  }
  return """
    # How the test receipts were made

    `scripts/make-test-receipts` makes every file here; none was ever issued by Apple. Values stand in
    `Sources/make-test-receipts` and stay the same from run to run. Keys are made anew and thrown away, so
    certificates and signatures differ each time, and all files have to be replaced together.

    * `test-root.der`: the root of every chain but Xcode's. Trust it in tests, and nowhere else.
    * `xcode-like.der`: the self-signed certificate of the receipts in Xcode's style.
    * `manifest.json`: what a reader must find in each receipt, derived from the values that went in and not
      from the bytes; `guid` is the device that the hash in the receipt was made for.

    | file | signed | made | shows |
    |---|---|---|---|
    \(rows.joined(separator: "\n"))

    """
}

private func signature(_ chain: TestReceipt.Chain) -> String {
  switch chain {
  case .authority(let era): era.name
  case .xcodeLike: "Xcode-like"
  }
}
