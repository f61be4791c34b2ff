# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Uses libreceipts from Python by way of docs/examples/python.

    LIBRECEIPTS=libreceipts.so.1 RECEIPT_DUMP=receipt-dump library.py TestReceipts
"""

import base64
import json
import os
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs/examples/python"))

from receipts import Environment, OptionError, Trust, Verdict, Verifier, version  # noqa: E402

FOLDER = Path(sys.argv.pop(1))
TOOL = os.environ["RECEIPT_DUMP"]
FILES = sorted(FOLDER.glob("*.der"))
LIFETIME = "com.example.app.lifetime"


def usual_verifier(**options):
    return Verifier(**{
        "bundle_ids": ["com.example.app"], "environments": [Environment.PRODUCTION, Environment.SANDBOX],
        "roots": [(FOLDER / "test-root.der").read_bytes()]} | options)


class LibraryTests(unittest.TestCase):
    def test_the_json_is_what_the_tool_prints(self):
        verifier = usual_verifier()
        for file in FILES:
            run = subprocess.run(
                [TOOL, "--json", "--bundle-id", "com.example.app", "--root", FOLDER / "test-root.der"],
                input=file.read_bytes(), stdout=subprocess.PIPE, check=False)
            printed = run.stdout.decode().replace('"name": "standard input"', '"name": "memory"')
            # Each was asked at an instant of its own.
            instant = re.compile(r'"at": "[^"]*"')
            self.assertEqual(
                instant.sub("", verifier.verify(file.read_bytes()).json), instant.sub("", printed), file.name)

    def test_the_verdict_is_the_one_of_the_json(self):
        verifier = usual_verifier()
        for file in FILES:
            result = verifier.verify(file.read_bytes())
            verdict = json.loads(result.json)["verdict"]
            self.assertEqual(result.verdict.name.lower(), verdict["status"])
            self.assertEqual(
                (result.code, result.message, result.hint, result.path, result.offset),
                (verdict.get("code", ""), verdict.get("message", ""), verdict.get("hint", ""),
                 verdict.get("path", ""), verdict.get("offset")))

    def test_a_receipt_may_be_text(self):
        data = (FOLDER / "sandbox-sha256.der").read_bytes()
        for text in [base64.b64encode(data), json.dumps({"receipt-data": base64.b64encode(data).decode()}).encode()]:
            result = usual_verifier().verify(text)
            self.assertTrue(result.is_verified and result.is_valid(LIFETIME))
            self.assertEqual(result.trust, Trust.CUSTOM)

    def test_nothing_is_granted_without_proof(self):
        result = usual_verifier(roots=[]).verify((FOLDER / "sandbox-sha256.der").read_bytes())
        self.assertEqual((result.verdict, result.code), (Verdict.REJECTED, "chain.untrusted"))
        self.assertFalse(result.is_valid(LIFETIME))

    def test_options_that_are_refused_make_no_verifier(self):
        for options in [
            {"bundle_ids": []}, {"bundle_ids": [""]}, {"environments": []}, {"environments": [7]},
            {"roots": [b"x"]}, {"devices": [b"12345"]}, {"denied_keys": [b"x"]}, {"maximum_age": -1},
            {"maximum_size": 0},
        ]:
            with self.assertRaises(OptionError, msg=options):
                usual_verifier(**options)
        usual_verifier(
            bundle_ids=None, trust_xcode=True, app_version="7", maximum_age=60, maximum_size=1 << 20,
            devices=[b"0123456789abcdef"], denied_keys=[bytes(32)])

    def test_eight_threads_get_the_answers_that_one_gets(self):
        verifier = usual_verifier()
        data = [file.read_bytes() for file in FILES]
        now = 1764000000000
        expected = [verifier.verify(each, now).json for each in data]
        shared = [verifier.verify(each, now) for each in data]
        wrong = []

        def work(number):
            # Each thread begins elsewhere, so that all kinds meet.
            for round_ in range(4 * len(data)):
                index = (round_ + 3 * number) % len(data)
                if verifier.verify(data[index], now).json != expected[index] or shared[index].json != expected[index]:
                    wrong.append(FILES[index].name)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=120)
            self.assertFalse(thread.is_alive())
        self.assertEqual(wrong, [])

    def test_the_version_is_the_tools(self):
        run = subprocess.run([TOOL, "--version"], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(run.stdout.split("\n")[0], f"receipt-dump {version()}")

    def test_the_example_prints_a_line_for_each_file(self):
        example = Path(__file__).resolve().parents[2] / "docs/examples/python/verify_receipts.py"
        run = subprocess.run(
            [sys.executable, example, "com.example.app", "--root", FOLDER / "test-root.der", *FILES],
            stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(len(run.stdout.splitlines()), len(FILES))
        self.assertIn("sandbox-sha256.der  verified\n", run.stdout)
        self.assertIn("xcode.der  rejected  chain.untrusted: ", run.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=0)
