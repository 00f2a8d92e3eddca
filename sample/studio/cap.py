"""The rope cap: a crown of panels, its opening and strap behind, brim, cord and patch."""
import math

import numpy as np
from scipy.spatial import cKDTree

import weave
from brim import A, B, CORNER, brim, edge_height, oval
from cloth import cloth, fuzz, plain, rgb, start_cloth, thread_color, yarn
from mesh import (
    bump,
    grid,
    grid_faces,
    look_up,
    mesh,
    normals,
    ramp,
    smooth_noise,
    stitches,
    tubes,
    turn,
    unit,
)
from trim import cord, covered_button, eyelet, patch

HEIGHT = 1.20
SEAMS = {5: (-52, 52, 112, 180, 248), 6: (0, 60, 120, 180, 240, 300)}
HOLES = {5: (82, 142, 218, 278), 6: (30, 90, 150, 210, 270, 330)}
OPENING = (0.56, 0.50)  # half its angle, its height


class Crown:
    """Points on a grid of angles (0 is the front) and steps from the edge to the top."""

    NP, NT = 900, 260

    def __init__(self, panels, seed, soft, height):
        self.seams = np.sort(np.radians(SEAMS[panels]) % (2 * np.pi))
        phi = self.phi = np.arange(self.NP) / self.NP * 2 * np.pi
        self.shape = (self.NP, self.NT)
        base, along = self._dome(phi, height)
        radius = np.hypot(base[..., 0], base[..., 1])
        self.radius, self.along = radius, along
        away = np.abs(turn(phi[:, None] - self.seams[None]))
        seam = away.min(1)[:, None] * radius
        edge = cKDTree(base[:, 0]).query(base.reshape(-1, 3))[0].reshape(self.shape)
        shift = self._softness(along, seed) * soft + self._sewing(seam, edge, seed) * ramp(radius, 0.02, 0.3)
        self.points = base + self._outward(base) * shift[..., None]
        self.normals = self._outward(self.points)
        self.normals[:, -1] = [0, 0, 1]
        worn = 0.9 * bump(seam - 0.026, 0.022) - 1.3 * bump(seam, 0.012) + 0.5 * bump(edge, 0.02)
        self.wear = np.clip(worn, -1, 1) * (1 + 0.5 * smooth_noise(self.shape, 3, 12))

    def _dome(self, phi, height):
        """Meridians: upright in front, rounder behind, cut off by the opening."""
        points, along = np.empty((*self.shape, 3)), np.empty(self.shape)
        a, t = np.linspace(0, np.pi / 2, 400), np.linspace(0, 1, self.NT)
        for k, p in enumerate(phi):
            front = (1 + math.cos(p)) / 2
            power = 2.3 + 0.75 * front**1.5
            r, z = np.cos(a).clip(0) ** (2 / power), np.sin(a) ** (2 / power)
            s = np.r_[0, np.cumsum(np.hypot(np.diff(r * math.hypot(*oval(p))), np.diff(z * height)))]
            cut = OPENING[1] * (1 - min(1, abs(turn(p - np.pi)) / OPENING[0]) ** 2) ** 0.6
            at = cut + t * (s[-1] - cut)
            r, z, low = np.interp(at, s, r), np.interp(at, s, z), edge_height(np.array(p))
            points[k] = np.c_[oval(p)[None] * r[:, None], low + (height - low) * z]
            along[k] = at
        return points, along

    def _outward(self, points):
        n = normals(points, True)
        return n if n[0, 40, 1] < 0 else -n

    def _softness(self, along, seed):
        """Unlined cotton is never a perfect dome; the lined front nearly is."""
        n = self.shape
        slack = (0.18 + 0.82 * np.clip((1 - np.cos(self.phi)) / 1.2, 0, 1))[:, None]
        t = along / along.max()
        place = np.broadcast_to(np.arange(n[0])[:, None], n), t * (n[1] - 1)
        noise = lambda sigma, k: look_up(smooth_noise(n, sigma, seed + k), *place)
        fade = np.clip((1 - t) / 0.12, 0, 1) * np.clip(t / 0.05, 0.3, 1)
        crease = noise((26, 10), 2)
        ridge = np.clip(0.45 - np.abs(crease), 0, 0.45) / 0.45
        dents = 0.019 * noise((46, 30), 0) + 0.007 * noise((19, 28), 1)
        folds = bump(t - 0.16, 0.14) * 0.008 * (crease * 0.5 + ridge)
        return np.maximum(slack * (fade * dents + folds * ramp(t, 0.02, 0.12)), -0.03)

    def _sewing(self, seam, edge, seed):
        """Seams pull in, their allowance lifts both sides, and the hem is double."""
        n = self.shape
        pucker = smooth_noise(n, (6, 4), seed + 5)
        shift = -0.014 * bump(seam, 0.17) - 0.010 * bump(seam, 0.010) + 0.006 * bump(seam - 0.03, 0.022)
        shift += 0.0026 * pucker * bump(seam - 0.035, 0.035) - 0.003 * bump(seam - 0.034, 0.006)
        return (
            shift
            + 0.006 * bump(edge - 0.03, 0.035)
            + 0.002 * smooth_noise(n, (8, 7), 9) * bump(edge - 0.05, 0.06)
        )

    def at(self, phi, t, what="points"):
        i = (np.asarray(phi) / (2 * np.pi) * self.NP) % self.NP
        return look_up(getattr(self, what), i, np.asarray(t) * (self.NT - 1), True)

    def front(self, q, lift=0.0):
        """Places for pattern coordinates: across and up from the middle of the lower edge in front."""
        t = q[:, 1] / self.along[0, -1]
        phi = q[:, 0] / (A * self.at(0 * t, t, "radius") / B)
        n = self.at(phi, t, "normals")
        return self.at(phi, t) + n * np.broadcast_to(lift, len(q))[:, None], n

    def build(self, material, lining):
        """The weave runs straight within each panel."""
        faces = grid_faces(self.NP, self.NT, True)
        edges = np.r_[self.seams, self.seams[0] + 2 * np.pi]
        middles = (edges[:-1] + edges[1:]) / 2
        column = faces[:, 0] // self.NT
        panel = middles[(np.searchsorted(self.seams, self.phi[column] + 1e-4) - 1) % len(middles)]
        off = turn(self.phi[faces // self.NT] - panel[:, None])
        uv = np.stack(
            [off * self.radius.ravel()[faces] + panel[:, None] * 3.1, self.along.ravel()[faces]], -1
        )
        outside = mesh("crown", self.points, faces, uv, material, {"wear": self.wear})
        inside = (self.points - self.normals * 0.026)[:, :-4]
        low = (self.points * 0.6 + inside[:, :1] * 0.4)[:, :1]
        inside = np.concatenate([self.points[:, :1], low, inside], 1)
        uv = np.stack(
            np.broadcast_arrays(self.phi[:, None] * 0.8, np.linspace(0, 1.4, inside.shape[1])[None]), -1
        )
        return [outside, grid("lining", inside, uv, lining, wrap=True)]


def sweatband(material, phi=(0.62, 2 * np.pi - 0.62), width=0.33):
    """A soft band inside the lower edge. phi: from and to, 0 is behind."""
    a = np.linspace(*phi, 400) + np.pi
    v = np.linspace(0, 1, 30)[None]
    puff = 0.016 * np.sin(np.pi * v) ** 0.5
    scale = 0.935 - puff - 0.01 * v
    flat = oval(a)[:, None] * scale[..., None]
    z = edge_height(a)[:, None] + 0.008 + width * v
    points = np.dstack([flat, z])
    uv = np.stack(np.broadcast_arrays(a[:, None] * 0.85, width * v), -1)
    return grid("sweatband", points, uv, material)


def _band(name, phi, z, width, out, material, thick=0.018, drop=0.0):
    """A strap around the back: a closed flat loop swept along the oval."""
    loop = np.array([(0, -1), (1, -1), (1, 1), (0, 1), (0, -1)], float)
    profile = np.concatenate([np.linspace(a, b, 12)[:-1] for a, b in zip(loop, loop[1:])])
    flat = oval(phi + np.pi)
    push = unit(flat)[:, None] * (np.broadcast_to(out, phi.shape)[:, None] + thick * profile[:, 0])[..., None]
    level = np.broadcast_to(z, phi.shape)[:, None] + width / 2 * profile[:, 1] - drop * np.cos(phi)[:, None]
    points = np.dstack([flat[:, None] + push, level])
    around = np.linspace(0, 2 * width, len(profile))[None]
    uv = np.stack(np.broadcast_arrays(phi[:, None] * 0.8, around), -1)
    return grid(name, points.transpose(1, 0, 2), uv.transpose(1, 0, 2), material, wrap=True)


def strap(material, thread, brass, z=0.085, width=0.165):
    """Sewn in on one side, through a buckle and tucked in on the other."""
    phi = np.linspace(-0.66, 0.66, 240)
    out = -0.098 + 0.085 * np.cos(phi / 0.66 * np.pi / 2)
    parts = [_band("strap", phi, z, width, out, material)]
    tail = np.linspace(-0.60, 0.14, 160)
    parts.append(_band("strap-tail", tail, z, width * 0.97, np.interp(tail, phi, out) + 0.021, material))
    lines = []
    for side in (-1, 1):
        p = np.linspace(-0.50, 0.10, 200)
        flat = oval(p + np.pi)
        n = np.c_[unit(flat), 0 * p]
        line = np.c_[flat, 0 * p + z + side * width * 0.38] + n * (np.interp(p, phi, out) + 0.0395)[:, None]
        lines += stitches(line, n, seed=3)
    parts.append(tubes("strap-thread", lines, 0.0032, thread))
    parts += _buckle(0.16, z, width, float(np.interp(0.16, phi, out)) + 0.028, brass)
    return parts


def _buckle(phi, z, width, out, brass):
    flat = oval(np.array([phi + np.pi]))[0]
    n = np.r_[unit(flat), 0]
    center = np.r_[flat, z] + n * out
    across = np.cross([0, 0, 1.0], n)
    half_w, half_h, r = 0.095, width / 2 + 0.032, 0.03
    a = np.linspace(0, 2 * np.pi, 121)
    corner = np.c_[np.clip(np.cos(a) * 2, -1, 1) * (half_w - r), np.clip(np.sin(a) * 2, -1, 1) * (half_h - r)]
    loop = corner + r * np.c_[np.cos(a), np.sin(a)]
    frame = [center + x * across + np.array([0, 0, y]) for x, y in loop]
    bar = [center + n * 0.012 + np.array([0, 0, y]) for y in np.linspace(-half_h, half_h, 12)]
    return [
        tubes("buckle", [frame], 0.0135, brass, sides=16, taper=False),
        tubes("buckle-bar", [bar], 0.011, brass, sides=16, taper=False),
    ]


def _seams(crown, thread):
    lines = []
    for k, seam in enumerate(crown.seams):
        low = 0.02 if abs(turn(seam - np.pi)) < 0.1 else 0.03
        t = np.linspace(low, 0.93, 500)
        for side in (-1, 1):
            phi = seam + side * 0.034 / np.maximum(crown.at(0 * t + seam, t, "radius"), 0.08)
            lines += stitches(
                crown.at(phi, t), crown.at(phi, t, "normals"), seed=2 * k + side + 1, length=0.024
            )
    phi = np.linspace(CORNER + 0.07, 2 * np.pi - CORNER - 0.07, 1600)
    t = 0.05 / (crown.at(phi, 1 + 0 * phi, "along") - crown.at(phi, 0 * phi, "along"))
    lines += stitches(crown.at(phi, t), crown.at(phi, t, "normals"), seed=77)
    return tubes("seam-thread", lines, 0.0035, thread)


def _rope(crown, colors, snap):
    """The cord over the brim's seam, held by a stud on either side."""
    span = math.radians(84)
    phi = np.linspace(-span, span, 1400)
    e = np.abs(phi) / span
    t = 0.05 + 0.012 * e**6
    n = crown.at(phi, t, "normals")
    lift = 0.026 + 0.002 * smooth_noise((1400,), 60, 2, "reflect") - 0.02 * np.clip((e - 0.975) / 0.025, 0, 1)
    line = crown.at(phi, t) + n * lift[:, None]
    line[:, 2] += 0.003 * smooth_noise((1400,), 70, 3, "reflect")
    parts = cord(line, n, colors)
    for end in (0, -1):
        parts.append(covered_button(line[end] + n[end] * 0.030, n[end], 0.056, 0.026, snap))
    return parts


def build(o):
    """o: colors as #rrggbb; see catalog.py."""
    col, vis = rgb(o["color"]), rgb(o.get("brim", o["color"]))
    tile, wear = weave.twill(), o.get("wear", 0.25)
    fabric = cloth("twill", col, tile, wear=wear)
    board = cloth("twill-brim", vis, tile, wear=wear)
    lining = cloth("twill-inside", col * 0.9, tile)
    thread = yarn("thread", thread_color(col), turns=90, relief=0.0006, rough=0.5)
    brim_thread = yarn("brim-thread", thread_color(vis), turns=90, relief=0.0006, rough=0.5)
    crown = Crown(o.get("panels", 5), o["seed"], o.get("soft", 1.2), HEIGHT + o.get("deeper", 0))
    parts = crown.build(fabric, lining) + brim(board, brim_thread)
    surfaces = [parts[0], parts[2]]
    parts.append(_seams(crown, thread))
    for a in HOLES[o.get("panels", 5)]:
        phi, t = np.array([math.radians(a)]), np.array([0.58])
        parts += eyelet(crown.at(phi, t)[0], crown.at(phi, t, "normals")[0], thread)
    top = crown.points[:, -1].mean(0)
    button = cloth("twill-button", rgb(o.get("button", o.get("brim", o["color"]))), tile)
    parts.append(covered_button(top + [0, 0, 0.002], np.array([0, 0, 1.0]), 0.068, 0.042, button))
    parts += _rope(crown, [rgb(c) for c in o["cord"]], button)
    parts.append(patch(crown.front, (0, 0.62), 0.265, [rgb(c) for c in o["patch"]]))
    parts.append(sweatband(cloth("sweatband", rgb(o.get("sweatband", "e9e2d3")), weave.twill(3), wear=0)))
    brass = plain("brass", (0.62, 0.42, 0.16), 0.32, 0.5, metal=1, uneven=0.0006)
    if o.get("strap", "leather") == "leather":
        hide = start_cloth("leather", rgb("7a4a2a"), weave.leather(), 0.6, 0.0015, sheen=0, rough=0.5).done()
        parts += strap(hide, yarn("strap-thread", rgb("d8c39a"), turns=90, relief=0.0006), brass)
    else:
        parts += strap(fabric, thread, brass)
    lint = o.get("lint", 0.8)
    fuzz(surfaces[0], thread_color(col), 9000 * lint)
    fuzz(surfaces[1], thread_color(vis), 6000 * lint, 0.010)
    return parts, surfaces
