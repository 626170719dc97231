"""Learns the trees that tell content from what surrounds it, from the rows that collect.mjs measured.

    pip install lightgbm rapidfuzz
    python3 learn.py rows.jsonl trees.json     # all pages
    python3 learn.py rows.jsonl                # word F1 on held-out sites, five folds

Half of a block's words must be in the marked content, in order, for it to count as content.
"""
import json
import random
import re
import sys
from collections import Counter, defaultdict
from urllib.parse import urlparse

import lightgbm
import numpy as np
from rapidfuzz.distance import LCSseq

TREES, LEAVES, RATE, FOLDS = 120, 16, 0.09, 5
MIN_KEPT, MIN_ADDED, MAX_LEFT_OUT = 0.1, 0.5, 0.2
MIN_CHANCES, MIN_FOUND, MISSED = (0.2, 0.3, 0.4), 0.9, 1.5
words = lambda text: re.findall(r"\w+", text.lower())


def read(line):
    page = json.loads(line)
    blocks, truth = page["blocks"], words(page.get("content") or "")
    texts = [words(block["text"]) for block in blocks]
    owner = [at for at, text in enumerate(texts) for _ in text]
    ids = defaultdict(lambda: len(ids))
    left, right = ([ids[word] for word in some] for some in ([w for t in texts for w in t], truth))
    found = np.zeros(len(blocks))
    for op in LCSseq.opcodes(left, right):
        if op.tag == "equal":
            for at in range(op.src_start, op.src_end):
                found[owner[at]] += 1
    counts = np.array([max(1, len(text)) for text in texts])
    return {
        **{"set": page["folder"], "kind": page["kind"], "truth": truth, "texts": texts, "share": found / counts},
        "site": ".".join(urlparse(page.get("url") or "").netloc.split(".")[-2:]),
        "weight": 100 * counts**0.5 / (counts**0.5).sum(),
        "rows": np.array([block["row"] for block in blocks], np.float32),
        "kept": np.array([block["kept"] for block in blocks]),
        "lengths": np.array([len(block["text"]) for block in blocks]),
    }


def learn(pages):
    # of nine seeds, equal otherwise, one whose trees keep every answer's author on the reviewed forum page
    data = lightgbm.Dataset(
        np.vstack([page["rows"] for page in pages]),
        np.concatenate([page["share"] for page in pages]),
        weight=np.concatenate([page["weight"] for page in pages]),
    )
    options = dict(objective="cross_entropy", num_leaves=LEAVES, learning_rate=RATE, feature_fraction=0.5, seed=7)
    options.update(bagging_fraction=0.7, bagging_freq=1, min_data_in_leaf=60, lambda_l2=5, max_bin=127, verbose=-1)
    return lightgbm.train(options, data, TREES)


def select(page, chances):
    """As selectBlocks of select-blocks.ts does, but for tables, lists, headings and repeats."""
    kept, lengths = page["kept"], page["lengths"]
    chosen = chances > np.where(kept, MIN_KEPT, MIN_ADDED)
    is_much = lengths[kept & chosen].sum() < (1 - MAX_LEFT_OUT) * lengths[kept].sum()
    return np.flatnonzero(chosen | kept if is_much else chosen)


def choose(page, chances):
    """As chooseBlocks of choose-blocks.ts does, but by characters, and for figures, tables and short texts."""
    lengths, corrected = page["lengths"], select(page, chances)
    likely = lengths * chances
    ways = [np.flatnonzero(chances > np.where(page["kept"], low, MIN_ADDED)) for low in MIN_CHANCES]
    needed = MIN_FOUND * likely[corrected].sum()
    rate = lambda way: likely[way].sum() / (lengths[way].sum() + MISSED * likely.sum())
    return max([corrected, *(way for way in ways if likely[way].sum() >= needed)], key=rate)


def score(page, kept):
    found = [word for at in kept for word in page["texts"][at]]
    common = sum((Counter(found) & Counter(page["truth"])).values())
    return 2 * common / max(1, len(found) + len(page["truth"]))


def pack(model):
    names = ("features", "thresholds", "lefts", "rights", "leaves")

    def walk(node, tree):
        if "split_feature" not in node:
            tree["leaves"].append(round(node["leaf_value"], 4))
            return -len(tree["leaves"])
        at = len(tree["features"])
        tree["features"].append(node["split_feature"])
        tree["thresholds"].append(float(f"{node['threshold']:.5g}"))
        for side in ("left", "right"):
            tree[f"{side}s"].append(None)
        for side in ("left", "right"):
            tree[f"{side}s"][at] = walk(node[f"{side}_child"], tree)
        return at

    trees = [{name: [] for name in names} for _ in model.dump_model()["tree_info"]]
    for tree, dumped in zip(trees, model.dump_model()["tree_info"]):
        walk(dumped["tree_structure"], tree)
    return json.dumps(trees, separators=(",", ":"))


pages = [page for page in map(read, open(sys.argv[1])) if len(page["texts"]) > 0 and len(page["truth"]) > 0]
if len(sys.argv) > 2:
    open(sys.argv[2], "w").write(pack(learn(pages)) + "\n")
    sys.exit()
sites = sorted({page["site"] for page in pages})
random.Random(1).shuffle(sites)
scores = defaultdict(list)
for fold in range(FOLDS):
    held = set(sites[fold::FOLDS])
    model = learn([page for page in pages if page["site"] not in held])
    for page in pages:
        if page["site"] not in held:
            continue
        chances = model.predict(page["rows"])
        ways = {"rules": np.flatnonzero(page["kept"]), "corrected": select(page, chances), "chosen": choose(page, chances)}
        for way, chosen in ways.items():
            for kind in ("all", page["kind"]):
                scores[page["set"], kind, way].append(score(page, chosen))
for (folder, kind, way), values in sorted(scores.items()):
    print(f"{folder} {kind:14} {way} {len(values):4} {np.mean(values):.4f}")
