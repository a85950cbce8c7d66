"""A process that adds and removes documents until it is stopped, and prints what it has been told is durable.

python writer_process.py FOLDER FIRST_NUMBER
"""

import datetime as dt
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_removal

from timeweave.store.sqlite import SqliteStore


def document(number):
    """Document ``number``: always the same one, with facts of its own and one that all share."""
    shared = make_fact("Acme", "based in", "Oslo", "2024")
    facts = [make_fact(f"Firm {number}", "sold", f"{n} tons", f"{2000 + n}", literal=True) for n in range(8)]
    said = [
        Sentence(f"Firm {number} sold {n} tons. " * 40, f"{2000 + n}", (f"Firm {number}", "Acme"), (fact, shared))
        for n, fact in enumerate(facts)
    ]
    return make_prepared(f"doc-{number}", *said, date=dt.date(2024, 1, 1) + dt.timedelta(days=number % 300))


def main(folder, first, out):
    def say(line):
        out.write(f"{line}\n")
        out.flush()

    random.seed(first)
    with SqliteStore.open(Path(folder)) as store:
        say("ready")
        kept = []
        for number in range(first, first + 100_000):
            with store.transaction() as transaction:
                transaction.apply(make_addition(transaction, document(number)))
            say(f"+{number}")
            kept.append(number)
            if random.random() < 0.3:
                gone = kept.pop(random.randrange(len(kept)))
                # Announced before and after: in between, either state is right.
                say(f"?{gone}")
                with store.transaction() as transaction:
                    transaction.apply(make_removal(transaction, f"doc-{gone}"))
                say(f"-{gone}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.stdout)
