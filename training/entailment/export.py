"""
Writes what was learnt, as the product reads it:
`python export.py model entailment.pt ../../src/adapters/small-bert/entailment.bin`, what training has added to the
packaged weights; `python export.py nearest ../../src/adapters/small-bert/nearest.bin`, what is worth reading.
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
import torch

from model import WORDS, Entailment, dense_parts, norm_parts
from nearest import read_nearest

head, parts = [], []


def floats(name, values):
    values = np.asarray(values.detach() if isinstance(values, torch.Tensor) else values, dtype="<f4").ravel()
    head.append({"name": name, "length": len(values)})
    parts.append(values.tobytes())


def nibbles(name, added):
    """Four bits for each value, and a scale for each column: the one that changes its values least, cutting off a few."""
    added = added.detach().T.contiguous().numpy()
    largest = np.abs(added).max(0) / 7
    largest[largest == 0] = 1
    scales, least = largest, np.inf
    for share in np.arange(0.4, 1.01, 0.05):
        error = ((quantised(added, share * largest) * share * largest - added) ** 2).sum(0)
        scales, least = np.where(error < least, share * largest, scales), np.minimum(error, least)
    values = (quantised(added, scales) + 8).astype(np.uint8).ravel()
    head.append({"name": name, "length": values.size, "columns": added.shape[1]})
    parts.append(scales.astype("<f4").tobytes() + (values[0::2] | (values[1::2] << 4)).tobytes())


def quantised(values, scales):
    return np.rint(values / scales).clip(-7, 7)


def norm(name, was, now):
    floats(f"{name}.LayerNorm.weight", now.weight - was.weight)
    floats(f"{name}.LayerNorm.bias", now.bias - was.bias)


def model(source):
    before, after = Entailment().start_from_package(), Entailment()
    after.load_state_dict(torch.load(source))
    for at, (old, new) in enumerate(zip(before.layers, after.layers)):
        if all(torch.equal(was, now) for was, now in zip(old.parameters(), new.parameters())):
            continue
        stem = f"encoder.layer.{at}."
        products = (new.qkv.weight - old.qkv.weight).chunk(3)
        biases = (new.qkv.bias - old.qkv.bias).chunk(3)
        for part, product, bias in zip(("query", "key", "value"), products, biases):
            nibbles(f"/encoder/layer.{at}/attention/self/{part}/MatMul_output_0", product)
            floats(f"{stem}attention.self.{part}.bias", bias)
        for (was, part), (now, _) in zip(dense_parts(old), dense_parts(new)):
            nibbles(f"/encoder/layer.{at}/{part}/MatMul_output_0", now.weight - was.weight)
            floats(stem + part.replace("/", ".") + ".bias", now.bias - was.bias)
        for (was, part), (now, _) in zip(norm_parts(old), norm_parts(new)):
            norm(stem + part, was, now)
    norm("embeddings", before.norm, after.norm)
    floats("head.weight", after.head.weight)
    floats("head.bias", after.head.bias)


def nearest():
    learnt, words = read_nearest(), torch.arange(WORDS)
    floats("asked", learnt.asked)
    floats("asked.weights", learnt.asked_weights(words))
    floats("said", learnt.said)
    floats("said.weights", learnt.said_weights(words))
    floats("shares", torch.stack([learnt.power, learnt.whole, learnt.before, learnt.after]))


kind, *given, target = sys.argv[1:]
if kind == "model":
    model(*given)
else:
    nearest()
aligned = lambda written: written + b"\0" * (-len(written) % 4)
named = json.dumps(head, separators=(",", ":")).encode()
Path(target).write_bytes(aligned(struct.pack("<I", len(named)) + named) + b"".join(map(aligned, parts)))
