// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The recipes of docs/receipt-forge.md: its code blocks in JSON.
enum DocumentedRecipes {
  static func all() throws -> [String] {
    var recipes: [String] = []
    var open: [Substring]?
    for line in try Project.text("docs/receipt-forge.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line == "```json" {
        open = []
      } else if line == "```", let lines = open {
        recipes.append(lines.joined(separator: "\n"))
        open = nil
      } else {
        open?.append(line)
      }
    }
    return recipes
  }
}
