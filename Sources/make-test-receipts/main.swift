// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// Makes every receipt of the catalogue and writes it, with the manifest and the certificates, into the folder
// that is named.

internal import Glibc
internal import ReceiptForge
internal import StrictJSON

func complain(_ message: String) {
  let line = Array((message + "\n").utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}

guard CommandLine.arguments.count == 2 else {
  complain("usage: make-test-receipts FOLDER")
  exit(64)
}

do {
  let folder = try OutputFolder(CommandLine.arguments[1])
  let authority = try TestAuthority()
  let xcode = try ReceiptSigner.xcodeLike()
  var entries: [ManifestEntry] = []
  for test in catalogue {
    let signer =
      switch test.chain {
      case .authority(let era): try authority.signer(era)
      case .xcodeLike: xcode
      }
    let recipe = try test.sample.recipe()
    try folder.write(try recipe.signed(by: signer), to: test.file)
    entries.append(try ManifestEntry(test: test, recipe: recipe, signer: signer))
  }
  var manifest = JSONWriter(style: .pretty)
  manifest.object { json in
    json.member("schema", integer: 1)
    json.array("receipts") { list in
      for entry in entries { list.object { entry.write(to: &$0) } }
    }
  }
  try folder.write(manifest.bytes, to: "manifest.json")
  try folder.write(Array(recipesPage(catalogue).utf8), to: "RECIPES.md")
  try folder.write(authority.rootCertificate, to: "test-root.der")
  try folder.write(xcode.certificates[0], to: "xcode-like.der")
  print("\(catalogue.count) receipts in \(folder.path)")
} catch let error as OutputError {
  complain(error.message)
  exit(74)
} catch {
  complain("\(error)")
  exit(70)
}
