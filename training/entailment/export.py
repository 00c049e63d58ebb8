"""Writes what training has added to the packaged weights: `python export.py entailment.pt ../../src/adapters/small-bert/entailment.bin`."""

import json
import struct
import sys
from pathlib import Path

import numpy as np
import torch

from model import WORDS, Entailment, dense_parts, norm_parts
from nearest import read_nearest

source, target = sys.argv[1:]
before, after = Entailment().start_from_package(), Entailment()
after.load_state_dict(torch.load(source))
head, parts = [], []


def floats(name, values):
    values = np.asarray(values.detach() if isinstance(values, torch.Tensor) else values, dtype="<f4").ravel()
    head.append({"name": name, "length": len(values)})
    parts.append(values.tobytes())


def nibbles(name, added):
    """Four bits for each value, and a scale for each column."""
    added = added.detach().T.contiguous().numpy()
    scales = np.abs(added).max(0) / 7
    scales[scales == 0] = 1
    values = (np.rint(added / scales).clip(-7, 7) + 8).astype(np.uint8).ravel()
    head.append({"name": name, "length": values.size, "columns": added.shape[1]})
    parts.append(scales.astype("<f4").tobytes() + (values[0::2] | (values[1::2] << 4)).tobytes())


for at, (old, new) in enumerate(zip(before.layers, after.layers)):
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
        floats(f"{stem}{part}.LayerNorm.weight", now.weight - was.weight)
        floats(f"{stem}{part}.LayerNorm.bias", now.bias - was.bias)
floats("embeddings.LayerNorm.weight", after.norm.weight - before.norm.weight)
floats("embeddings.LayerNorm.bias", after.norm.bias - before.norm.bias)
floats("head.weight", after.head.weight)
floats("head.bias", after.head.bias)
nearest, words = read_nearest(), torch.arange(WORDS)
floats("nearest.asked", nearest.asked)
floats("nearest.asked.weights", nearest.asked_weights(words))
floats("nearest.said", nearest.said)
floats("nearest.said.weights", nearest.said_weights(words))
floats("nearest.shares", torch.stack([nearest.power, nearest.whole, nearest.before, nearest.after]))

aligned = lambda written: written + b"\0" * (-len(written) % 4)
named = json.dumps(head, separators=(",", ":")).encode()
Path(target).write_bytes(aligned(struct.pack("<I", len(named)) + named) + b"".join(map(aligned, parts)))
