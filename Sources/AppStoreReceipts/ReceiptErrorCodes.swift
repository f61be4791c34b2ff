// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// The codes of docs/errors.md as constants, each named by its words in camel case. A test compares both ways.

extension ReceiptError.Code {
  // MARK: - `limit`: a budget exceeded

  /// `limit.size`: The input is larger than the limit.
  public static let limitSize = Self(rawValue: "limit.size")
  /// `limit.layers`: More than six forms stand inside each other, such as base64 in JSON in base64.
  public static let limitLayers = Self(rawValue: "limit.layers")
  /// `limit.depth`: Elements are nested deeper than the limit.
  public static let limitDepth = Self(rawValue: "limit.depth")
  /// `limit.pieces`: An OCTET STRING comes in more pieces than the limit.
  public static let limitPieces = Self(rawValue: "limit.pieces")
  /// `limit.object-identifier`: An OBJECT IDENTIFIER is longer than 32 octets.
  public static let limitObjectIdentifier = Self(rawValue: "limit.object-identifier")
  /// `limit.certificates`: There are more certificates than the limit.
  public static let limitCertificates = Self(rawValue: "limit.certificates")
  /// `limit.signer-infos`: There are more SignerInfos than the limit.
  public static let limitSignerInfos = Self(rawValue: "limit.signer-infos")
  /// `limit.problems`: There are more malformed attributes than the limit.
  public static let limitProblems = Self(rawValue: "limit.problems")
  /// `limit.attributes`: There are more attributes than the limit.
  public static let limitAttributes = Self(rawValue: "limit.attributes")

  // MARK: - `encoding`: not valid BER or DER

  /// `encoding.truncated`: The input ends inside an element.
  public static let encodingTruncated = Self(rawValue: "encoding.truncated")
  /// `encoding.length`: A length is malformed or runs past the enclosing element.
  public static let encodingLength = Self(rawValue: "encoding.length")
  /// `encoding.tag`: A tag is malformed.
  public static let encodingTag = Self(rawValue: "encoding.tag")
  /// `encoding.end-of-contents`: End-of-contents octets stand in the wrong place.
  public static let encodingEndOfContents = Self(rawValue: "encoding.end-of-contents")
  /// `encoding.indefinite-length`: An indefinite length stands where DER is required.
  public static let encodingIndefiniteLength = Self(rawValue: "encoding.indefinite-length")
  /// `encoding.integer`: An INTEGER is empty or padded.
  public static let encodingInteger = Self(rawValue: "encoding.integer")
  /// `encoding.boolean`: A BOOLEAN is malformed.
  public static let encodingBoolean = Self(rawValue: "encoding.boolean")
  /// `encoding.null`: A NULL has contents.
  public static let encodingNull = Self(rawValue: "encoding.null")
  /// `encoding.object-identifier`: An OBJECT IDENTIFIER is malformed.
  public static let encodingObjectIdentifier = Self(rawValue: "encoding.object-identifier")
  /// `encoding.octet-string`: A piece of an OCTET STRING is something else.
  public static let encodingOctetString = Self(rawValue: "encoding.octet-string")
  /// `encoding.bit-string`: A BIT STRING is malformed.
  public static let encodingBitString = Self(rawValue: "encoding.bit-string")
  /// `encoding.json`: The answer is no JSON, or JSON that readers would disagree about.
  public static let encodingJSON = Self(rawValue: "encoding.json")
  /// `encoding.property-list`: A property list of a transaction receipt is malformed.
  public static let encodingPropertyList = Self(rawValue: "encoding.property-list")
  /// `encoding.base64`: The purchase-info of a transaction receipt is not base64.
  public static let encodingBase64 = Self(rawValue: "encoding.base64")

  // MARK: - `structure`: valid ASN.1, not the shape of a receipt

  /// `structure.unexpected-element`: Another element stands where the grammar has one.
  public static let structureUnexpectedElement = Self(rawValue: "structure.unexpected-element")
  /// `structure.missing-element`: An element is missing.
  public static let structureMissingElement = Self(rawValue: "structure.missing-element")
  /// `structure.extra-element`: An element stands after the last one of the grammar.
  public static let structureExtraElement = Self(rawValue: "structure.extra-element")
  /// `structure.content-type`: The content type is not the one of a receipt.
  public static let structureContentType = Self(rawValue: "structure.content-type")
  /// `structure.version`: A version is not 1.
  public static let structureVersion = Self(rawValue: "structure.version")
  /// `structure.digest-algorithms`: The digest algorithms are not exactly the signer's one.
  public static let structureDigestAlgorithms = Self(rawValue: "structure.digest-algorithms")
  /// `structure.algorithm-parameters`: An algorithm has parameters that it does not take.
  public static let structureAlgorithmParameters = Self(rawValue: "structure.algorithm-parameters")
  /// `structure.detached`: The message has no content.
  public static let structureDetached = Self(rawValue: "structure.detached")
  /// `structure.response`: This is JSON, and no answer of verifyReceipt.
  public static let structureResponse = Self(rawValue: "structure.response")
  /// `structure.purchase-info`: A transaction receipt has no purchase-info.
  public static let structurePurchaseInfo = Self(rawValue: "structure.purchase-info")
  /// `structure.certificate`: Something other than a certificate stands among the certificates.
  public static let structureCertificate = Self(rawValue: "structure.certificate")
  /// `structure.revocation-lists`: Revocation lists are embedded.
  public static let structureRevocationLists = Self(rawValue: "structure.revocation-lists")
  /// `structure.signer-identifier`: The signer is not named by issuer and serial number.
  public static let structureSignerIdentifier = Self(rawValue: "structure.signer-identifier")
  /// `structure.unsigned-attributes`: There are unsigned attributes, which anyone may add.
  public static let structureUnsignedAttributes = Self(rawValue: "structure.unsigned-attributes")
  /// `structure.trailing-bytes`: Bytes follow the end of the receipt.
  public static let structureTrailingBytes = Self(rawValue: "structure.trailing-bytes")

  // MARK: - `unsupported`: an algorithm or feature refused on purpose

  /// `unsupported.digest`: The digest is neither SHA-256 nor SHA-1.
  public static let unsupportedDigest = Self(rawValue: "unsupported.digest")
  /// `unsupported.signature`: The signature is not RSA by PKCS #1 v1.5 with the digest.
  public static let unsupportedSignature = Self(rawValue: "unsupported.signature")
  /// `unsupported.signed-attributes`: There are signed attributes.
  public static let unsupportedSignedAttributes = Self(rawValue: "unsupported.signed-attributes")

  // MARK: - `signer`: the SignerInfo or its certificate

  /// `signer.none`: Nobody signed the message.
  public static let signerNone = Self(rawValue: "signer.none")
  /// `signer.multiple`: More than one signer signed the message.
  public static let signerMultiple = Self(rawValue: "signer.multiple")
  /// `signer.certificate-missing`: The certificate that the signer names is not embedded.
  public static let signerCertificateMissing = Self(rawValue: "signer.certificate-missing")
  /// `signer.certificate-ambiguous`: Two embedded certificates are what the signer names.
  public static let signerCertificateAmbiguous = Self(rawValue: "signer.certificate-ambiguous")

  // MARK: - `chain`: the path to the pinned root

  /// `chain.untrusted`: The signer's certificate does not lead to a trusted root.
  public static let chainUntrusted = Self(rawValue: "chain.untrusted")
  /// `chain.incomplete`: The certificate between the signer's and the root is not embedded.
  public static let chainIncomplete = Self(rawValue: "chain.incomplete")
  /// `chain.length`: The chain is not signer, intermediate, root.
  public static let chainLength = Self(rawValue: "chain.length")
  /// `chain.unreadable`: A certificate of the chain cannot be read.
  public static let chainUnreadable = Self(rawValue: "chain.unreadable")
  /// `chain.validity`: The validity of a certificate cannot be read.
  public static let chainValidity = Self(rawValue: "chain.validity")
  /// `chain.expired`: A certificate had expired when the receipt was made.
  public static let chainExpired = Self(rawValue: "chain.expired")
  /// `chain.not-yet-valid`: A certificate was not yet valid when the receipt was made.
  public static let chainNotYetValid = Self(rawValue: "chain.not-yet-valid")
  /// `chain.future`: The receipt was made in the future.
  public static let chainFuture = Self(rawValue: "chain.future")
  /// `chain.purpose`: A certificate was not issued for signing receipts.
  public static let chainPurpose = Self(rawValue: "chain.purpose")
  /// `chain.algorithm`: A signature uses a digest that is not accepted any more.
  public static let chainAlgorithm = Self(rawValue: "chain.algorithm")
  /// `chain.key`: A key is not RSA of 2048 to 8192 bits.
  public static let chainKey = Self(rawValue: "chain.key")
  /// `chain.certificate-signature`: A certificate was not signed by its issuer.
  public static let chainCertificateSignature = Self(rawValue: "chain.certificate-signature")
  /// `chain.denied`: The signer's key is on the list of denied keys.
  public static let chainDenied = Self(rawValue: "chain.denied")

  // MARK: - `signature`: the signature does not match

  /// `signature.mismatch`: The signature does not match the content.
  public static let signatureMismatch = Self(rawValue: "signature.mismatch")

  // MARK: - `payload`: the attributes of the receipt

  /// `payload.value`: The value of an attribute is not what the attribute holds.
  public static let payloadValue = Self(rawValue: "payload.value")
  /// `payload.duplicate-attribute`: An attribute stands twice that may stand only once.
  public static let payloadDuplicateAttribute = Self(rawValue: "payload.duplicate-attribute")
  /// `payload.attribute-type`: The type of an attribute is outside 0 to 2147483647.
  public static let payloadAttributeType = Self(rawValue: "payload.attribute-type")
  /// `payload.missing-attribute`: An attribute is missing without which a receipt cannot be verified.
  public static let payloadMissingAttribute = Self(rawValue: "payload.missing-attribute")

  // MARK: - `environment`: the signed type is not accepted

  /// `environment.unknown`: The receipt type names no known environment.
  public static let environmentUnknown = Self(rawValue: "environment.unknown")
  /// `environment.not-accepted`: The receipt comes from an environment that is not accepted.
  public static let environmentNotAccepted = Self(rawValue: "environment.not-accepted")

  // MARK: - `policy`: the caller expected something else

  /// `policy.bundle-id`: The receipt is for another app.
  public static let policyBundleID = Self(rawValue: "policy.bundle-id")
  /// `policy.app-version`: The receipt is for another version of the app.
  public static let policyAppVersion = Self(rawValue: "policy.app-version")
  /// `policy.device`: The receipt is for none of the given devices.
  public static let policyDevice = Self(rawValue: "policy.device")
  /// `policy.age`: The receipt is older than is accepted.
  public static let policyAge = Self(rawValue: "policy.age")

  // MARK: - `internal`: could not be decided here; never "forged"

  /// `internal.crypto`: OpenSSL could not decide here.
  public static let internalCrypto = Self(rawValue: "internal.crypto")
  /// `internal.host-forbids-sha1`: This host forbids SHA-1 signatures.
  public static let internalHostForbidsSHA1 = Self(rawValue: "internal.host-forbids-sha1")
  /// `internal.issuer-not-configured`: The signature matches, and the certificate of its issuer is not known here.
  public static let internalIssuerNotConfigured = Self(rawValue: "internal.issuer-not-configured")
  /// `internal.io`: The input cannot be read.
  public static let internalIO = Self(rawValue: "internal.io")
  /// `internal.argument`: A function of the C library was called with an argument that it cannot use.
  public static let internalArgument = Self(rawValue: "internal.argument")
}
