"""What the product was given (`export.py` wrote it), as a network again: training goes on from there."""

import json
import struct
from pathlib import Path

import numpy as np
import torch

from model import Entailment, dense_parts, norm_parts


def read_added(path):
    """What was added to the packaged tensors, by name, as flat arrays."""
    written = Path(path).read_bytes()
    (length,) = struct.unpack_from("<I", written)
    at, added = aligned(4 + length), {}
    for entry in json.loads(written[4 : 4 + length]):
        columns = entry.get("columns")
        if columns is None:
            added[entry["name"]] = np.frombuffer(written, "<f4", entry["length"], at)
            at = aligned(at + 4 * entry["length"])
            continue
        scales = np.frombuffer(written, "<f4", columns, at)
        pairs = np.frombuffer(written, np.uint8, entry["length"] // 2, at + 4 * columns)
        nibbles = np.stack([pairs & 15, pairs >> 4], 1).ravel().astype(np.float32) - 8
        added[entry["name"]] = nibbles.reshape(-1, columns) * scales
        at = aligned(at + 4 * columns + entry["length"] // 2)
    return added


def aligned(at):
    return -(-at // 4) * 4


@torch.no_grad()
def go_on_from(path):
    """The network with the weights that the product has, as exactly as four bits keep them."""
    model, added = Entailment().start_from_package(), read_added(path)

    def add(parameter, name):
        if name in added:
            value = torch.from_numpy(added[name].copy())
            parameter += value.T if value.ndim == 2 else value

    for at, layer in enumerate(model.layers):
        stem = f"encoder.layer.{at}."
        products, biases = layer.qkv.weight.chunk(3), layer.qkv.bias.chunk(3)
        for part, product, bias in zip(("query", "key", "value"), products, biases):
            add(product, f"/encoder/layer.{at}/attention/self/{part}/MatMul_output_0")
            add(bias, f"{stem}attention.self.{part}.bias")
        for linear, part in dense_parts(layer):
            add(linear.weight, f"/encoder/layer.{at}/{part}/MatMul_output_0")
            add(linear.bias, stem + part.replace("/", ".") + ".bias")
        for norm, part in norm_parts(layer):
            add(norm.weight, f"{stem}{part}.LayerNorm.weight")
            add(norm.bias, f"{stem}{part}.LayerNorm.bias")
    add(model.norm.weight, "embeddings.LayerNorm.weight")
    add(model.norm.bias, "embeddings.LayerNorm.bias")
    model.head.weight.copy_(torch.from_numpy(added["head.weight"].copy()).view(3, -1))
    model.head.bias.copy_(torch.from_numpy(added["head.bias"].copy()))
    return model
