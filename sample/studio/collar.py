"""The flat-knit collar of a polo: stand, fold and leaf, from the front and from behind."""
import numpy as np
from scipy.interpolate import CubicSpline

import weave
from cloth import rgb, start_cloth
from laid import THICK
from mesh import grid, length_along, normals, ramp, smooth_noise, unit

# The right half, from the middle in front (0) to the middle behind (1): x and y; of the fold its height, too.
FOLD = [(0, 0.03, -0.80, 0.15), (0.2, 0.40, -0.47, 0.20), (0.45, 0.72, -0.02, 0.25)]
FOLD += [(0.62, 0.68, 0.14, 0.26), (0.82, 0.38, 0.21, 0.24), (1, 0, 0.23, 0.23)]
EDGE = [(0, 0.56, -1.40), (0.15, 0.85, -0.98), (0.35, 1.17, -0.46), (0.5, 1.20, -0.10)]
EDGE += [(0.65, 1.00, 0.14), (0.82, 0.52, 0.27), (1, 0, 0.31)]
UP = np.array([0, 0, 1.0])


def material(o):
    m = start_cloth("rib", rgb(o["color"]), weave.rib(), 0.36, 0.006, sheen=0.3, mottled=0.02)
    if o.get("tipping"):
        m.paint(m.attribute("tip"), rgb(o["stripe"]))
    return m.done()


def front(o, surface, n=140):
    """Stand, fold and leaf in one strip; the leaf's points spread on the chest."""
    u, pattern = np.linspace(0, 1, n), surface.pattern
    neck = np.concatenate([pattern.neck(False, 78), pattern.neck(True, 63)[::-1][1:]])
    fold, edge = _spline(FOLD, u), _spline(EDGE, u)
    behind = ramp(u, 0.4, 0.62)
    base = np.c_[neck, surface(neck)[0][:, 2] * (1 - behind) + (0.03 + surface.under) * behind]
    shoulder, middle = (surface(np.array([q]))[0][0, 2] - THICK for q in ((0.95, -0.15), neck[0]))
    fold[:, 2] += middle + (shoulder - middle) * ramp(u, 0, 0.3)
    over = ramp(u, 0.5, 0.66)  # where the leaf has left the chest
    rest = surface(edge)[0][:, 2] + 0.035 + 0.02 * np.sin(2 * np.pi * u).clip(0)
    edge = np.c_[edge, rest * (1 - over) + (0.02 + surface.under) * over]
    rng, halves = np.random.default_rng(o["seed"]), []
    for side in (1, -1):
        bent = fold + rng.normal(0, 0.012, 3) * np.sin(np.pi * u)[:, None]
        spread = edge + np.r_[rng.normal(0, 0.02, 2), 0] * (1 - over)[:, None]
        halves.append([line * [side, 1, 1] for line in (base, bent, spread)])
    base, fold, edge = (np.concatenate([left[:-1], right[::-1]]) for right, left in zip(*halves))
    s = np.linspace(0, 1, 26)[None, :, None]
    away = unit((edge - base) * [1, 1, 0])[:, None]
    stand = base[:, None] * (1 - s) + fold[:, None] * s - away * 0.03 * np.sin(np.pi * s)
    first = fold[:, None] + UP * 0.045 + away * 0.05
    second = fold[:, None] * 0.35 + edge[:, None] * 0.65 + UP * (0.05 + 0.1 * fold[:, None, 2:])
    ob = _knitted(o, np.concatenate([stand, _leaf(fold, first, second, edge)[:, 1:]], 1), edge)
    ob.modifiers.new("round", "SUBSURF").render_levels = 1
    return ob


def back(o, surface, n=200):
    """The leaf falls from its fold over the neck's seam."""
    u = np.linspace(-1, 1, n)
    a = np.abs(u)
    fold = np.c_[0.80 * np.sin(u * 1.45), 0.21 - 0.24 * a**2.4, 0.22 - 0.04 * a]
    edge = np.c_[1.16 * np.sin(u * 1.45), -0.33 + 0.02 * a**2 + 0.22 * a**4]
    edge = np.c_[edge, surface(edge)[0][:, 2] + 0.04]
    away = unit((edge - fold) * [1, 1, 0])[:, None]
    first = fold[:, None] + UP * 0.07 + away * 0.04
    second = fold[:, None] * 0.35 + edge[:, None] * 0.65 + UP * 0.08
    return _knitted(o, _leaf(fold, first, second, edge), edge)


def _spline(rows, u):
    rows = np.array(rows, float)
    return CubicSpline(rows[:, 0], rows[:, 1:], bc_type="natural")(u)


def _leaf(fold, first, second, edge):
    """Rolls over the fold and falls to its edge."""
    w, fold, edge = np.linspace(0, 1, 70)[None, :, None], fold[:, None], edge[:, None]
    return (1 - w) ** 3 * fold + 3 * (1 - w) ** 2 * w * first + 3 * (1 - w) * w * w * second + w**3 * edge


def _knitted(o, points, edge):
    uneven = 0.006 * smooth_noise(points.shape[:2], (24, 16), o["seed"], "reflect")
    points = points + normals(points) * uneven[..., None]
    steps = np.linalg.norm(np.diff(points, axis=1), axis=-1)
    across = np.concatenate([np.zeros((len(points), 1)), np.cumsum(steps, 1)], 1)
    free = across[:, -1:] - across  # from the edge; a stripe is where the attribute is above one half
    tip = np.max([0 * free, *(0.5 + 10 * (0.022 - np.abs(free - k)) for k in o.get("tipping", ()))], 0)
    uv = np.stack([np.broadcast_to(length_along(edge)[:, None], across.shape), across], -1)
    ob = grid("collar", points, uv, material(o), attributes={"tip": tip})
    solid = ob.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness, solid.offset = 0.03, 0
    return ob
