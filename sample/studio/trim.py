"""What is sewn on: eyelets, buttons, the embroidered flag, the round patch, the cord.

A surface is a function of pattern coordinates: surface(points, lift) gives places in space and normals.
"""
import math

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from cloth import Material, plain, yarn
from mesh import grid, grid_faces, length_along, mesh, smooth_noise, tubes, unit


def axes(normal, up=(0, 0, 1.0)):
    """Two directions square to a normal and to each other, the second one upwards."""
    if abs(normal[2]) > 0.95 and up == (0, 0, 1.0):
        up = (0, 1.0, 0)
    x = unit(np.cross(up, normal))
    return x, np.cross(normal, x)


def disc(name, center, normal, profile, material, sides=48, up=(0, 0, 1.0)):
    """A round thing: profile is a list of (radius, height above the surface)."""
    x, y = axes(normal, up)
    angles = np.arange(sides) / sides * 2 * np.pi
    spokes = np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * y
    points = np.stack([center + r * spokes + h * normal for r, h in profile], 1)
    return grid(name, points, points[..., :2], material, wrap=True)


def eyelet(center, normal, thread, radius=0.026):
    """A sewn breathing hole."""
    x, y = axes(normal)
    rng, lines = np.random.default_rng(int(1000 * abs(center).sum())), []
    q = np.linspace(0, 1, 9)[:, None]
    for a in np.arange(40) / 40 * 2 * np.pi:
        d1, d2 = math.cos(a) * x + math.sin(a) * y, math.cos(a + 0.13) * x + math.sin(a + 0.13) * y
        outer = radius * (1.8 + 0.08 * rng.standard_normal())
        reach = radius * 0.75 + (outer - radius * 0.75) * q
        lines.append(
            center + (d1 * (1 - q) + d2 * q) * reach + normal * (0.0075 * np.sin(np.pi * q) ** 0.6 - 0.001)
        )
    hole = disc(
        "hole", center, normal, [(0.001, 0.001), (radius * 0.95, 0.002)], plain("hole", (0.006,) * 3, 0.9, 0)
    )
    return [tubes("eyelet", lines, 0.0042, thread, sides=5), hole]


def covered_button(center, normal, radius, height, material):
    """A dome covered with cloth."""
    a = np.linspace(0, 0.78, 24) * np.pi
    profile = list(zip(radius * np.sin(a), height * np.cos(a) + 0.2 * height))
    return disc("button", center, normal, profile, material, 64)


def shell_button(center, normal, radius, material, thread, spin=0.0, up=(0, 0, 1.0)):
    """A button with a rim, a dip, four holes and thread through them."""
    rim = [
        (0.001, 0.013),
        (0.3, 0.013),
        (0.55, 0.014),
        (0.68, 0.021),
        (0.82, 0.027),
        (0.94, 0.025),
        (1, 0.015),
        (1, 0.003),
    ]
    button = disc("button", center, normal, [(radius * r, h) for r, h in rim], material, 64, up)
    button.modifiers.new("round", "SUBSURF").render_levels = 2
    x, y = axes(normal, up)
    x, y = math.cos(spin) * x + math.sin(spin) * y, math.cos(spin) * y - math.sin(spin) * x
    lines = []
    for side in (-1, 1):
        for k in (-1, 0, 1):
            f = np.linspace(-1, 1, 7)[:, None]
            lines.append(
                center
                + x * side * radius * 0.22
                + x * 0.003 * k
                + y * radius * 0.24 * f
                + normal * (0.017 + 0.006 * (1 - f * f))
            )
    return [button, tubes("button-thread", lines, 0.0035, thread)]


def flag(surface, at, size, material, thickness=0.0058):
    """The small embroidered flag: every satin stitch is a thread."""
    lines, rng, q = [], np.random.default_rng(3), np.linspace(0, 1, 7)[:, None]

    def satin(a, b):
        line = (np.array(a) * (1 - q) + np.array(b) * q) * size + at
        lines.append(surface(line, 0.003 + 0.011 * np.sin(np.pi * q[:, 0]) ** 0.5)[0])

    step = 0.0096 / size
    for y in np.arange(0, 1.0, step):
        satin((-0.025, y), (0.030, y + 0.025))
    for x in np.arange(0.03, 0.52, step):
        f = (x - 0.03) / 0.49
        wave = 0.03 * math.sin(f * 5)
        jitter = rng.normal(0, 0.004, 2)
        satin((x, 1.0 - 0.05 * f + wave + jitter[0]), (x + 0.01, 0.62 + 0.08 * f + wave + jitter[1]))
    for a in np.arange(0, 2 * np.pi, 0.16):
        satin(
            (0.17 * math.cos(a), -0.02 + 0.05 * math.sin(a)),
            (0.25 * math.cos(a), -0.02 + 0.085 * math.sin(a)),
        )
    return tubes("flag", lines, thickness, material)


class PatchArt:
    """Color, height of the thread and of the layer of a round embroidered patch, drawn stitch by stitch."""

    def __init__(self, border, sky, hill, near, pole, n=1200):
        y, x = np.mgrid[0:n, 0:n] / (n - 1) * 2 - 1
        self.x, self.y, self.n = x, y, n
        self.rng = np.random.default_rng(4)
        self.jitter = smooth_noise((n, n), 3, 1) * 0.003
        self.color = np.empty((n, n, 3))
        self.thread, self.layer = np.zeros((n, n)), np.zeros((n, n))
        wave = 0.05 * np.sin((x + 0.16) * 9)
        self.satin(y < 2, sky, 0)
        self.satin(y < 0.12 * np.sin(x * 2.1 + 0.5) - 0.22, hill, 0.35, layer=0.25)
        self.satin(y < 0.10 * np.sin(x * 2.6 + 2.4) - 0.50, near, -0.3, layer=0.4)
        self.satin(np.hypot((x + 0.16) / 0.17, (y + 0.47) / 0.055) < 1, pole, 1.57, length=3, layer=0.8)
        self.satin(
            np.hypot((x + 0.16) / 0.11, (y + 0.475) / 0.028) < 1,
            np.array(near) * 0.5,
            1.57,
            length=3,
            layer=0.5,
        )
        self.satin((np.abs(x + 0.16) < 0.028) & (y > -0.47) & (y < 0.56), pole, 0, length=3, layer=0.9)
        cloth = (
            (x > -0.14)
            & (x < 0.36)
            & (y - wave < 0.56 - 0.2 * (x + 0.14))
            & (y - wave > 0.1 + 0.26 * (x + 0.14))
        )
        self.satin(cloth, pole, 1.1, length=3, layer=1)
        self.rim(border)
        self.layer = gaussian_filter(self.layer, n / 260)

    def satin(self, mask, color, angle, width=0.021, length=0.34, layer=0.0):
        c, s = math.cos(angle), math.sin(angle)
        u, w = self.x * c + self.y * s, -self.x * s + self.y * c + self.jitter
        row = np.floor(w / width)
        across, row = w / width - row, row.astype(int) % 997
        start = self.rng.random(997)[row] * length * 0.15 + (row % 4) * length / 4
        along = ((u + start) % length) / length
        height = np.sqrt(np.clip(1 - (2 * across - 1) ** 2, 0, 1))
        height *= 0.72 + 0.28 * np.clip(np.sin(np.pi * along) * 2.2, 0, 1)
        tone = (1 + 0.06 * self.rng.standard_normal(997)[row]) * (0.55 + 0.45 * height)
        self.color[mask] = (np.array(color) * tone[..., None])[mask]
        self.thread[mask], self.layer[mask] = height[mask], layer

    def rim(self, color, stitches=190):
        r, angle = np.hypot(self.x, self.y), np.arctan2(self.y, self.x)
        place = angle / (2 * np.pi) * stitches + (r - 0.84) * 3.2
        height = np.sqrt(np.clip(1 - (2 * (place % 1) - 1) ** 2, 0, 1))
        tone = (1 + 0.06 * self.rng.standard_normal(stitches)[np.floor(place).astype(int) % stitches]) * (
            0.5 + 0.5 * height
        )
        mask = r > 0.84
        self.color[mask], self.thread[mask] = (np.array(color) * tone[..., None])[mask], height[mask]
        self.layer[mask] = (0.4 + 1.6 * np.sqrt(np.clip(1 - ((r - 0.925) / 0.085) ** 2, 0, 1)))[mask]


def patch(surface, at, radius, colors):
    """The round patch, its rim merrowed, on a surface."""
    art = PatchArt(*colors)
    m = Material("patch", (1, 1, 1), 0.55, 0.25, 0.3)
    m.color = m.texture("patch-color", art.color, 1, is_color=True)
    m.relief(m.texture("patch-thread", art.thread, 1), 0.004)
    r = np.r_[np.linspace(0.001, 1, 144), np.full(6, 1.0)]
    angle = np.arange(480) / 480 * 2 * np.pi
    x, y = r[None] * np.cos(angle)[:, None], r[None] * np.sin(angle)[:, None]
    pick = lambda a: map_coordinates(a, [(y + 1) / 2 * (art.n - 1), (x + 1) / 2 * (art.n - 1)], order=1)
    lift = 0.010 + 0.007 * pick(art.layer) + 0.0015 * pick(art.thread)
    lift[:, -6:] = np.linspace(0.018, -0.01, 6)
    q = np.stack([x, y], -1).reshape(-1, 2) * radius + at
    base, normal = (v.reshape(*x.shape, 3) for v in surface(q, 0.0))
    soft = lambda v: np.stack([gaussian_filter(v[..., k], 3, mode=("wrap", "nearest")) for k in range(3)], -1)
    points = soft(base) + unit(soft(normal)) * lift[..., None]
    uv = np.stack([(x + 1) / 2, (y + 1) / 2], -1)
    faces = grid_faces(*x.shape, True)
    return mesh("patch", points, faces, uv.reshape(-1, 2)[faces], m.done())


def cord(line, normal, colors, radius=0.0165, pitch=0.145):
    """A twisted cord along a line: one strand for each color."""
    s = length_along(line)
    along = unit(np.gradient(line, axis=0))
    side = unit(np.cross(along, normal))
    up = np.cross(side, along)
    strands = []
    for k, color in enumerate(colors):
        a = s / pitch * 2 * np.pi + k * 2 * np.pi / len(colors)
        strand = line + 0.95 * radius * (np.cos(a)[:, None] * up + np.sin(a)[:, None] * side)
        material = yarn(f"cord-{k}", color, turns=30, relief=0.0035, rough=0.8)
        strands.append(tubes(f"cord-{k}", [strand], radius * 1.06, material, sides=16, taper=False))
    return strands
