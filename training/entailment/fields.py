"""Examples of values and options as claims, from what `candidates.mjs` has written."""

import json
from pathlib import Path

from corpus import NO, SILENT, YES, Page
from model import encode, tokens_of


def read_fields(file=Path(__file__).parent / "candidates.jsonl"):
    return [json.loads(line) for line in file.read_text(encoding="utf8").splitlines()]


def field_examples(fields, rng):
    found = []
    for field in fields:
        add = lambda claim, text, label, weight: found.append((encode(tokens_of(claim), text), label, weight))
        (options if "claims" in field else values)(field, rng, add)
    return found


def values(field, rng, add):
    """The value that is meant, those that rules would take for it, and any other."""
    text = lambda value: tokens_of(f"{field['name']}: {value['text']}")
    right = [value for value in field["values"] if value["isRight"]]
    # What the product does not find among a page's values teaches nothing.
    if field["isGiven"] and not right:
        return
    wrong = sorted((value for value in field["values"] if not value["isRight"]), key=lambda value: -value["worth"])
    for value in right[:1]:
        add(value["claim"], text(value), YES, 1.2)
    for value in wrong[:1] + (rng.sample(wrong[1:], 1) if len(wrong) > 1 else []):
        # What stands beside the right one is contradicted by it.
        label = NO if any(value["text"] == other["text"] for other in right) else SILENT
        add(value["claim"], text(value), label, 0.7)


def options(field, rng, add):
    tokens = [tokens_of(sentence) for sentence in field["sentences"]]
    page = Page(field["name"], tokens_of(f"{field['name']}:"), tokens)
    if field["truth"] is None and tokens:
        for one in rng.sample(field["claims"], min(2, len(field["claims"]))):
            add(one["claim"], page.text(most_alike(one["claim"], tokens, rng)), SILENT, 0.8)
    elif field["places"]:
        text = page.text(rng.choice(field["places"]))
        others = [one for one in field["claims"] if one["option"] != field["truth"]]
        for one in field["claims"]:
            if one["option"] == field["truth"]:
                add(one["claim"], text, YES, 1.2)
        for one in rng.sample(others, min(2, len(others))):
            add(one["claim"], text, NO, 0.8)


def most_alike(claim, tokens, rng):
    """The sentence with the most words of a claim; any of them where several have."""
    asked = set(tokens_of(claim))
    return max(range(len(tokens)), key=lambda place: (len(asked & set(tokens[place])), rng.random()))
