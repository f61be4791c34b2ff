// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One attempt to pass off as genuine what is not, beside a twin that lacks nothing but the defect.
///
/// Without the twin a refusal would prove little: the receipt might be refused for a mistake in making it.
package struct Attack: Sendable {
  /// The name in the catalogue, such as `C06`.
  package let id: String
  /// What is wrong with it, in a few words.
  package let sentence: String
  /// What a verifier must say of it.
  package let required: Requirement
  private let madeForgery: MadeOnce<Submission>
  private let madeTwin: MadeOnce<Submission>

  /// What a verifier must say.
  package enum Requirement: Hashable, Sendable {
    /// Exactly this code.
    case code(String)
    /// A code of one of these classes.
    case anyOf(Set<String>)
    /// That the receipt is genuine: the oddity is none.
    case verified
  }

  /// A change of a scene.
  package typealias Step = @Sendable (inout Scene) throws -> Void

  /// An attack whose two forms are made in ways of their own.
  package init(
    _ id: String, _ sentence: String, _ required: Requirement,
    forgery: @escaping @Sendable () throws -> Submission, twin: @escaping @Sendable () throws -> Submission
  ) {
    self.id = id
    self.sentence = sentence
    self.required = required
    madeForgery = MadeOnce(forgery)
    madeTwin = MadeOnce(twin)
  }

  /// What is handed in.
  package func forgery() throws -> Submission { try madeForgery.value() }

  /// The same without the defect, which must verify.
  package func twin() throws -> Submission { try madeTwin.value() }

  /// An attack that is a genuine scene with one thing changed.
  ///
  /// - Parameters:
  ///   - given: What forgery and twin have in common, beyond the usual scene.
  ///   - twin: What the twin has in the place of the defect; nothing when absent.
  ///   - defect: The change.
  package init(
    _ id: String, _ sentence: String, _ required: Requirement, given: @escaping Step = { _ in },
    twin: @escaping Step = { _ in }, defect: @escaping Step
  ) {
    self.init(
      id, sentence, required, forgery: { try Scene.build(given, defect) },
      twin: { try Scene.build(given, twin) })
  }

  /// An attack that must be refused with exactly this code.
  package init(
    _ id: String, _ sentence: String, _ code: String, given: @escaping Step = { _ in },
    twin: @escaping Step = { _ in }, defect: @escaping Step
  ) {
    self.init(id, sentence, .code(code), given: given, twin: twin, defect: defect)
  }
}

extension Attack: CustomStringConvertible {
  /// The name and what is wrong.
  package var description: String { "\(id): \(sentence)" }
}
