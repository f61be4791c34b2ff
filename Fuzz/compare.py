#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Compares what the toolkit read in receipts with what this reader reads in them.

Takes the lines that `fuzz-tool differential` prints from standard input. This reader is written from RFC 5652 and X.690
alone and shares nothing with the toolkit: it takes a receipt apart from the outside in, by cutting byte strings, where the
toolkit moves through them. It knows what the toolkit accepts, and says so where it would not read on.

Exit status: 0 if all is the same, 1 if something differs or nothing was compared.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile


class Malformed(Exception):
    pass


def split(data):
    """One element off the front: its tag, its contents, the rest. Indefinite contents come as they are, without their end."""
    if len(data) < 2 or data[0] & 0x1F == 0x1F:
        raise Malformed("no header")
    tag, first = data[0], data[1]
    if first == 0x80:
        rest = data[2:]
        while rest[:2] != b"\0\0":
            rest = split(rest)[2]
        return tag, data[2 : len(data) - len(rest)], rest[2:]
    head = 2
    length = first
    if first > 0x80:
        head += first & 0x7F
        length = int.from_bytes(data[2:head], "big")
    if len(data) < head + length:
        raise Malformed("contents that are cut off")
    return tag, data[head : head + length], data[head + length :]


def elements(data):
    """All elements of some contents, with their tags."""
    found = []
    while data:
        tag, contents, data = split(data)
        found.append((tag, contents))
    return found


def string(tag, contents):
    """The octets of an OCTET STRING, pieces and all (X.690 8.7)."""
    if tag == 0x04:
        return contents
    if tag != 0x24:
        raise Malformed("no OCTET STRING")
    return b"".join(string(*piece) for piece in elements(contents))


def attributes(payload):
    """The attributes of a SET: type, version and value of each; the last as octets."""
    tag, contents, rest = split(payload)
    if tag != 0x31 or rest:
        raise Malformed("no SET")
    found = []
    for tag, contents in elements(contents):
        (first, number), (second, version), (third, value) = elements(contents)
        if (tag, first, second, third) != (0x30, 0x02, 0x02, 0x04):
            raise Malformed("no attribute")
        number = int.from_bytes(number, "big", signed=True)
        found.append((number if 0 <= number < 2**31 else None, version.hex(), value.hex()))
    return found


def read(receipt):
    """Attributes, attributes of each purchase, and the certificates."""
    _, info, _ = split(receipt)
    (_, _), (_, explicit) = elements(info)
    signed = elements(elements(explicit)[0][1])
    (_, _), (_, content) = elements(signed[2][1])
    payload = string(*elements(content)[0])
    found = attributes(payload)
    purchases = [attributes(bytes.fromhex(value)) for number, _, value in found if number == 17]
    certificates = []
    if signed[3][0] == 0xA0:
        rest = signed[3][1]
        while rest:
            behind = split(rest)[2]
            certificates.append(rest[: len(rest) - len(behind)])
            rest = behind
    return found, purchases, certificates


def triples(listed):
    return [(each.get("type"), each["version"], each["value"]) for each in listed]


def is_parsed(certificate):
    """Whether `openssl asn1parse` takes a certificate."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(certificate)
        file.flush()
        command = ["openssl", "asn1parse", "-inform", "DER", "-in", file.name, "-noout"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main():
    counts = collections.Counter()
    refused = {}
    folder = os.environ.get("RECEIPT_FUZZ_FAILURES", ".")
    for line in sys.stdin:
        reading = json.loads(line)
        receipt = bytes.fromhex(reading["input"])
        counts["receipts"] += 1
        try:
            found, purchases, certificates = read(receipt)
            same = (
                found == triples(reading["attributes"])
                and purchases == [triples(each) for each in reading["purchases"]]
                and certificates == [receipt[each["start"] : each["end"]] for each in reading["certificates"]]
            )
            what = "reads other things"
        except (Malformed, ValueError, IndexError) as error:
            same, what = False, f"cannot read it: {error}"
        counts["attributes"] += len(reading["attributes"]) + sum(map(len, reading["purchases"]))
        counts["certificates"] += len(reading["certificates"])
        for each in reading["certificates"]:
            if not each["openssl"]:
                refused.setdefault(receipt[each["start"] : each["end"]], receipt)
                counts["refused"] += 1
        if not same:
            counts["different"] += 1
            path = os.path.join(folder, f"different-{counts['different']}")
            with open(path, "wb") as file:
                file.write(receipt)
            print(f"different: the other reader {what}: {path}")
    for certificate in list(refused)[:200]:
        counts["unparsed"] += not is_parsed(certificate)
    print(
        f"{counts['receipts']} receipts that the toolkit accepts, {counts['attributes']} attributes in them: "
        f"the other reader differs in {counts['different']}"
    )
    print(
        f"{counts['certificates']} certificates reported: OpenSSL's d2i_X509 refuses {counts['refused']} "
        f"({len(refused)} different ones; of the first {min(200, len(refused))}, asn1parse refuses {counts['unparsed']})"
    )
    return 1 if counts["different"] or not counts["receipts"] else 0


if __name__ == "__main__":
    sys.exit(main())
