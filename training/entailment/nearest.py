"""
Learns which sentences of a page are worth reading for a claim: `python nearest.py`, a minute or two.

A claim's words are compared with a sentence's one by one and all together, by what they mean before anything is read in
context, so that a long page costs next to nothing. What "comes near" means is learnt from the sentences that decide the
claims of the corpus.
"""

import argparse
import os
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from corpus import SILENT, read_pages
from model import WIDTH, WORDS, packaged_weights, tokens_of

SIDE = 128


class Nearest(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("vectors", torch.from_numpy(packaged_weights()[0]["embeddings.word_embeddings.weight"]))
        self.register_buffer("rarity", torch.ones(WORDS))
        # A claim has the general word, a page the particular one: each side is seen in its own way.
        directions = torch.linalg.svd(self.vectors, full_matrices=False).Vh[:SIDE].T.contiguous()
        self.asked, self.said = nn.Parameter(directions.clone()), nn.Parameter(directions.clone())
        self.asked_telling, self.said_telling = nn.Parameter(torch.zeros(WIDTH)), nn.Parameter(torch.zeros(WIDTH))
        self.asked_own = nn.Parameter(torch.zeros(WORDS))
        self.power = nn.Parameter(torch.tensor(1.0))
        self.whole, self.before, self.after = (nn.Parameter(torch.zeros(())) for _ in range(3))
        # How sharply sentences are told apart while learning; their order does not depend on it.
        self.scale = nn.Parameter(torch.tensor(10.0))

    def count(self, pages):
        """How seldom each token is: what stands everywhere tells nothing."""
        seen = torch.ones(WORDS)
        for page in pages:
            for tokens in page.tokens:
                seen[list(set(tokens))] += 1
        self.rarity.copy_(torch.log(sum(len(page.tokens) for page in pages) / seen))
        return self

    def asked_weights(self, tokens):
        return self.rarity[tokens] * torch.exp(self.vectors[tokens] @ self.asked_telling + self.asked_own[tokens])

    def said_weights(self, tokens):
        return self.rarity[tokens] * torch.exp(self.vectors[tokens] @ self.said_telling)

    def forward(self, claims, page):
        """The scores of a page's sentences for several claims."""
        claim_of = torch.tensor([at for at, claim in enumerate(claims) for _ in claim])
        asked = torch.tensor([token for claim in claims for token in claim])
        sentence_of = torch.tensor([at for at, sentence in enumerate(page) for _ in sentence])
        said = torch.tensor([token for sentence in page for token in sentence])
        asked_vectors = F.normalize(self.vectors[asked] @ self.asked, dim=-1)
        said_vectors = F.normalize(self.vectors[said] @ self.said, dim=-1)
        close = asked_vectors @ said_vectors.T
        close = torch.where(asked[:, None] == said[None], torch.ones(()), close)
        closest = torch.zeros(len(asked), len(page)).scatter_reduce(
            1, sentence_of[None].expand(len(asked), -1), close.clamp(min=1e-3), "amax"
        )
        weights = self.asked_weights(asked)
        sums = lambda of, count, values: torch.zeros(count, *values.shape[1:]).index_add(0, of, values)
        word_by_word = sums(claim_of, len(claims), weights[:, None] * closest**self.power)
        word_by_word = word_by_word / sums(claim_of, len(claims), weights)[:, None]
        claims_whole = sums(claim_of, len(claims), asked_vectors * weights[:, None])
        page_whole = sums(sentence_of, len(page), said_vectors * self.said_weights(said)[:, None])
        together = F.normalize(claims_whole, dim=-1) @ F.normalize(page_whole, dim=-1).T
        alone = word_by_word + self.whole * together
        # What stands beside is read with it, and often says whom or what it is about.
        before, after = torch.cat([alone[:, :1], alone[:, :-1]], 1), torch.cat([alone[:, 1:], alone[:, -1:]], 1)
        return alone + self.before * before + self.after * after

    @torch.no_grad()
    def order(self, page, claim):
        """The places of a page's sentences, the nearest first."""
        return self([tokens_of(claim)], page.tokens)[0].argsort(descending=True).tolist()


def read_nearest(file=Path(__file__).parent / "nearest.pt"):
    nearest = Nearest()
    nearest.load_state_dict(torch.load(file))
    return nearest


def decided(page):
    """The claims that a page decides, and which sentences do."""
    cases = [(claim, places) for claim, label, places, _ in page.cases if label != SILENT]
    places = torch.zeros(len(cases), len(page.tokens), dtype=torch.bool)
    for at, (_, found) in enumerate(cases):
        places[at, found] = True
    return [tokens_of(claim) for claim, _ in cases], page.tokens, places


def measure(nearest, pages):
    """How often what decides is among the first parts that are read, by how many are read."""
    found, count = np.zeros(5), 0
    for page in pages:
        for claim, label, places, _ in page.cases:
            if label == SILENT:
                continue
            read, parts = set(), 0
            for place in nearest.order(page, claim):
                if place in read:
                    continue
                read.update(page.parts[place])
                if set(page.parts[place]) & set(places):
                    found[parts:] += 1
                    break
                parts += 1
                if parts == len(found):
                    break
            count += 1
    return " ".join(f"{share:.3f}" for share in found / count)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--turns", type=int, default=3)
    options = options.parse_args()
    torch.set_num_threads(os.cpu_count())
    torch.manual_seed(1)
    rng = random.Random(7)

    pages = read_pages()
    nearest = Nearest().count(pages)
    kept_back = [page for page in pages if page.is_kept_back]
    taught = [decided(page) for page in pages if not page.is_kept_back]
    taught = [page for page in taught if page[0]]
    rates = {"asked": 1e-3, "said": 1e-3, "asked_telling": 3e-3, "said_telling": 3e-3}
    groups = [{"params": [one], "rate": rates.get(name, 1e-2)} for name, one in nearest.named_parameters()]
    optimiser = torch.optim.Adam(groups)
    print(f"before: {measure(nearest, kept_back)}", flush=True)
    step, steps = 0, options.turns * (len(taught) // 8)
    for _ in range(options.turns):
        rng.shuffle(taught)
        for start in range(0, len(taught) - 7, 8):
            loss = 1e-5 * (nearest.asked_own**2).sum()
            for claims, page, places in taught[start : start + 8]:
                shares = F.log_softmax(nearest.scale * nearest(claims, page), -1)
                loss = loss - torch.logsumexp(shares.masked_fill(~places, -1e9), -1).mean() / 8
            for group in optimiser.param_groups:
                group["lr"] = group["rate"] * (1 - step / steps)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            step += 1
        print(f"{step} of {steps} steps: {measure(nearest, kept_back)}", flush=True)
    torch.save(nearest.state_dict(), Path(__file__).parent / "nearest.pt")


if __name__ == "__main__":
    main()
