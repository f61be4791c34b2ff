// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What a shell needs to complete the tool's options, from the table of options.
enum Completions: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script for the shell to load.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static var bashScript: String {
    var cases = ""
    for option in OptionTable.options where option.takesValue {
      let reply =
        switch option.values {
        case .any: "return"
        case .file: "COMPREPLY=($(compgen -f -- \"$word\")); return"
        case .words(let words):
          "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return"
        }
      cases += "    \(option.names.joined(separator: "|"))) \(reply) ;;\n"
    }
    let names = OptionTable.options.flatMap(\.names).joined(separator: " ")
    return """
      # bash completion for receipt-dump
      _receipt_dump() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        case $previous in
      \(cases)  esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "\(names)" -- "$word"))
        else
          COMPREPLY=($(compgen -f -- "$word"))
        fi
      }
      complete -o filenames -F _receipt_dump receipt-dump

      """
  }

  private static var zshScript: String {
    var specifications = ""
    for option in OptionTable.options {
      let help = option.help.map { "[]:'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        .split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      for name in option.names {
        var specification = "*\(name)"
        if case .take(let placeholder, _) = option.action {
          let action =
            switch option.values {
            case .any: " "
            case .file: "_files"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
          specification += "[\(help)]:\(placeholder):\(action)"
        } else {
          specification += "[\(help)]"
        }
        specifications += "    '\(specification)' \\\n"
      }
    }
    return """
      #compdef receipt-dump
      _receipt_dump() {
        _arguments -s \\
      \(specifications)    '*:receipt:_files'
      }
      compdef _receipt_dump receipt-dump

      """
  }

  private static var fishScript: String {
    var text = "# fish completion for receipt-dump\n"
    for option in OptionTable.options {
      text += "complete -c receipt-dump"
      for name in option.names {
        text += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst(1))"
      }
      if option.takesValue {
        switch option.values {
        case .any: text += " -x"
        case .file: text += " -r"
        case .words(let words): text += " -x -a '\(words.joined(separator: " "))'"
        }
      }
      let help = option.help.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
      text += " -d '\(help)'\n"
    }
    return text
  }
}
