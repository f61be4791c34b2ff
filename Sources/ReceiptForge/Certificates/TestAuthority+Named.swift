// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension TestAuthority {
  /// The authority of that name: the same keys and the same root on every machine, nothing to be stored.
  ///
  /// ```swift
  /// let authority = try TestAuthority(named: "our-server-tests")
  /// ```
  /// Whoever knows the name can sign under its root. Let no server trust it that grants anything of worth.
  ///
  /// - Parameter name: any text; by its bytes.
  public init(named name: String) throws(ForgeError) {
    try self.init(
      rootKey: .rsa(named: name + "/root"), intermediateKey: .rsa(named: name + "/intermediate"),
      leafKey: .rsa(named: name + "/leaf"))
  }

  /// The name of the authority that `receipt-forge` uses unless told otherwise.
  public static let defaultName = "receipt-forge"
}
