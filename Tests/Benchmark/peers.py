# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Times Python packages that read App Store receipts over the test receipts: best processor time of many runs."""

import base64
import pathlib
import time

from appstoreserverlibrary.receipt_utility import ReceiptUtility
from apple_purchase_receipt_verifier import Config, Verifier
from asn1crypto import cms, core

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "TestReceipts"


class Attribute(core.Sequence):
    _fields = [("type", core.Integer), ("version", core.Integer), ("value", core.OctetString)]


class Attributes(core.SetOf):
    _child_spec = Attribute


def walk(payload):
    """Every attribute of a receipt and of its purchases, their values decoded as ASN.1 where they are."""
    found = 0
    for attribute in Attributes.load(payload):
        value = attribute["value"].native
        if attribute["type"].native == 17:
            found += walk(value)
        elif value[:1] in (b"\x02", b"\x0c", b"\x16"):
            core.load(value).native
        found += 1
    return found


def asn1crypto_fields(der, text):
    return walk(cms.ContentInfo.load(der)["content"]["encap_content_info"]["content"].native)


def best(body, seconds=1.0):
    fastest = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time_ns()
        body()
        fastest = min(fastest, time.process_time_ns() - start)
    return fastest / 1000


def main():
    verifier = Verifier(Config(roots=[(FOLDER / "test-root.der").read_bytes()]))
    utility = ReceiptUtility()
    subjects = [
        ("asn1crypto, every attribute", asn1crypto_fields),
        ("app-store-server-library, one transaction id", lambda der, text: utility.extract_transaction_id_from_app_receipt(text)),
        ("apple-purchase-receipt-verifier, verified", lambda der, text: verifier.verify_receipt(text)),
    ]
    names = ["sandbox-sha256", "purchases-200"]
    print("\n### Python packages, µs a receipt\n")
    print("| | " + " | ".join(names) + " |")
    print("|---|--:|--:|")
    for title, body in subjects:
        cells = []
        for name in names:
            der = (FOLDER / f"{name}.der").read_bytes()
            text = base64.b64encode(der).decode()
            cells.append(f"{best(lambda: body(der, text)):.0f}")
        print(f"| {title} | " + " | ".join(cells) + " |")


main()
