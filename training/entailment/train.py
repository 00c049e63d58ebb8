"""Trains the model of entailment: `python train.py --minutes 90 --out entailment.pt`. See README.md."""

import argparse
import copy
import os
import random
import time

import torch
import torch.nn.functional as F

from corpus import PAGES, examples, read_pages
from fields import field_examples, read_fields
from model import Entailment, batches, padded
from product import go_on_from

MASK, FIRST_WORD = 103, 999
# How often pages come, by the beginning of their file's name: what is nearest to what people ask comes most often.
OFTEN = {
    "typed": 8.0,
    "terse": 6.0,
    "later": 3.0,
    "question": 2.0,
    "web": 1.5,
    "twin": 1.0,
    "step": 1.0,
    "asked": 1.0,
    "wide": 0.8,
}
SELDOM = 0.25
# How much of all that, and of the fields, is one turn, after which it is measured and kept.
TURN, TURN_OF_FIELDS = 0.05, 0.08


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=90)
    options.add_argument("--rate", type=float, default=1.2e-4)
    options.add_argument("--start", help="go on from this file: of a training, or of the product")
    options.add_argument("--criteria", action="store_true", help="teach criteria alone: no questions, no fields")
    options.add_argument("--out", default="entailment.pt")
    options = options.parse_args()
    # Some builds of torch use one core unless they are told.
    torch.set_num_threads(os.cpu_count())
    torch.manual_seed(1)
    rng = random.Random(7)

    taught_pages = lambda: [page for page in read_pages() if not (options.criteria and page.group == "question")]
    pages, fields = taught_pages(), [] if options.criteria else read_fields()
    kept_back = {
        group: examples([page for page in pages if page.is_kept_back and page.group == group])[:320] for group in OFTEN
    }
    read_at = os.path.getmtime(PAGES)
    model = Entailment().start_from_package()
    if options.start:
        model.load_state_dict(weights_of(options.start))
    body = [one for name, one in model.named_parameters() if one.requires_grad and not name.startswith("head")]
    groups = [{"params": body, "times": 1}, {"params": model.head.parameters(), "times": 5}]
    optimiser = torch.optim.AdamW(groups, lr=options.rate, weight_decay=0.01)

    # The mean of the latest weights is steadier than the last of them.
    mean = copy.deepcopy(model).eval()

    start, step = time.time(), 0
    spent = lambda: (time.time() - start) / (60 * options.minutes)
    while spent() < 1:
        # Pages that are written meanwhile are taken up.
        if os.path.getmtime(PAGES) != read_at:
            pages, read_at = taught_pages(), os.path.getmtime(PAGES)
        chosen = [page for page in pages if not page.is_kept_back and rng.random() < TURN * OFTEN.get(page.group, SELDOM)]
        taught = examples(chosen, rng) + field_examples(rng.sample(fields, int(TURN_OF_FIELDS * len(fields))), rng)
        for batch in batches([len(ids) for ids, _, _ in taught], 4096, rng):
            if spent() >= 1:
                break
            warm, cool = min(1, step / 100), max(0.02, 1 - max(0, (spent() - 0.1) / 0.9))
            for group in optimiser.param_groups:
                group["lr"] = options.rate * group["times"] * warm * cool
            ids, lengths = padded([taught[at][0] for at in batch])
            # A word missing here and there: it is the sense that counts.
            ids = torch.where((torch.rand(ids.shape) < 0.03) & (ids >= FIRST_WORD), torch.tensor(MASK), ids)
            labels = torch.tensor([taught[at][1] for at in batch])
            weights = torch.tensor([taught[at][2] for at in batch])
            with torch.autocast("cpu", torch.bfloat16):
                scores = model(ids, lengths)
            losses = F.cross_entropy(scores.float(), labels, reduction="none", label_smoothing=0.04)
            optimiser.zero_grad()
            ((losses * weights).sum() / weights.sum()).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            keep = min(0.9965, 1 - 1 / (step / 4 + 1))
            with torch.no_grad():
                for averaged, latest in zip(mean.parameters(), model.parameters()):
                    if latest.requires_grad:
                        averaged.lerp_(latest, 1 - keep)
        told = "; ".join(f"{group} {measure(mean, cases)}" for group, cases in kept_back.items() if cases)
        print(f"{spent():.0%} of the time, {step} steps: {told}", flush=True)
        torch.save(mean.state_dict(), options.out)


def weights_of(file):
    return go_on_from(file).state_dict() if file.endswith(".bin") else torch.load(file)


@torch.no_grad()
def measure(model, cases):
    """The share that is right of three ways, and the loss."""
    shares = torch.zeros(len(cases), 3)
    with torch.autocast("cpu", torch.bfloat16):
        for batch in batches([len(ids) for ids, _, _ in cases], 8192):
            shares[batch] = F.softmax(model(*padded([cases[at][0] for at in batch])).float(), -1)
    labels = torch.tensor([label for _, label, _ in cases])
    right = (shares.argmax(1) == labels).float().mean()
    return f"{right:.3f}, {F.nll_loss(shares.clamp(min=1e-6).log(), labels):.3f}"


main()
