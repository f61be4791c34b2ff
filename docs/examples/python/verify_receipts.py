#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Verifies receipts with eight threads and prints a line for each: its name, its verdict, and why.

    verify_receipts.py BUNDLE-ID [--root ROOT.der] FILE...
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from receipts import Environment, Verifier


def main():
    parser = argparse.ArgumentParser(description="Verify App Store receipts with eight threads.")
    parser.add_argument("bundle_id")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--root", type=Path, help="a root certificate in DER, in the place of Apple's")
    arguments = parser.parse_args()

    verifier = Verifier(
        bundle_ids=[arguments.bundle_id], environments=[Environment.PRODUCTION, Environment.SANDBOX],
        roots=[arguments.root.read_bytes()] if arguments.root else [])

    def verify(file):
        return file, verifier.verify(file.read_bytes())

    genuine = True
    with ThreadPoolExecutor(max_workers=8) as threads:
        for file, result in threads.map(verify, arguments.files):
            reason = "" if result.is_verified else f"  {result.code}: {result.message}"
            print(f"{file.name}  {result.verdict.name.lower()}{reason}")
            genuine = genuine and result.is_verified
    return 0 if genuine else 1


if __name__ == "__main__":
    sys.exit(main())
