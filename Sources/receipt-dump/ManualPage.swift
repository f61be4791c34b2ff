// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension Manual {
  /// The manual page, in the language of mdoc(7).
  static var page: String {
    var text = """
      .\\" SPDX-License-Identifier: Apache-2.0
      .\\" Made by receipt-dump --man from its table of options.
      .Dd November 30, 2026
      .Dt RECEIPT-DUMP 1
      .Os
      .Sh NAME
      .Nm receipt-dump
      .Nd verify and read App Store receipts
      .Sh SYNOPSIS

      """
    text += ".Nm\n.Op Ar options\n.Op Ar\n"
    text += ".Nm\n.Cm diff\n.Op Ar options\n.Ar old new\n"
    text += ".Nm\n.Fl -batch\n.Op Ar options\n.Ql < Ar receipts\n.Ql > Ar results\n"
    text +=
      ".Sh DESCRIPTION\n" + purpose.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
      + "\n"
    text += """
      .Pp
      Standard output is data, standard error is talk.
      Certificates are judged at the receipt's creation,
      and nobody is asked over the network.

      """
    for group in groups {
      text += ".Ss \(group.name)\n.Bl -tag -width Ds\n"
      for option in group.options { text += item(option) }
      text += ".El\n"
    }
    text += ".Sh EXIT STATUS\nFor several inputs, that of the gravest outcome.\n.Bl -tag -width Ds\n"
    for status in exitStatuses { text += ".It \(status.code.rawValue)\n\(escaped(status.meaning))\n" }
    text += ".El\n.Sh EXAMPLES\n"
    for example in examples {
      text += "\(escaped(example.meaning))\n.Dl \(escaped(example.command))\n"
    }
    text += """
      .Sh STANDARDS
      Receipts are messages of PKCS #7 (RFC 5652), in DER or, from Xcode, in BER.

      """
    return text
  }

  private static func item(_ option: Option) -> String {
    let names = option.names.map { "Fl " + escaped(String($0.dropFirst())) }
    var line = ".It " + names.joined(separator: " , ")
    if case .take(let placeholder, _) = option.action {
      line += " Ar " + placeholder.lowercased().split(separator: "|").joined(separator: " | ")
    }
    return line + "\n" + escaped(option.help.prefix(1).uppercased() + option.help.dropFirst()) + ".\n"
  }

  /// Text in lines of at most 78 characters, of which nothing is taken for a request or an escape.
  private static func escaped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let escaped = word.map { $0 == "\\" ? "\\e" : $0 == "-" ? "\\-" : String($0) }.joined()
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = escaped
      } else if last.count + 1 + escaped.count <= 78 {
        lines[lines.count - 1] += " " + escaped
      } else {
        lines.append(escaped)
      }
    }
    return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }.joined(separator: "\n")
  }
}
