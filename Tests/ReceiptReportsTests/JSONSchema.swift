// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON

/// A validator for the part of JSON Schema (draft 2020-12) that docs/receipt-dump.schema.json uses.
///
/// A keyword that it does not know is a fault of the schema, so that none is passed over in silence.
struct JSONSchema {
  private let root: JSONValue

  init(_ root: JSONValue) {
    self.root = root
  }

  /// What is wrong with a document, each with its place.
  func faults(of document: JSONValue) -> [String] {
    faults(document, root, at: "$")
  }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    var found: [String] = []
    for member in schema.object ?? [] {
      let rule = member.value
      switch member.key.string {
      case "$schema", "$defs", "title", "description", "required", "additionalProperties": break
      case "$ref":
        let name = rule.string?.string.split(separator: "/").last.map(String.init) ?? ""
        let target = root["$defs"]?.object?.first { $0.key.string == name }?.value
        found += target.map { faults(value, $0, at: place) } ?? ["\(place): no definition \(name)"]
      case "type":
        let names = rule.array?.compactMap(\.string?.string) ?? [rule.string?.string ?? ""]
        if !names.contains(where: { isOfType(value, $0) }) { found.append("\(place): not \(names)") }
      case "const": if value != rule { found.append("\(place): not the constant") }
      case "enum": if rule.array?.contains(value) != true { found.append("\(place): not in the enumeration") }
      case "pattern":
        let matches = (value.string?.string).flatMap { text in
          rule.string.map { text.range(of: $0.string, options: .regularExpression) != nil }
        }
        if matches == false { found.append("\(place): does not match \(rule.string?.string ?? "")") }
      case "minLength": if value.string?.string.isEmpty == true { found.append("\(place): empty") }
      case "minItems": if value.array?.isEmpty == true { found.append("\(place): empty") }
      case "minimum":
        if (value.number?.int64 ?? 0) < (rule.number?.int64 ?? 0) { found.append("\(place): too small") }
      case "items":
        for (index, element) in (value.array ?? []).enumerated() {
          found += faults(element, rule, at: "\(place)[\(index)]")
        }
      case "oneOf":
        let fitting = (rule.array ?? []).filter { faults(value, $0, at: place).isEmpty }
        if fitting.count != 1 { found.append("\(place): fits \(fitting.count) alternatives") }
      case "properties": found += memberFaults(value, schema, rule, at: place)
      default: found.append("\(place): the schema uses \(member.key.string), which is not known here")
      }
    }
    return found
  }

  private func memberFaults(
    _ value: JSONValue, _ schema: JSONValue, _ properties: JSONValue, at place: String
  ) -> [String] {
    var found: [String] = []
    for member in value.object ?? [] {
      if let rule = properties.object?.first(where: { $0.key == member.key })?.value {
        found += faults(member.value, rule, at: "\(place).\(member.key.string)")
      } else if schema["additionalProperties"]?.bool == false {
        found.append("\(place).\(member.key.string): no such key")
      }
    }
    for name in schema["required"]?.array ?? []
    where value.object?.contains(where: { $0.key == name.string }) != true {
      found.append("\(place): lacks \(name.string?.string ?? "")")
    }
    return found
  }

  private func isOfType(_ value: JSONValue, _ name: String) -> Bool {
    switch (value, name) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"), (.null, "null"):
      true
    case (.number(let number), "integer"): number.int64 != nil || number.uint64 != nil
    default: false
    }
  }
}
