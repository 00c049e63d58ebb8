"""The labelled pages: reading them, and making examples of a claim and a part of a page from them."""

import re
import zlib
from pathlib import Path

from model import PAGE_TOKENS, encode, tokenizer
from negation import negated

YES, NO, SILENT = 0, 1, 2
LABELS = {"+": YES, "-": NO, "?": SILENT}
CONTRARY = {YES: NO, NO: YES, SILENT: SILENT}
# How many claims are taught the other way round.
TURNED = 0.3
BOUNDARY = re.compile(r"(?<=[.!?…])[\"”’)]?\s+(?=[\"“‘(]?[A-Z0-9ÄÖÜÉÀ€$£])")


class Page:
    def __init__(self, name, sentences=()):
        self.name, self.sentences, self.cases = name, list(sentences), []

    def finish(self):
        self.tokens = [tokenizer.encode(sentence).ids[1:-1] for sentence in self.sentences]
        self.parts = [self.around(place) for place in range(len(self.sentences))]
        cases = [(claim, label, self.places_of(quote)) for claim, label, quote in self.cases]
        # Where sentences are cut apart a mark may be lost, and with it the quote across the cut.
        self.cases = [case for case in cases if case[2] or case[1] == SILENT]
        return self

    def places_of(self, quote):
        """The sentences that a quote reaches into."""
        if not quote:
            return []
        start = " ".join(self.sentences).find(quote)
        if start < 0:
            return []
        places, at = [], 0
        for place, sentence in enumerate(self.sentences):
            if at < start + len(quote) and at + len(sentence) > start:
                places.append(place)
            at += len(sentence) + 1
        return places

    def around(self, place):
        """A sentence with its neighbours, as far as there is room; the product reads pages in the same way."""
        chosen, used = [place], len(self.tokens[place]) + 2
        for neighbour in (place - 1, place + 1, place - 2):
            if not 0 <= neighbour < len(self.sentences) or (neighbour == place - 2 and place - 1 not in chosen):
                continue
            if used + len(self.tokens[neighbour]) + 2 <= PAGE_TOKENS:
                chosen.append(neighbour)
                used += len(self.tokens[neighbour]) + 2
        return sorted(chosen)

    def text(self, place, named=True):
        read = " ".join(self.sentences[one] for one in self.parts[place])
        return f"{self.name}: {read}" if named else read

    @property
    def is_kept_back(self):
        """One page in sixteen is never trained on, whatever else is added to the corpus."""
        return zlib.crc32(self.name.encode()) % 16 == 5


def read_pages(folder=Path(__file__).parent / "corpus"):
    pages = []
    for file in sorted(folder.glob("*.txt")):
        for line in file.read_text(encoding="utf8").split("\n"):
            if line.startswith("# ") and line.count("|") == 3:
                _, name, _, _ = line.split("|")
                pages.append(Page(name.strip()))
            elif line[:2] in ("+ ", "- ", "? "):
                claim, _, quote = line[2:].partition("||")
                pages[-1].cases.append((claim.strip(), LABELS[line[0]], quote.strip()))
            elif line.strip():
                pages[-1].sentences += [part.strip() for part in BOUNDARY.split(line.strip()) if part.strip()]
    for page in pages:
        page.finish()
    return pages


def examples(pages, nearest, rng=None):
    """Lists of tokens, labels and weights. Without `rng` they are for measuring, and each case gives one."""
    found = []
    for page in pages:
        text = lambda place: page.text(place, named=rng is None or rng.random() >= 0.2)
        for claim, label, places in page.cases:
            order = nearest.order(page, claim)
            contrary = negated(claim) if rng and rng.random() < TURNED else None
            if contrary:
                claim, label = contrary, CONTRARY[label]
            add = lambda place, told, weight: found.append((encode(claim, text(place)), told, weight))
            if label == SILENT:
                add(order[0], SILENT, 1.0)
                if rng:
                    add(rng.choice(list(order[1:5]) or [order[0]]), SILENT, 0.6)
                continue
            place = rng.choice(places) if rng else places[0]
            if rng and rng.random() < 0.3:
                near = range(max(0, place - 2), min(len(page.parts), place + 3))
                place = rng.choice([one for one in near if place in page.parts[one]])
            add(place, label, 1.0)
            # What else comes near the claim is mostly silent about it.
            others = [one for one in order[:6] if not set(page.parts[one]) & set(places)][:3]
            if rng and others and rng.random() < 0.5:
                add(rng.choice(others), SILENT, 0.7)
    return found
