// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What a text is that begins with an angle bracket: XML, an XML property list, or a web page, of which
  /// servers send one in place of an answer; `nil` when it is no markup.
  var markup: InputError.Code? {
    let beginning = text.lowerBound..<text.lowerBound + 512
    let isXML = has("<?xml", ignoringCase: true)
    if has("<plist") || isXML && first("<plist", in: beginning) != nil || has("<!DOCTYPE plist") {
      return .propertyList
    }
    if first("<html", in: beginning, ignoringCase: true) != nil || has("<!doctype html", ignoringCase: true) {
      return .html
    }
    // A receipt of the Microsoft Store is XML without a declaration.
    if isXML || has("<Receipt") { return .xml }
    // Any end tag makes it a piece of a page.
    return first("</", in: text.lowerBound..<text.lowerBound + 4096) == nil ? nil : .html
  }
}
