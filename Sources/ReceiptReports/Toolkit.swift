// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The toolkit as a whole.
public enum Toolkit {
  /// The version, by Semantic Versioning, of the library, the tool and their packages. Scripts read it from this line.
  public static let version: StaticString = "0.1.0"
}
