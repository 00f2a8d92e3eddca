"""Polos and quarter-zips: two layers, what is sewn on to them, and the hanger.

o: see catalog.py. view: "front", "back" or "hung".
"""
import numpy as np

import collar
import weave
from cloth import cloth, fuzz, plain, rgb, thread_color, yarn
from fastening import placket, zip_front
from laid import Laid
from mesh import grid, mesh, resample, stitches, tubes
from pattern import Pattern
from printed import shirt_cloth
from trim import disc, flag


def _layers(surface, material, inner, is_back):
    pattern = surface.pattern
    q, t = pattern.triangles(is_back, 0.045)
    upper = mesh("shirt", surface(q)[0], t, q[t], material)
    solid = upper.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness, solid.offset = 0.022, -1
    q, t = pattern.triangles(not is_back, 0.09)
    p = surface(q)[0]
    middle, reach = p[:, :2].mean(0), np.linalg.norm(q - q.mean(0), axis=1)
    p[:, :2] = middle + (p[:, :2] - middle) * np.clip(1 - 0.02 / reach, 0.9, 1)[:, None]
    p[:, 2] = 0.010 + surface.under + 0.3 * np.minimum(p[:, 2], 0.03)
    return [upper, mesh("under", p, t, q[t], inner)]


def _rows_of_stitches(o, surface, is_back):
    pattern, lines = surface.pattern, []
    if not o.get("ribbed"):
        edge = pattern.hem[1] - (pattern.cut["tail"] if is_back else 0)
        across = np.linspace(-1, 1, 900) * (pattern.hem[0] - 0.06)
        for k in (0.19, 0.235):
            lines += stitches(*surface(np.c_[across, 0 * across + edge + k]), seed=int(100 * k), length=0.03)
    hole = resample(pattern.armhole(), 0.01) - [0.055, 0]
    for side in (-1, 1):
        lines += stitches(*surface(hole * [side, 1]), seed=7)
    return tubes("thread", lines, 0.0032, yarn("thread", thread_color(rgb(o["color"]), 1.3), 80, 0.0006))


def _inside_of_neck(o, pattern, under):
    """What one sees down the neck: tape along its seam and a woven label."""
    half = pattern.neck(True)
    neck = np.concatenate([half[:0:-1] * [-1, 1], half])
    t = np.linspace(0, 1, 12)[None, :, None]
    level = lambda q, z: np.c_[q, np.full(len(q), z + under)]
    band = level(neck, 0.04)[:, None] * (1 - t) + level(neck * 0.97 - [0, 0.11], 0.03)[:, None] * t
    tape = cloth("neck-tape", rgb(o["color"]), weave.twill(), 0.27, 0.004)
    u, v = np.meshgrid(np.linspace(-0.26, 0.26, 40), np.linspace(-0.62, -0.28, 40), indexing="ij")
    label = np.dstack([u, v, np.full(u.shape, 0.034 + under)])
    woven = cloth("label", rgb("e6dcc2"), weave.canvas(), 0.2, 0.003, mottled=0.01)
    on_label = lambda q, lift: (np.c_[q, 0.034 + under + lift], None)
    thread = yarn("mark", rgb("1c4230"), 70, 0.001, 0.5)
    mark = flag(on_label, np.array([-0.03, -0.53]), 0.16, thread, 0.004)
    return [grid("tape", band, band[..., :2], tape), grid("label", label, label[..., :2], woven), mark]


def hanger():
    """A wooden hanger on a brass peg."""
    wood = plain("wood", rgb("9a6b3f"), 0.45, 0.4, uneven=0.001)
    brass = plain("brass", (0.62, 0.42, 0.16), 0.3, 0.5, metal=1)
    x, z, top = np.linspace(-1.9, 1.9, 80), 0.20, 1.075
    bar = np.c_[x, -0.06 - 0.19 * np.abs(x) ** 1.5, 0 * x + z]
    a = np.linspace(-0.5 * np.pi, 1.05 * np.pi, 60)
    bow = np.c_[0.14 * np.cos(a), top - 0.105 + 0.14 * np.sin(a), 0 * a + z]
    hook = resample(np.concatenate([[(0, -0.05, z), (0, 0.76, z)], bow]), 0.02)
    head = [(0.1, -0.03), (0.1, 0.02), (0.08, 0.04), (0.001, 0.045)]
    return [
        tubes("hanger", [bar], 0.075, wood, 20),
        tubes("hook", [hook], 0.018, brass, 14, taper=False),
        tubes("peg", [[(0, top, h) for h in (-0.1, 0.1, 0.3)]], 0.05, brass, 24, taper=False),
        disc("knob", np.array([0, top, 0.3]), np.array([0, 0, 1.0]), head, brass),
    ]


def build(o, view):
    is_back, color = view == "back", rgb(o["color"])
    pattern = Pattern(o["cut"], o["collar"], view == "hung")
    surface = Laid(pattern, view, o["seed"] + 50 * is_back, o.get("hand", {}))
    outline = np.concatenate([pattern.outline(False), pattern.outline(True)])
    material = shirt_cloth(o, pattern, outline.min(0) - 0.05, outline.max(0) + 0.05, is_back)
    inner = cloth("inside", color, weave.jersey(), 0.38, 0.006, sheen=0.3, mottled=0.02)
    parts = _layers(surface, material, inner, is_back)
    parts.append(_rows_of_stitches(o, surface, is_back))
    if o["collar"] == "leaf":
        parts.append(collar.back(o, surface) if is_back else collar.front(o, surface))
    if not is_back:
        if o["collar"] == "leaf":
            parts += placket(o, surface) + _inside_of_neck(o, pattern, surface.under)
        else:
            parts += zip_front(o, surface)
        if "flag" in o:
            thread = yarn("flag", rgb(o["flag"]), 70, 0.001, 0.5)
            parts.append(flag(surface, np.array([1.05, -2.42]), 0.36, thread))
    if view == "hung":
        parts += hanger()
    fuzz(parts[0], thread_color(color, 1.4), 26000, 0.010)
    return parts
