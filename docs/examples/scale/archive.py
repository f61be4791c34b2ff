#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Makes an archive of receipts to try an engine with, and writes down what any engine must find in it.

Usage: archive.py FORGE FOLDER [CUSTOMERS]

FORGE is receipt-forge. FOLDER gets
    archive/part-NNNN.tsv  lines of a key, a tab and a receipt, as an app's server may have kept them
    deliveries.tsv         what the shop delivered: a customer and the order line, web_order_line_item_id
    root.der               the root certificate to trust
    transaction            the original transaction that is asked for
    expected/NAME.tsv      the right answers, known from what was forged, without reading a receipt

A key is a customer and the number of the upload: c00042.2. Beside good receipts there are forged ones of two forgers, ones
that were changed, cut, or never were receipts, one with a character that databases refuse, ones that another
customer sends, too, and lines that stand in the archive twice. The same arguments give the same archive.
"""

import base64
import collections
import datetime
import json
import pathlib
import random
import subprocess
import sys

LINES_IN_A_PART = 250
APP = "com.example.app"
MONTHLY = APP + ".pro.monthly"
LIFETIME = APP + ".lifetime"


def date(day):
    return day.strftime("%Y-%m-%dT%H:%M:%SZ")


class Archive:
    def __init__(self, customers):
        self.random = random.Random(13)
        self.customers = customers
        self.recipes = []  # (key, recipe, what the verdict must be)
        self.texts = []  # (key, text, what the verdict must be)
        self.deliveries = []
        self.uploads = collections.Counter()
        # What any engine must find.
        self.refunds = {}  # transaction: month
        self.undelivered = set()
        self.of_transaction = collections.defaultdict(set)
        self.shared = []

    def key(self, customer):
        self.uploads[customer] += 1
        return f"c{customer:05}.{self.uploads[customer]}"

    # The buyers

    def periods(self, customer, count, started):
        """What one customer bought: a product for good, and months of a subscription, some of them paid back."""
        first = 2_000_000_000_000_000 + customer * 1_000
        rows = []
        for number in range(count):
            start = started + datetime.timedelta(days=30 * number)
            row = {
                "product_id": MONTHLY,
                "transaction_id": str(first + number),
                "original_transaction_id": str(first),
                "web_order_line_item_id": str(first + 500 + number),
                "purchase_date": date(start),
                "original_purchase_date": date(started),
                "expires_date": date(start + datetime.timedelta(days=30)),
                "is_trial_period": number == 0 and customer % 3 == 0,
            }
            if self.random.random() < 0.04:
                cancelled = start + datetime.timedelta(days=self.random.randrange(1, 29))
                row |= {"cancellation_date": date(cancelled), "cancellation_reason": "1"}
            rows.append(row)
        if customer % 4 == 0:
            rows.append(
                {
                    "product_id": LIFETIME,
                    "product_type": "non_consumable",
                    "transaction_id": str(first + 900),
                    "original_transaction_id": str(first + 900),
                    "purchase_date": date(started),
                    "original_purchase_date": date(started),
                }
            )
        return rows

    def recipe(self, rows, created, environment="production"):
        return {
            "like": environment,
            "guid": self.random.randbytes(16).hex(),
            "receipt": {
                "bundle_id": APP,
                "opaque_value": self.random.randbytes(16).hex(),
                "receipt_creation_date": date(created),
                "in_app": rows,
            },
        }

    def buyer(self, customer):
        """A customer whose app sends its receipt now and then, each with all that was bought so far."""
        environment = "sandbox" if customer % 25 == 1 else "production"
        started = datetime.datetime(2024, 7, 1, 12) + datetime.timedelta(hours=self.random.randrange(4_000))
        rows = self.periods(customer, self.random.randrange(1, 9), started)
        months = [row for row in rows if row["product_id"] == MONTHLY]
        uploads = sorted(self.random.sample(range(1, len(months) + 1), min(len(months), 3)))
        if uploads[-1] != len(months):
            uploads.append(len(months))
        for upload in uploads:
            bought = months[:upload] + [row for row in rows if row["product_id"] == LIFETIME]
            # A purchase that is paid back is so in every receipt of after that day only; for the sake of a plain
            # archive, here in all of them.
            created = started + datetime.timedelta(days=30 * (upload - 1), hours=1)
            key = self.key(customer)
            self.recipes.append((key, self.recipe(bought, created, environment), "verified"))
            for row in bought:
                self.of_transaction[row["original_transaction_id"]].add(key)
        for row in months:
            if "cancellation_date" in row and environment == "production":
                self.refunds[row["transaction_id"]] = row["cancellation_date"][:7]
            paid = environment == "production" and not row["is_trial_period"]
            if self.random.random() < 0.03:
                if paid and "cancellation_date" not in row:
                    self.undelivered.add((f"c{customer:05}", row["transaction_id"]))
            else:
                self.deliveries.append((f"c{customer:05}", row["web_order_line_item_id"]))

    # The others

    def forger(self, customer, kind):
        """Somebody who sends what Apple did not sign."""
        started = datetime.datetime(2025, 1, 1, 12)
        rows = self.periods(90_000 + customer, 3, started)
        recipe = self.recipe(rows, started + datetime.timedelta(days=100))
        verdict = {
            "changed-byte": "signature.mismatch",
            "other-key": "signature.mismatch",
            "wrong-signer": "chain.purpose",
        }.get(kind, "chain.untrusted")
        if kind == "null-character":
            # "pro", NUL, "monthly" in UTF8String: text that a receipt can hold and a jsonb value cannot.
            rows[0]["product_id"] = {"hex": "0c0b70726f006d6f6e74686c79"}
            recipe["authority"] = "forger-one"
        elif kind in ("forger-one", "forger-two"):
            recipe["authority"] = kind
        else:
            recipe["forged"] = kind
        self.recipes.append((self.key(customer), recipe, verdict))
        return verdict, kind

    def junk(self, customer):
        """What servers find in their archives instead of a receipt."""
        for text, verdict in [
            ("", "input.empty"),
            ("(null)", "input.placeholder"),
            ("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>", "input.html"),
            ("2000000123456789", "input.transaction-id"),
            ("A" * 600_000, "limit.size"),
        ]:
            self.texts.append((self.key(customer), text, verdict))
        created = datetime.datetime(2025, 3, 1, 12)
        recipe = self.recipe(self.periods(95_000 + customer, 2, created), created)
        self.recipes.append((self.key(customer), recipe | {"cut_to": 1_500}, "encoding.truncated"))
        self.recipes.append((self.key(customer), recipe | {"append": "ff"}, "structure.trailing-bytes"))

    def make(self, forge, folder):
        forged = collections.Counter()
        for customer in range(self.customers):
            self.buyer(customer)
        for number in range(max(10, self.customers // 20)):
            kinds = ["forger-one", "forger-one", "forger-two", "null-character", "changed-byte", "other-key", "wrong-signer"]
            verdict, kind = self.forger(10_000 + number, kinds[number % len(kinds)])
            signer = {"null-character": "forger-one", "changed-byte": "genuine", "other-key": "genuine"}.get(kind, kind)
            forged[verdict, signer] += 1
        for number in range(max(2, self.customers // 100)):
            self.junk(20_000 + number)

        receipts = self.forge(forge, folder)
        verdicts = {key: verdict for key, _, verdict in self.recipes + self.texts}
        lines = dict(zip((key for key, _, _ in self.recipes), receipts, strict=True))
        lines |= {key: text for key, text, _ in self.texts}

        # Some send a receipt that is another customer's.
        for number in range(max(3, self.customers // 50)):
            thief, owner = f"c{30_000 + number:05}.1", f"c{number * 7 % self.customers:05}.1"
            lines[thief], verdicts[thief] = lines[owner], "verified"
            self.shared.append((owner, thief))
            for keys in self.of_transaction.values():
                if owner in keys:
                    keys.add(thief)

        # And some lines were written twice, into whichever part was open.
        keys = list(lines) + self.random.sample(sorted(lines), len(lines) // 20)
        self.random.shuffle(keys)
        (folder / "archive").mkdir()
        for start in range(0, len(keys), LINES_IN_A_PART):
            part = folder / "archive" / f"part-{start // LINES_IN_A_PART:04}.tsv"
            part.write_text("".join(f"{key}\t{lines[key]}\n" for key in keys[start : start + LINES_IN_A_PART]))
        self.write(folder / "deliveries.tsv", self.deliveries)

        # The right answers.
        expected = folder / "expected"
        expected.mkdir()
        self.write(expected / "keys.tsv", sorted((key,) for key in lines))
        self.write(expected / "verdicts.tsv", sorted(collections.Counter(verdicts.values()).items()))
        asked = next(original for original, keys in sorted(self.of_transaction.items()) if self.shared[1][0] in keys)
        (folder / "transaction").write_text(asked + "\n")
        self.write(expected / "transaction.tsv", sorted((key,) for key in self.of_transaction[asked]))
        self.write(expected / "refunds.tsv", sorted(collections.Counter(self.refunds.values()).items()))
        hashes = collections.defaultdict(list)
        for owner, thief in self.shared:
            hashes[owner].append(thief)
        self.write(expected / "shared.tsv", sorted((" ".join(sorted([owner, *thieves])),) for owner, thieves in hashes.items()))
        self.write(expected / "forged.tsv", sorted((code, count) for (code, _), count in forged.items()))
        self.write(expected / "undelivered.tsv", sorted(self.undelivered))
        print(f"archive: {len(keys)} lines, {len(lines)} keys, in {(len(keys) - 1) // LINES_IN_A_PART + 1} parts")

    def forge(self, forge, folder):
        """The receipts of all recipes, in base64."""
        with open(folder / "root.der", "wb") as root:
            subprocess.run([forge, "--root"], stdout=root, check=True)
        recipes = "".join(json.dumps(recipe) + "\n" for _, recipe, _ in self.recipes)
        made = subprocess.run([forge, "--batch"], input=recipes, stdout=subprocess.PIPE, text=True, check=True)
        receipts = made.stdout.splitlines()
        base64.b64decode(receipts[0], validate=True)
        return receipts

    @staticmethod
    def write(file, rows):
        file.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    Archive(int(sys.argv[3]) if len(sys.argv) > 3 else 900).make(sys.argv[1], pathlib.Path(sys.argv[2]))
