// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing
import SeededRandom

/// What holds of any rows whatever. A failure names the seed that made the rows up.
@Suite struct EntitlementPropertySweepTests {
  private static let seeds: ClosedRange<UInt64> = 1...500
  private static let products = PlainReceipt.products

  /// Records an issue when a condition does not hold. `#expect` says more, and takes too long for millions of
  /// them.
  private func hold(
    _ condition: Bool, _ seed: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !condition { Issue.record(seed, sourceLocation: sourceLocation) }
  }

  /// Runs a body over made-up receipts.
  private func forAll(
    _ body: (PlainReceipt, inout SplitMix, Comment) throws -> Void
  ) throws {
    for seed in Self.seeds {
      var generator = SplitMix(state: seed)
      let receipt = PlainReceipt.random(&generator)
      try body(receipt, &generator, "seed \(seed)")
    }
  }

  @Test func theAnswersAreThoseOfEachRowTakenByItself() throws {
    var counts = (yes: 0, no: 0)
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      for instant in plain.instants(&generator) {
        for tolerance in [0, 1, 86_400 * 3] as [Int64] {
          let rights = receipt.unverifiedEntitlements(at: instant, tolerance: tolerance)
          for product in Self.products {
            let expected = plain.isSubscribed(product, at: instant, tolerance: tolerance)
            if expected { counts.yes += 1 } else { counts.no += 1 }
            hold(rights.isSubscribedWithAutoRenewProduct(product) == expected, seed)
            hold(
              rights.isValidWithPersistentProductId(product) == plain.isValid(product, at: instant), seed)
          }
          let expected = Self.products.contains {
            plain.isSubscribed($0, at: instant, tolerance: tolerance)
          }
          hold(rights.subscriptionStatus(ofAnyIn: Self.products).isActive == expected, seed)
          hold(
            rights.activeSubscriptions.map(\.productID)
              == Self.products.filter { plain.isSubscribed($0, at: instant, tolerance: tolerance) }
              .map { ReceiptText($0) }, seed)
          hold(rights.introductoryOfferUsed() == plain.offerIsUsed, seed)
        }
      }
    }
    // A property that never meets a yes proves nothing.
    #expect(counts.yes > 1_000 && counts.no > 1_000)
  }

  @Test func theOrderOfRowsChangesNoAnswer() throws {
    try forAll { plain, generator, seed in
      var shuffled = plain
      let receipt = try plain.receipt()
      for _ in 0..<2 {
        shuffled.rows.shuffle(using: &generator)
        let other = try shuffled.receipt()
        for instant in plain.instants(&generator).shuffled(using: &generator).prefix(4) {
          let rights = receipt.unverifiedEntitlements(at: instant, tolerance: 5)
          hold(Answers(rights) == Answers(other.unverifiedEntitlements(at: instant, tolerance: 5)), seed)
        }
      }
    }
  }

  @Test func coverageIsThePointwiseAnswer() throws {
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      for products in [["a"], ["b", "c"], Self.products, []] {
        let coverage = receipt.unverifiedEntitlements(at: PlainReceipt.instant(&generator))
          .coverage(ofAnyIn: products)
        for instant in plain.instants(&generator) {
          let rights = receipt.unverifiedEntitlements(at: instant)
          let isSubscribed = products.contains { rights.isSubscribedWithAutoRenewProduct($0) }
          hold(coverage.contains(instant) == isSubscribed, seed)
          if case .active(let until) = rights.subscriptionStatus(ofAnyIn: products) {
            hold(coverage.periods.contains { $0.contains(instant) && $0.upperBound == until }, seed)
          }
        }
      }
    }
  }

  @Test func periodsAndGapsAlternateInTheOrderOfTime() throws {
    try forAll { plain, generator, seed in
      let coverage = try plain.receipt().unverifiedEntitlements(at: jan20).coverage(ofAnyIn: Self.products)
      hold(coverage.gaps.count == max(0, coverage.periods.count - 1), seed)
      var edges: [Timestamp] = []
      for (index, period) in coverage.periods.enumerated() {
        edges += [period.lowerBound, period.upperBound]
        guard index < coverage.gaps.count else { continue }
        hold(coverage.gaps[index].lowerBound == period.upperBound, seed)
        hold(coverage.gaps[index].upperBound == coverage.periods[index + 1].lowerBound, seed)
      }
      hold(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }, seed)
      let starts = coverage.segments.map(\.period.lowerBound)
      hold(starts == starts.sorted(), seed)
    }
  }

  @Test func withoutARowNothingMoreIsGrantedUnlessItWasACancellation() throws {
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      for index in plain.rows.indices {
        var fewer = plain
        let removed = fewer.rows.remove(at: index)
        let other = try fewer.receipt()
        for instant in plain.instants(&generator) {
          let (before, after) = (
            receipt.unverifiedEntitlements(at: instant), other.unverifiedEntitlements(at: instant)
          )
          for product in Self.products {
            let ofTransaction = after.purchases(of: product).contains {
              $0.transactionID.map { removed.transaction.map { ReceiptText($0) } == $0 } == true
            }
            if removed.cancellation != .none, ofTransaction { continue }
            hold(
              before.isSubscribedWithAutoRenewProduct(product)
                || !after.isSubscribedWithAutoRenewProduct(product),
              seed)
            hold(
              before.isValidWithPersistentProductId(product)
                || !after.isValidWithPersistentProductId(product), seed)
          }
        }
      }
    }
  }

  @Test func aCancellationNeverGrants() throws {
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      for index in plain.rows.indices {
        var cancelled = plain
        cancelled.rows[index].cancellation =
          generator.oneIn(3) ? .malformed : .dated(PlainReceipt.instant(&generator))
        let other = try cancelled.receipt()
        for instant in plain.instants(&generator) {
          let (before, after) = (
            receipt.unverifiedEntitlements(at: instant), other.unverifiedEntitlements(at: instant)
          )
          for product in Self.products {
            hold(
              before.isSubscribedWithAutoRenewProduct(product)
                || !after.isSubscribedWithAutoRenewProduct(product),
              seed)
            hold(
              before.isValidWithPersistentProductId(product)
                || !after.isValidWithPersistentProductId(product), seed)
          }
          if let transaction = plain.rows[index].transaction { hold(after.isCancelled(transaction), seed) }
        }
      }
    }
  }

  @Test func toleranceNeverShortens() throws {
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      for instant in plain.instants(&generator) {
        var wasSubscribed = Set<String>()
        var wasValid: Set<String>?
        for tolerance in [.min, -1, 0, 1, 86_400, 86_400 * 9, .max] as [Int64] {
          let rights = receipt.unverifiedEntitlements(at: instant, tolerance: tolerance)
          let isSubscribed = Set(Self.products.filter { rights.isSubscribedWithAutoRenewProduct($0) })
          let isValid = Set(Self.products.filter { rights.isValidWithPersistentProductId($0) })
          hold(isSubscribed.isSuperset(of: wasSubscribed), seed)
          hold(isValid == wasValid ?? isValid, seed)
          (wasSubscribed, wasValid) = (isSubscribed, isValid)
        }
      }
    }
  }

  @Test func explanationsAgreeWithTheAnswersAndNameWhatDecided() throws {
    try forAll { plain, generator, seed in
      let receipt = try plain.receipt()
      let tolerance = Int64.random(in: 0...200_000, using: &generator)
      for instant in plain.instants(&generator) {
        let rights = receipt.unverifiedEntitlements(at: instant, tolerance: tolerance)
        for product in Self.products { check(rights.explanation(of: product), of: product, rights, seed) }
      }
    }
  }

  private func check(
    _ explanation: Explanation, of product: String, _ rights: Entitlements, _ seed: Comment
  ) {
    let (isSubscribed, isValid) = (
      rights.isSubscribedWithAutoRenewProduct(product), rights.isValidWithPersistentProductId(product)
    )
    let rows = explanation.rows
    hold(explanation.subscription.isActive == isSubscribed, seed)
    hold(explanation.ownership.isOwned == isValid, seed)
    hold(
      rows.contains { if case .subscribed = $0.outcome { true } else { false } } == isSubscribed, seed)
    hold(rows.contains { $0.outcome == .owned } == isValid, seed)
    hold(rows.count == rights.purchases(of: product).count, seed)

    // Rows without a transaction cannot be named.
    let named = Set(explanation.decidedBy)
    hold(named.count == explanation.decidedBy.count, seed)
    if isSubscribed || isValid {
      let granting = rows.filter {
        if case .subscribed = $0.outcome { true } else { $0.outcome == .owned }
      }
      hold(!named.isEmpty || granting.contains { $0.purchase.transactionID == nil }, seed)
      hold(named.isSubset(of: Set(rows.compactMap(\.purchase.transactionID))), seed)
    }
    if isSubscribed {
      if let since = explanation.since { hold(since <= rights.instant, seed) } else { Issue.record(seed) }
      hold(explanation.until != nil, seed)
    }
    if let since = explanation.since, let until = explanation.until { hold(since <= until, seed) }

    let text = explanation.description
    let isYes = text.contains("is subscribed") || text.contains("is owned") || text.contains("was bought")
    hold(isYes == (isSubscribed || isValid), "\(seed): \(text)")
  }
}
