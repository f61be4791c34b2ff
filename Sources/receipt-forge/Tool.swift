// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import Glibc
internal import ReceiptForge

/// The tool.
@main struct Tool {
  private let options: Options
  private let forge: Forge

  static func main() async {
    do {
      let options: Options
      do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
        throw ToolFailure(.usage, "\(error.message); see receipt-forge --help")
      }
      try await Tool(options).run()
    } catch let failure as ToolFailure {
      Output.say(failure.message)
      exit(failure.status.rawValue)
    } catch {
      Output.say("\(error)")
      exit(ToolFailure.Status.internalFault.rawValue)
    }
  }

  private init(_ options: Options) {
    self.options = options
    forge = options.authority.map { Forge(authority: $0) } ?? Forge()
  }

  private func run() async throws {
    switch options.task {
    case .help: try Output.write(Array(Options.help.utf8))
    case .root: try write(try forge.rootCertificate(), label: "CERTIFICATE")
    case .receipt:
      try write(try Self.receipt(try Input(options.file).all(), forge, name: options.file), label: "PKCS7")
    case .batch: try await runBatch(Input(options.file))
    }
  }

  /// Writes a receipt or certificate in the form that was asked for.
  private func write(_ bytes: [UInt8], label: String) throws(ToolFailure) {
    switch options.form {
    case .base64: try Output.write(Base64Text.encode(bytes) + [0x0A])
    case .pem: try Output.write(Base64Text.pem(bytes, label: label))
    case .binary:
      guard !Output.isTerminal else {
        throw ToolFailure(.usage, "standard output is a terminal: redirect it, or use --base64 or --pem")
      }
      try Output.write(bytes)
    }
  }

  /// The receipt of a recipe.
  private static func receipt(_ recipe: [UInt8], _ forge: Forge, name: String) throws(ToolFailure) -> [UInt8]
  {
    do {
      return try forge.bytes(of: try FileRecipe(json: recipe))
    } catch let error as RecipeError {
      throw ToolFailure(.recipe, "\(name == "-" ? "standard input" : name): \(error)")
    } catch {
      throw ToolFailure(.internalFault, "\(name): \(error)")
    }
  }

  // MARK: - Batch

  /// How many recipes are worked on at a time: enough for every processor, few enough for flat memory.
  private static let pieceSize = 256

  /// Makes a receipt of each line, in order. The first line that gives none ends it: a receipt that is missing in the
  /// middle would give every later one the wrong number.
  private func runBatch(_ input: consuming Input) async throws {
    var lineNumber = 0
    while true {
      var lines: [[UInt8]] = []
      while lines.count < Self.pieceSize, let line = try input.line() { lines.append(line) }
      if lines.isEmpty { return }
      for result in await receipts(lines, after: lineNumber) {
        try Output.write(Base64Text.encode(try result.get()) + [0x0A])
      }
      lineNumber += lines.count
    }
  }

  private func receipts(_ lines: [[UInt8]], after lineNumber: Int) async -> [Result<[UInt8], ToolFailure>] {
    let (name, forge) = (options.file == "-" ? "standard input" : options.file, forge)
    let jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return await withTaskGroup(of: (Int, [Result<[UInt8], ToolFailure>]).self) { group in
      // Each job takes a run of lines, so that results need only be put together again.
      let share = (lines.count + jobs - 1) / jobs
      for start in stride(from: 0, to: lines.count, by: share) {
        group.addTask {
          (
            start,
            (start..<min(start + share, lines.count)).map { index in
              Result { () throws(ToolFailure) in
                try Self.receipt(lines[index], forge, name: "\(name), line \(lineNumber + index + 1)")
              }
            }
          )
        }
      }
      var parts: [Int: [Result<[UInt8], ToolFailure>]] = [:]
      for await (start, part) in group { parts[start] = part }
      return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }
  }
}
