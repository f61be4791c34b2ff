// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds what can be switched off or flipped in a source file, and instruments it.
///
/// - Each condition, and each operand of `&&` and `||`: is true, is false.
/// - Each ordering: with the equal case taken in or left out. Each bound of a range that is matched: one more.
/// - Each binding in a condition of `if`: does not bind.
/// - Each `throw` that is not guarded by a condition of its own, and each call made for its refusal: left out.
final class PointFinder: SyntaxVisitor {
  private(set) var file = InstrumentedFile()
  private let path: String
  private let source: [UInt8]
  private let sourceLines: [Substring]
  private let converter: SourceLocationConverter
  private let refused: Refusals
  private var nextID: Int
  /// The expressions whose parts have been dealt with.
  private var handled: Set<SyntaxIdentifier> = []

  /// Finds the points of a file, numbered from `firstID`.
  static func instrument(
    _ text: String, path: String, firstID: Int, refused: Refusals
  ) -> InstrumentedFile {
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text), errorHandler: { _ in })
    let finder = PointFinder(tree, text, path: path, firstID: firstID, refused: refused)
    finder.walk(tree)
    return finder.file
  }

  private init(_ tree: Syntax, _ text: String, path: String, firstID: Int, refused: Refusals) {
    self.path = path
    source = Array(text.utf8)
    sourceLines = text.split(separator: "\n", omittingEmptySubsequences: false)
    converter = SourceLocationConverter(fileName: path, tree: tree)
    nextID = firstID
    self.refused = refused
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Points

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private func line(_ node: some SyntaxProtocol) -> Int {
    converter.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  /// The number of a new point; `nil` where the compiler does not take it.
  private func point(_ node: some SyntaxProtocol, _ change: String, isStatement: Bool = false) -> Int? {
    let line = line(node)
    guard !refused.includes(path, sourceLines[line - 1], isStatement: isStatement) else { return nil }
    let text = text(range(node)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let id = nextID
    nextID += 1
    file.points.append(
      MutationPoint(id: id, path: path, line: line, change: change, text: text))
    return id
  }

  // MARK: - Conditions

  /// A condition and its operands, forced to what matters: in a conjunction to be false is the same for every operand.
  private func condition(_ node: ExprSyntax, canBeTrue: Bool = true, canBeFalse: Bool = true) {
    handled.insert(node.id)
    guard !node.is(BooleanLiteralExprSyntax.self) else { return }
    if let inner = inside(node) { return condition(inner, canBeTrue: canBeTrue, canBeFalse: canBeFalse) }
    if let infix = node.as(InfixOperatorExprSyntax.self) {
      switch infix.operator.trimmedDescription {
      case "&&":
        condition(infix.leftOperand, canBeTrue: true, canBeFalse: canBeFalse)
        return condition(infix.rightOperand, canBeTrue: true, canBeFalse: false)
      case "||":
        condition(infix.leftOperand, canBeTrue: canBeTrue, canBeFalse: true)
        return condition(infix.rightOperand, canBeTrue: false, canBeFalse: true)
      default: break
      }
    }
    force(node, canBeTrue: canBeTrue, canBeFalse: canBeFalse)
    if let infix = node.as(InfixOperatorExprSyntax.self) { shift(infix) }
  }

  /// What stands behind `try` or `unsafe`, or in parentheses.
  private func inside(_ node: ExprSyntax) -> ExprSyntax? {
    if let node = node.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
      return node.expression
    }
    if let node = node.as(UnsafeExprSyntax.self) { return node.expression }
    if let node = node.as(TupleExprSyntax.self), let only = node.elements.first, node.elements.count == 1 {
      return only.expression
    }
    return nil
  }

  private func force(_ node: ExprSyntax, canBeTrue: Bool, canBeFalse: Bool) {
    if canBeTrue, let id = point(node, "is true") { file.wrap(range(node), "mutate_true(\(id), ", ")") }
    if canBeFalse, let id = point(node, "is false") { file.wrap(range(node), "mutate_false(\(id), ", ")") }
  }

  private static let otherOrderings = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

  /// Moves the bound of an ordering or of a range.
  private func shift(_ infix: InfixOperatorExprSyntax) {
    let name = infix.operator.trimmedDescription
    if let other = Self.otherOrderings[name] {
      guard let id = point(infix, "with \(other)") else { return }
      let (left, right) = (range(infix.leftOperand), range(infix.rightOperand))
      let changed = "\(text(left)) \(other) \(text(right))"
      if MayChangeSomething.isPossible(in: infix) {
        file.wrap(range(infix), "(mutate_is(\(id)) ? \(changed) : ", ")")
      } else {
        file.wrap(range(infix), "mutate_pick(\(id), \(changed), ", ")")
      }
    } else if name == "~=", let bounds = infix.leftOperand.as(InfixOperatorExprSyntax.self) {
      for bound in [bounds.leftOperand, bounds.rightOperand] where bound.is(IntegerLiteralExprSyntax.self) {
        guard let id = point(bound, "one more, in `\(infix.trimmedDescription)`") else { continue }
        file.wrap(range(bound), "(", " + numericCast(mutate_is(\(id)) ? 1 : 0))")
      }
    }
  }

  private func conditions(_ list: ConditionElementListSyntax, bindingsCanFail: Bool, isLoop: Bool = false) {
    var canBeFalse = true
    for element in list {
      switch element.condition {
      case .expression(let expression):
        // The first condition of a loop is what ends it.
        condition(expression, canBeTrue: !isLoop || element.id != list.first?.id, canBeFalse: canBeFalse)
        canBeFalse = false
      case .optionalBinding, .matchingPattern:
        guard bindingsCanFail, canBeFalse, let id = point(element, "does not bind") else { continue }
        file.wrap(range(element), "mutate_not(\(id)), ", "")
        canBeFalse = false
      default: break
      }
    }
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    conditions(node.conditions, bindingsCanFail: false)
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    conditions(node.conditions, bindingsCanFail: true)
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    conditions(node.conditions, bindingsCanFail: false, isLoop: true)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard !handled.contains(node.id) else { return .visitChildren }
    if ["&&", "||", "==", "!=", "<", "<=", ">", ">=", "~="].contains(node.operator.trimmedDescription) {
      condition(ExprSyntax(node))
    }
    return .visitChildren
  }

  // MARK: - Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if node.item.is(ThrowStmtSyntax.self) {
      if !isBehindCondition(node), !isLastOfValue(node) { leaveOut(node) }
    } else if case .expr(let expression) = node.item, isRefusal(expression), !isValue(node) {
      leaveOut(node)
    }
    return .visitChildren
  }

  private func leaveOut(_ node: CodeBlockItemSyntax) {
    guard let id = point(node, "left out", isStatement: true) else { return }
    file.wrap(range(node), "if mutate_not(\(id)) { ", " }")
  }

  /// Whether a statement is all that a condition leads to: then forcing the condition leaves it out.
  private func isBehindCondition(_ node: CodeBlockItemSyntax) -> Bool {
    guard let owner = node.parent?.parent?.parent else { return false }
    return owner.is(GuardStmtSyntax.self) || owner.is(IfExprSyntax.self)
  }

  /// Whether a statement ends a function that gives a value, which would then be missing.
  private func isLastOfValue(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.last?.id == node.id else {
      return false
    }
    var owner = list.parent
    while let next = owner {
      if let function = next.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
      if next.is(ForStmtSyntax.self) { return false }
      // Behind a catch in an initialiser, something would have no value.
      if next.is(CatchClauseSyntax.self) || next.is(InitializerDeclSyntax.self) {
        return next.is(CatchClauseSyntax.self)
      }
      owner = next.parent
    }
    return true
  }

  /// Whether an expression is evaluated for the error that it may throw, or notes one: a call of a function of the type's
  /// own.
  private func isRefusal(_ node: ExprSyntax) -> Bool {
    if let node = node.as(TryExprSyntax.self) {
      if let assignment = node.expression.as(InfixOperatorExprSyntax.self) {
        return assignment.leftOperand.is(DiscardAssignmentExprSyntax.self)
      }
      guard let call = node.expression.as(FunctionCallExprSyntax.self) else { return false }
      return call.calledExpression.trimmedDescription != "self.init"
    }
    if let assignment = node.as(InfixOperatorExprSyntax.self) {
      return assignment.leftOperand.is(DiscardAssignmentExprSyntax.self)
        && assignment.rightOperand.is(TryExprSyntax.self)
    }
    return node.as(FunctionCallExprSyntax.self)?.calledExpression.is(DeclReferenceExprSyntax.self) == true
  }

  /// Whether a statement is the value of the function or closure that holds nothing else.
  private func isValue(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    let owner = list.parent?.is(CodeBlockSyntax.self) == true ? list.parent?.parent : list.parent
    // A branch of an `if` that gives a value, and not of a statement.
    if let branch = owner?.as(IfExprSyntax.self) {
      var outermost = branch
      while let outer = outermost.parent?.as(IfExprSyntax.self) { outermost = outer }
      return outermost.parent?.is(ExpressionStmtSyntax.self) != true
    }
    if let function = owner?.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    return owner?.is(InitializerDeclSyntax.self) != true && owner?.is(ForStmtSyntax.self) != true
      && owner?.is(WhileStmtSyntax.self) != true && owner?.is(DoStmtSyntax.self) != true
      && owner?.is(CatchClauseSyntax.self) != true
  }
}

/// Whether evaluating an expression twice could change something or fail: it calls what is no initialiser.
private final class MayChangeSomething: SyntaxVisitor {
  private var isPossible = false

  static func isPossible(in node: some SyntaxProtocol) -> Bool {
    let visitor = MayChangeSomething(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.isPossible
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if name?.first?.isUppercase != true { isPossible = true }
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    isPossible = true
    return .skipChildren
  }
}
