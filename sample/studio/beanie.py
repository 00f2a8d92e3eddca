"""The beanie: chunky rib, a deep cuff, stripes, a label and a pompom."""
import numpy as np

import weave
from cloth import Material, fuzz, plain, rgb, start_cloth, thread_color, yarn
from mesh import bump, grid, length_along, look_up, normals, ramp, smooth_noise, stitches, tubes, turn, unit
from trim import flag

A, B = 0.79, 0.95  # half axes of the cuff
RIBS, TILE = 60, 12  # ribs around; ribs in one tile of the weave
CUFF = 0.72


def _profile():
    """From under the cuff over its fold and up to the top: scale of the oval, height, 0 or 1 for the body."""
    cuff = [
        (1.0, 0.0),
        (1.035, 0.02),
        (1.05, 0.10),
        (1.052, 0.35),
        (1.05, 0.58),
        (1.035, 0.69),
        (1.005, CUFF),
        (0.972, 0.69),
        (0.965, 0.66),
    ]
    a = np.linspace(0, np.pi / 2, 30)
    body = [(0.985 * np.cos(t) ** 0.72, 0.70 + 1.02 * np.sin(t) ** 0.92) for t in a]
    line = np.array(cuff + body[0:1] + body[1:])
    s = length_along(line)
    even = np.linspace(0, s[-1], 620)
    return np.stack([np.interp(even, s, line[:, k]) for k in (0, 1)], -1), even, s[len(cuff)]


class Beanie:
    NP = RIBS * 18

    def __init__(self, seed):
        line, self.along, self.seam = _profile()
        phi = self.phi = np.arange(self.NP) / self.NP * 2 * np.pi
        r, z = line.T
        n = (self.NP, len(r))
        high = ramp(z, CUFF, 1.75)
        lean = 0.10 * high**2
        x = A * np.sin(phi)[:, None] * r + 0.03 * high
        y = -B * np.cos(phi)[:, None] * r + lean
        points = np.stack([x, y, np.broadcast_to(z, n) - 0.03 * np.cos(phi)[:, None] * (1 - high)], -1)
        body = ramp(self.along, self.seam, self.seam + 0.15)
        slack = 0.030 * smooth_noise(n, (90, 60), seed) + 0.016 * smooth_noise(n, (40, 50), seed + 1)
        slack = slack * (0.35 + 0.65 * body)
        wander = 0.012 * smooth_noise(n, (60, 70), seed + 2)
        phase = (phi[:, None] / (2 * np.pi) * RIBS + wander * 8) % 1
        ridge = np.abs(np.cos(np.pi * phase)) ** 0.95
        depth = 0.034 * np.clip(r / 0.6, 0.05, 1)
        shift = slack + depth * (ridge - 0.5)
        out = self._outward(points)
        self.points = points + out * shift[..., None]
        self.ridges = points + out * (slack + depth / 2)[..., None]
        self.normals = self._outward(self.points)
        self.ridge = ridge

    def _outward(self, points):
        n = normals(points, True)
        n *= -np.sign(n[0, 100, 1])
        n[:, -3:] = [0, 0, 1]
        return n

    def at(self, phi, s, what="points"):
        i = (np.asarray(phi) / (2 * np.pi) * self.NP) % self.NP
        return look_up(getattr(self, what), i, np.interp(s, self.along, np.arange(len(self.along))), True)

    def build(self, material, stripes):
        u = self.phi[:, None] / (2 * np.pi) * RIBS / TILE * np.ones((1, len(self.along)))
        v = self.along / 0.85 * np.ones((self.NP, 1))
        above = self.along - self.seam
        drift = 0.012 * (self.ridge - 0.5)
        stripe = np.zeros_like(u)
        for low, high in stripes:
            stripe[(above + drift > low) & (above + drift < high)] = 1
        deep = np.clip(self.ridge, 0, 1)
        return grid(
            "knit",
            self.points,
            np.stack([u, v], -1),
            material,
            wrap=True,
            attributes={"stripe": stripe, "wear": deep - 1},
        )


def _pompom(center, radius, colors, seed=4):
    """A ball of cut yarn ends."""
    rng, lines = np.random.default_rng(seed), [[] for _ in colors]
    for k in range(9000):
        d = unit(rng.standard_normal(3))
        bend = rng.standard_normal(3) * 0.22
        q = np.linspace(0.12, 1, 6)[:, None]
        end = radius * rng.normal(1, 0.045)
        lines[k % 9 == 0 and len(colors) > 1].append(
            center + unit(d + bend * q**2) * q * end - np.array([0, 0, 0.03]) * q**2
        )
    return [
        tubes(f"pompom-{k}", group, 0.0055, yarn(f"pompom-{k}", c, 20, 0.002, 0.95), 5)
        for k, (group, c) in enumerate(zip(lines, colors))
    ]


def _label(knit, cloth_color, thread_color_):
    """A woven label sewn on the cuff, with the flag."""
    width, height = 0.50, 0.34

    def surface(q, lift=0.0):
        q = np.asarray(q)
        phi = q[:, 0] / A
        n = unit(np.c_[np.sin(phi) / A, -np.cos(phi) / B, 0 * phi])
        return knit.at(phi, 0.44 + q[:, 1], "ridges") + n * np.broadcast_to(lift, len(q))[:, None], n

    u, v = np.meshgrid(np.linspace(-1, 1, 60), np.linspace(-1, 1, 50), indexing="ij")
    q = np.stack([u * width / 2, v * height / 2], -1)
    edge = np.minimum((1 - np.abs(u)) * width, (1 - np.abs(v)) * height) / 2
    lift = (
        0.014 * np.sqrt(np.clip(1 - (1 - np.clip(edge / 0.02, 0, 1)) ** 2, 0, 1))
        - 0.03 * (edge <= 0)
        - 0.003 * bump(edge - 0.03, 0.008)
    )
    points = surface(q.reshape(-1, 2), lift.ravel())[0].reshape(*u.shape, 3)
    fabric = start_cloth("label", cloth_color, weave.canvas(4), 0.2, 0.003, mottled=0.01).done()
    parts = [grid("label", points, q, fabric)]
    lines = []
    for a, b in (((-1, -1), (1, -1)), ((1, -1), (1, 1)), ((1, 1), (-1, 1)), ((-1, 1), (-1, -1))):
        t = np.linspace(0, 1, 120)[:, None]
        p = (np.array(a) * (1 - t) + np.array(b) * t) * [width / 2 - 0.03, height / 2 - 0.03]
        lines += stitches(*surface(p, 0.012), length=0.03, seed=2)
    parts.append(tubes("label-thread", lines, 0.0034, yarn("label-thread", thread_color_, 90, 0.0006)))
    parts.append(
        flag(
            lambda q, lift=0.0: surface(q, np.asarray(lift) + 0.012),
            np.array([-0.05, -0.09]),
            0.20,
            yarn("flag", thread_color_, 70, 0.001, 0.5),
            0.0044,
        )
    )
    return parts


def build(o):
    base, stripe = rgb(o["color"]), rgb(o["stripe"])
    knit = Beanie(o["seed"])
    material = start_cloth(
        "knit", base, weave.jersey(), 1.0, 0.022, wear=0.45, mottled=0.03, sheen=0.6, rough=0.95
    )
    material.paint(material.attribute("stripe"), stripe)
    # The stripe's color is painted over the weave; the weave's shade comes on top of it again.
    height, tone = weave.jersey()
    material.darken(material.texture("knit-shade", 0.7 + 0.4 * height, 1.0))
    parts = [knit.build(material.done(), o["stripes"])]
    top = knit.points[:, -1].mean(0)
    parts += _pompom(top + [0, 0.01, 0.20], 0.34, [base, stripe])
    parts += _label(knit, rgb(o["label"]), base)
    fuzz(parts[0], thread_color(base, 1.3), 26000, 0.022, 0.0007)
    return parts, parts[:1]
