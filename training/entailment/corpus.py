"""The labelled pages, as `pages.mjs` has written them, and examples of a claim and a part of a page."""

import json
import zlib
from pathlib import Path

from model import PAGE_TOKENS, encode, tokens_of
from negation import negated

PAGES = Path(__file__).parent / "pages.jsonl"
YES, NO, SILENT = 0, 1, 2
CONTRARY = {YES: NO, NO: YES, SILENT: SILENT}
# How many claims are taught the other way round.
TURNED = 0.2
# A question is a claim that a sentence may answer; sentences are weighed one by one and against each other.
ALONE = 0.6


class Page:
    def __init__(self, name, name_tokens, tokens, cases=(), file=""):
        self.name, self.name_tokens, self.tokens, self.cases, self.file = name, name_tokens, tokens, cases, file
        self.parts = [self.around(place) for place in range(len(tokens))]

    def around(self, place):
        """A sentence with its neighbours, as far as there is room; the product reads pages in the same way."""
        chosen, used = [place], len(self.tokens[place]) + 2
        for neighbour in (place - 1, place + 1, place - 2):
            if not 0 <= neighbour < len(self.tokens) or (neighbour == place - 2 and place - 1 not in chosen):
                continue
            if used + len(self.tokens[neighbour]) + 2 <= PAGE_TOKENS:
                chosen.append(neighbour)
                used += len(self.tokens[neighbour]) + 2
        return sorted(chosen)

    def text(self, place, named=True, alone=False):
        read = [token for one in ([place] if alone else self.parts[place]) for token in self.tokens[one]]
        return (self.name_tokens if named else []) + read

    @property
    def group(self):
        return self.file.split("-")[0]

    @property
    def is_kept_back(self):
        """One page in sixteen is never trained on, whatever else is added to the corpus."""
        return zlib.crc32(self.name.encode()) % 16 == 5


def read_pages():
    with PAGES.open(encoding="utf8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Page(row["name"], row["nameTokens"], row["tokens"], row["cases"], row["file"]) for row in rows]


def examples(pages, rng=None):
    """Lists of tokens, labels and weights. Without `rng` they are for measuring, and each case gives one."""
    found = []
    for page in pages:
        for claim, label, places, order in page.cases:
            is_question = claim.endswith("?")
            text = lambda place: page.text(
                place,
                named=rng is None or rng.random() >= 0.2,
                alone=is_question and (rng is None or rng.random() < ALONE),
            )
            contrary = negated(claim) if rng and not is_question and rng.random() < TURNED else None
            if contrary:
                claim, label = contrary, CONTRARY[label]
            asked = tokens_of(claim)
            add = lambda place, told, weight: found.append((encode(asked, text(place)), told, weight))
            if label == SILENT:
                add(order[0], SILENT, 1.0)
                if rng and rng.random() < 0.5:
                    add(rng.choice(order[1:5] or order[:1]), SILENT, 0.6)
                continue
            place = rng.choice(places) if rng else places[0]
            if rng and not is_question and rng.random() < 0.3:
                near = range(max(0, place - 2), min(len(page.parts), place + 3))
                place = rng.choice([one for one in near if place in page.parts[one]])
            add(place, label, 1.0)
            # What else comes near the claim is mostly silent about it.
            others = [one for one in order[:6] if not set(page.parts[one]) & set(places)][:3]
            if rng and others and rng.random() < (0.9 if is_question else 0.4):
                add(rng.choice(others), SILENT, 0.7)
    return found
