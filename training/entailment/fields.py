"""Examples of values and options as claims, from what `candidates.mjs` has written."""

import json
from pathlib import Path

from corpus import NO, SILENT, YES, Page
from model import encode


def read_fields(file=Path(__file__).parent / "candidates.jsonl"):
    return [json.loads(line) for line in file.read_text(encoding="utf8").splitlines()]


def field_examples(fields, nearest, rng):
    found = []
    for field in fields:
        add = lambda claim, text, label, weight: found.append((encode(claim, text), label, weight))
        (options if "claims" in field else values)(field, nearest, rng, add)
    return found


def values(field, _, rng, add):
    """The value that is meant, those that rules would take for it, and any other."""
    text = lambda value: f"{field['name']}: {value['text']}"
    right = [value for value in field["values"] if value["isRight"]]
    # What the product does not find among a page's values teaches nothing.
    if field["isGiven"] and not right:
        return
    wrong = sorted((value for value in field["values"] if not value["isRight"]), key=lambda value: -value["worth"])
    for value in right[:2]:
        add(value["claim"], text(value), YES, 1.2)
    for value in wrong[:2] + (rng.sample(wrong[2:], 1) if len(wrong) > 2 else []):
        # What stands beside the right one is contradicted by it.
        label = NO if any(value["text"] == other["text"] for other in right) else SILENT
        add(value["claim"], text(value), label, 0.7)


def options(field, nearest, rng, add):
    page = Page(field["name"], field["sentences"]).finish()
    if field["truth"] is None and page.sentences:
        for one in rng.sample(field["claims"], min(2, len(field["claims"]))):
            add(one["claim"], page.text(nearest.order(page, one["claim"])[0]), SILENT, 0.8)
    elif field["places"]:
        text = page.text(rng.choice(field["places"]))
        others = [one for one in field["claims"] if one["option"] != field["truth"]]
        for one in field["claims"]:
            if one["option"] == field["truth"]:
                add(one["claim"], text, YES, 1.2)
        for one in rng.sample(others, min(2, len(others))):
            add(one["claim"], text, NO, 0.8)
