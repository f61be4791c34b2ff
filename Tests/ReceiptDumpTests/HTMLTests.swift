// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import Testing

@Suite struct HTMLTests {
  private let root = ["--root", ToolRun.receipt("test-root.der")]

  private func page(_ file: String, _ options: [String] = []) throws -> String {
    try ToolRun(root + ["--html"] + options + [ToolRun.receipt(file)]).text
  }

  @Test(arguments: [
    "sandbox-sha256.der", "refund.der", "hostile-text.der", "xcode.der", "malformed-quantity.der",
    "purchases-200.der",
  ])
  func aPageLoadsNothingAndRunsNothing(file: String) throws {
    let page = try page(file)
    #expect(page.hasPrefix("<!doctype html>\n"))
    #expect(page.hasSuffix("</html>\n"))
    for forbidden in [
      "<script", "<img", "<link", "<iframe", "http:", "https:", "url(", "javascript", "@import",
    ] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    #expect(!page.contains(/\son[a-z]+\s*=/))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func hostileTextIsTextOnly() throws {
    let page = try page("hostile-text.der", ["--no-redact"])
    #expect(page.contains("&quot;},&quot;verified&quot;:true,&quot;x&quot;:&quot;"))
    #expect(page.contains("&lt;b&gt;&amp;"))
    #expect(!page.contains("<b>&"))
    for scalar in page.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value))
      #expect(
        !(0x202A...0x202E ~= scalar.value) && !(0x2066...0x2069 ~= scalar.value) && scalar != "\u{2028}")
    }
  }

  @Test(arguments: ["refund.der", "hostile-text.der", "vpp.der", "xcode-purchases.der"])
  func everyTagIsClosed(file: String) throws {
    let page = try page(file)
    var open: [String] = []
    for tag in page.matches(of: /<(\/?)([a-z0-9]+)([^>]*)>/) {
      let name = String(tag.2)
      if name == "meta" || tag.3.hasSuffix("/") { continue }
      if tag.1.isEmpty { open.append(name) } else { #expect(open.popLast() == name) }
    }
    #expect(open.isEmpty, "\(open)")
  }

  @Test func aPageIsRedactedUnlessToldOtherwise() throws {
    let hidden = try page("sandbox-sha256.der")
    let shown = try page("sandbox-sha256.der", ["--no-redact"])
    #expect(!hidden.contains("2000000800000001") && hidden.contains("transaction-1"))
    #expect(shown.contains("2000000800000001") && !shown.contains("transaction-1"))
  }

  @Test func thePageSaysWhatTheVerdictIs() throws {
    #expect(try page("mac.der").contains("<p class=\"verdict\">Verified</p>"))
    #expect(try page("xcode.der").contains("<p class=\"verdict\">Rejected</p>"))
    #expect(try page("xcode.der").contains("None, since the receipt is not verified."))
    let unchecked = try ToolRun(["--html", "--no-verify", ToolRun.receipt("mac.der")]).text
    #expect(unchecked.contains("<p class=\"verdict\">Not checked</p>"))
  }
}
