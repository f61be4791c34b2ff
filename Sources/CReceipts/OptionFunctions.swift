// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
public import CReceiptsHeader
import ReceiptVerification

/// Options that accept no receipt yet.
@c @implementation
public func receipts_options_new() -> OpaquePointer? { unsafe Handle.make(VerifierOptions()) }

/// Frees options.
@c @implementation
public func receipts_options_free(_ options: UnsafeMutablePointer<OpaquePointer?>?) {
  unsafe Handle<VerifierOptions>.free(options)
}

/// Sets an option; what is refused, or was before, is remembered.
private func set(
  _ handle: OpaquePointer?, _ change: (inout VerifierOptions) -> receipts_status
) -> receipts_status {
  guard let options = unsafe Handle<VerifierOptions>.find(handle) else { return RECEIPTS_BAD_POINTER }
  if unsafe options.pointee.content.refusal == RECEIPTS_OK {
    unsafe options.pointee.content.refusal = change(&options.pointee.content)
  }
  return unsafe options.pointee.content.refusal
}

// MARK: - Which receipts are accepted

/// Accepts receipts of an app.
@c @implementation
public func receipts_options_accept_bundle_id(
  _ options: OpaquePointer?, _ bundleID: UnsafePointer<CChar>?, _ length: Int
) -> receipts_status {
  unsafe set(options) { options in
    guard unsafe bundleID != nil else { return RECEIPTS_BAD_POINTER }
    guard let bundleID = unsafe text(bundleID, length, upTo: VerifierOptions.largestValue), !bundleID.isEmpty
    else { return RECEIPTS_BAD_VALUE }
    options.bundleIDs.insert(ReceiptText(bundleID))
    return options.acceptsAnyBundleID ? RECEIPTS_CONFLICT : RECEIPTS_OK
  }
}

/// Accepts receipts of any app.
@c @implementation
public func receipts_options_accept_any_bundle_id(_ options: OpaquePointer?) -> receipts_status {
  unsafe set(options) { options in
    options.acceptsAnyBundleID = true
    return options.bundleIDs.isEmpty ? RECEIPTS_OK : RECEIPTS_CONFLICT
  }
}

/// Accepts receipts from an environment.
@c @implementation
public func receipts_options_accept_environment(
  _ options: OpaquePointer?, _ environment: receipts_environment
) -> receipts_status {
  unsafe set(options) { options in
    switch environment {
    case RECEIPTS_ENVIRONMENT_PRODUCTION: options.environments.insert(.production)
    case RECEIPTS_ENVIRONMENT_SANDBOX: options.environments.insert(.sandbox)
    default: return RECEIPTS_BAD_VALUE
    }
    return RECEIPTS_OK
  }
}

/// Accepts receipts that Xcode made for local testing.
@c @implementation
public func receipts_options_accept_xcode(_ options: OpaquePointer?) -> receipts_status {
  unsafe set(options) { options in
    options.acceptsXcode = true
    return RECEIPTS_OK
  }
}

/// Accepts receipts of one version of the app only.
@c @implementation
public func receipts_options_require_app_version(
  _ options: OpaquePointer?, _ version: UnsafePointer<CChar>?, _ length: Int
) -> receipts_status {
  unsafe set(options) { options in
    guard unsafe version != nil else { return RECEIPTS_BAD_POINTER }
    guard options.appVersion == nil,
      let version = unsafe text(version, length, upTo: VerifierOptions.largestValue)
    else { return RECEIPTS_BAD_VALUE }
    options.appVersion = version
    return RECEIPTS_OK
  }
}

/// Accepts receipts of a device, and of no other that is not named so.
@c @implementation
public func receipts_options_accept_device(
  _ options: OpaquePointer?, _ identifier: UnsafeRawPointer?, _ length: Int
) -> receipts_status {
  unsafe set(options) { options in
    guard unsafe identifier != nil else { return RECEIPTS_BAD_POINTER }
    // No text of an identifier is as short as the 6 bytes of one, or has as many characters as the 16.
    guard let bytes = unsafe bytes(identifier, length, upTo: VerifierOptions.largestValue),
      let device = DeviceIdentifier(bytes: bytes) ?? DeviceIdentifier(String(decoding: bytes, as: UTF8.self))
    else { return RECEIPTS_BAD_VALUE }
    options.devices.append(device)
    return RECEIPTS_OK
  }
}

/// Accepts receipts of some seconds of age at most.
@c @implementation
public func receipts_options_limit_age(_ options: OpaquePointer?, _ seconds: Int64) -> receipts_status {
  unsafe set(options) { options in
    guard seconds >= 0 else { return RECEIPTS_BAD_VALUE }
    options.maximumAge = seconds
    return RECEIPTS_OK
  }
}

/// Decodes receipts of some bytes at most.
@c @implementation
public func receipts_options_limit_size(_ options: OpaquePointer?, _ bytes: Int) -> receipts_status {
  unsafe set(options) { options in
    guard 1...(1 << 30) ~= bytes else { return RECEIPTS_BAD_VALUE }
    options.limits.inputSize = bytes
    return RECEIPTS_OK
  }
}

// MARK: - Whose signatures count

/// Trusts a root certificate in the place of Apple's.
@c @implementation
public func receipts_options_trust_root(
  _ options: OpaquePointer?, _ certificate: UnsafeRawPointer?, _ length: Int
) -> receipts_status {
  unsafe set(options) { options in
    guard unsafe certificate != nil else { return RECEIPTS_BAD_POINTER }
    guard let root = unsafe bytes(certificate, length, upTo: VerifierOptions.largestValue) else {
      return RECEIPTS_BAD_CERTIFICATE
    }
    options.roots.append(root)
    return VerifierOptions.status(ofRoot: root)
  }
}

/// Refuses receipts that a key signed.
@c @implementation
public func receipts_options_deny_leaf_key(
  _ options: OpaquePointer?, _ sha256: UnsafeRawPointer?, _ length: Int
) -> receipts_status {
  unsafe set(options) { options in
    guard unsafe sha256 != nil else { return RECEIPTS_BAD_POINTER }
    guard length == 32, let key = unsafe bytes(sha256, length, upTo: 32) else { return RECEIPTS_BAD_VALUE }
    options.deniedLeafKeys.insert(key)
    return RECEIPTS_OK
  }
}
