// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// One file of `TestReceipts`: what is in it, who signs it, and what it is for.
struct TestReceipt {
  /// Who signs it.
  enum Chain {
    case authority(ChainEra)
    case xcodeLike
  }

  /// An attribute whose value no reader can make sense of.
  struct MalformedValue {
    /// Which purchase, by its place in the sample.
    let purchase: Int
    /// The type of the attribute.
    let type: Int64
    /// The code that it must be reported with.
    let code: String
  }

  /// The file's name.
  let file: String
  /// How it was made, in a sentence.
  let made: String
  /// What it shows, in a sentence.
  let shows: String
  let chain: Chain
  let sample: SampleReceipt
  let malformedValues: [MalformedValue]

  init(
    _ file: String, chain: Chain, made: String, shows: String, malformed: [MalformedValue] = [],
    _ sample: SampleReceipt, _ change: (inout SampleReceipt) -> Void = { _ in }
  ) {
    var sample = sample
    change(&sample)
    self.file = file
    self.made = made
    self.shows = shows
    self.chain = chain
    self.sample = sample
    malformedValues = malformed
  }
}
