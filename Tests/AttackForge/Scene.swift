// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ReceiptForge

/// Everything that goes into a receipt and the decision on it, each part open to change until `build`.
package struct Scene {
  // MARK: - Certificates

  /// The root, which signs itself and the intermediate.
  package var rootKey: SigningKey
  /// The key that signs the leaf, and that the intermediate's certificate names.
  package var intermediateKey: SigningKey
  /// The key that signs the receipt, and that the leaf's certificate names.
  package var leafKey: SigningKey
  /// Who signs the leaf's certificate instead of the intermediate.
  package var leafIssuerKey: SigningKey?
  /// Who signs the receipt instead of the leaf.
  package var signingKey: SigningKey?
  package var root: CertificateRecipe
  package var intermediate: CertificateRecipe
  package var leaf: CertificateRecipe
  /// Which certificates are embedded, and in which order.
  package var arrange: (CertificateChain) throws -> [[UInt8]] = { [$0.leaf, $0.intermediate, $0.root] }

  // MARK: - Receipt

  package var receipt: ReceiptRecipe
  /// The content in place of the receipt's payload.
  package var content: [UInt8]?
  package var digest: ReceiptForge.DigestAlgorithm
  package var signatureAlgorithm = AlgorithmIdentifier.rsaEncryption
  /// The certificate that SignerInfo names, when it is not the leaf.
  package var signerIdentifier: (issuer: DistinguishedName, serialNumber: [UInt8])?
  private var messageEdits: [(inout SignedDataRecipe, MadeReceipt) throws -> Void] = []
  private var byteEdits: [(inout [UInt8]) throws -> Void] = []

  // MARK: - Verifier

  /// The verifier; its roots are the test root unless told otherwise.
  package var setup: VerifierSetup
  /// Whether the verifier trusts this scene's own root in the place of the usual one.
  package var isRootPinned = false
  /// The verifier's clock.
  package var now = Self.usualNow

  // MARK: - The usual scene

  /// A clock within the life of the usual certificates.
  package static let usualNow = "2025-06-01T00:00:00Z"
  /// When the usual receipt was made.
  package static let usualCreation = "2025-03-01T12:00:00Z"
  /// The device of the usual receipt.
  package static let device: [UInt8] = Array(0xA0...0xAF)

  /// A genuine production receipt with two purchases.
  package init(_ era: ChainEra = .sha256, created: SampleDate = SampleDate(usualCreation)) throws {
    let authority = try Keys.authority.get()
    rootKey = authority.rootKey
    intermediateKey = authority.intermediateKey
    leafKey = authority.leafKey
    root = try TestAuthority.rootRecipe(key: authority.rootKey)
    intermediate = try authority.intermediateRecipe(era)
    leaf = try authority.leafRecipe(era)
    digest = era.receiptDigest
    var sample = SampleReceipt.production(created: created)
    sample.guid = Self.device
    sample.purchases = [
      SamplePurchase(
        "com.example.app.lifetime", transactionID: "720000000000001", purchaseDate: "2015-12-01T10:00:00Z",
        productType: 0),
      .subscription(
        "com.example.app.monthly", transactionID: "720000000000002", purchaseDate: "2015-12-15T10:00:00Z",
        expiresDate: "2016-01-15T10:00:00Z", webOrderLineItemID: 720_000_000_000_009),
    ]
    receipt = try sample.recipe()
    setup = VerifierSetup(roots: [authority.rootCertificate])
  }

  // MARK: - Changes

  /// Changes the message before it is encoded.
  package mutating func edit(_ body: @escaping (inout SignedDataRecipe) throws -> Void) {
    messageEdits.append { message, _ in try body(&message) }
  }

  /// Changes the message before it is encoded, with all that it was made from at hand.
  package mutating func editMade(_ body: @escaping (inout SignedDataRecipe, MadeReceipt) throws -> Void) {
    messageEdits.append(body)
  }

  /// Changes the encoded message.
  package mutating func editBytes(_ body: @escaping (inout [UInt8]) throws -> Void) { byteEdits.append(body) }

  /// Gives the parties other keys, without changing what else their certificates say: names, serial numbers and key
  /// identifiers stay those of the genuine ones.
  package mutating func setKeys(
    root: SigningKey? = nil, intermediate: SigningKey? = nil, leaf: SigningKey? = nil
  ) throws {
    if let root {
      rootKey = root
      self.root.subjectPublicKeyInfo = try root.subjectPublicKeyInfo()
    }
    if let intermediate {
      intermediateKey = intermediate
      self.intermediate.subjectPublicKeyInfo = try intermediate.subjectPublicKeyInfo()
    }
    if let leaf {
      leafKey = leaf
      self.leaf.subjectPublicKeyInfo = try leaf.subjectPublicKeyInfo()
    }
  }

  /// Sets the receipt's creation.
  package mutating func setCreation(_ text: String) { receipt.set(.ia5String(12, text)) }

  // MARK: - Building

  /// The usual scene after some steps, built.
  static func build(_ steps: Attack.Step...) throws -> Submission {
    var scene = try Scene()
    for step in steps { try step(&scene) }
    return try scene.build()
  }

  /// The certificates.
  package func chain() throws -> CertificateChain {
    CertificateChain(
      leaf: try leaf.signed(by: leafIssuerKey ?? intermediateKey),
      intermediate: try intermediate.signed(by: rootKey), root: try root.signed(by: rootKey))
  }

  /// What is handed in.
  package func build() throws -> Submission {
    let chain = try chain()
    let identifier = signerIdentifier ?? (leaf.issuer, leaf.serialNumber)
    let signer = ReceiptSigner(
      key: signingKey ?? leafKey, certificates: try arrange(chain), issuer: identifier.issuer,
      serialNumber: identifier.serialNumber, digest: digest, signatureAlgorithm: signatureAlgorithm)
    let content = content ?? receipt.payload()
    var message = try signer.signedData(over: content, style: receipt.style)
    let made = MadeReceipt(chain: chain, signer: signer, content: content)
    for edit in messageEdits { try edit(&message, made) }
    var bytes = message.encoded
    for edit in byteEdits { try edit(&bytes) }
    var setup = setup
    if isRootPinned { setup.roots = [chain.root] }
    return Submission(bytes, setup, now: now)
  }
}

/// The three certificates of a scene, in DER.
package struct CertificateChain: Sendable {
  package var leaf: [UInt8]
  package var intermediate: [UInt8]
  package var root: [UInt8]

  /// The ones that the usual scene has.
  package static func genuine() throws -> CertificateChain { try Scene().chain() }
}

/// What a message was made from.
package struct MadeReceipt {
  package let chain: CertificateChain
  package let signer: ReceiptSigner
  package let content: [UInt8]
}
