// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptInput {
  /// A receipt that arrived as it is.
  init(der content: [UInt8], maximumSize: Int) throws(InputError) {
    guard content.count <= maximumSize else { throw InputError(.size, offset: maximumSize) }
    self.init(form: .der, bytes: content)
  }
}
