"""The bucket hat: oval top, side wall, stitched brim, soft cloth that gives a little."""
import math

import numpy as np
from scipy.ndimage import gaussian_filter1d, map_coordinates

import weave
from cloth import cloth, fuzz, rgb, thread_color, yarn
from mesh import bump, grid, grid_faces, look_up, mesh, normals, ramp, smooth_noise, stitches, tubes, turn
from trim import eyelet, flag

A, B, HEIGHT, FLARE = 0.70, 0.85, 0.90, 0.14  # half axes of the top, height of the wall and how far it widens


class Bucket:
    """A grid of angles, from behind, and steps from the middle of the top to the brim's edge."""

    NP = 1000

    def __init__(self, seed, soft, brim):
        phi = self.phi = np.pi + np.arange(self.NP) / self.NP * 2 * np.pi
        n1, n2, n3 = 110, 190, 150
        top = np.r_[np.linspace(0, 1, n1), np.ones(n2 + n3)]
        wall = np.r_[np.zeros(n1), np.linspace(0, 1, n2 + 1)[1:], np.ones(n3)]
        edge = np.r_[np.zeros(n1 + n2), np.linspace(0, 1, n3 + 1)[1:]]
        out = FLARE * wall**1.1 + brim * 0.82 * edge
        z = HEIGHT + 0.04 * (1 - top**2) - HEIGHT * wall - brim * (0.48 * edge + 0.10 * edge**2)
        rng = np.random.default_rng(seed)
        waves = sum(
            a * np.cos(k * phi + rng.uniform(0, 6.3)) for k, a in ((2, 0.040), (3, 0.022), (5, 0.010))
        )
        x, y = np.sin(phi)[:, None] * (A * top + out), -np.cos(phi)[:, None] * (B * top + out)
        points = np.stack([x, y, z + waves[:, None] * edge**1.4], -1)
        s = self.along = np.r_[0, np.cumsum(np.hypot(np.diff(A * top + out), np.diff(z)))]
        self.rim, self.base, self.end = s[n1 - 1], s[n1 + n2 - 1], s[-1]
        self.top, self.wall, self.brim = top, wall, edge
        # Cloth turns around its seam in a curve. A sharp turn would cross itself where the seam pulls it in.
        turning = bump(s - self.rim, 0.06)[:, None]
        points += turning * (gaussian_filter1d(points, 4, axis=1, mode="nearest") - points)
        self.radius = np.hypot(x, y)
        self.rows = self.base + 0.06 + 0.077 * np.arange(int((self.end - self.base - 0.07) / 0.077) + 1)
        shift = self._give(x, y, soft, seed) + self._sewing(seed)
        self.points = points + self._outward(points) * shift[..., None]
        self.normals = self._outward(self.points)

    def _outward(self, points):
        n = normals(points, True)
        n *= np.sign(n[0, 60, 2])
        n[:, :2] = [0, 0, 1]
        return n

    def _give(self, x, y, soft, seed):
        s, n = self.along, self.radius.shape
        wall = np.clip((s - self.rim) / 0.12, 0, 1) * np.clip((self.base - s) / 0.10, 0, 1)
        crease = smooth_noise(n, (52, 16), seed + 2)
        fold = np.clip(0.6 - np.abs(crease), 0, 0.6) / 0.6
        dents = 0.030 * smooth_noise(n, (60, 50), seed) + 0.010 * smooth_noise(n, (26, 28), seed + 1)
        flat = map_coordinates(
            smooth_noise((300, 300), 30, seed + 9),
            [(x + 1.5) * 100, (y + 1.5) * 100],
            order=1,
            mode="nearest",
        )
        inside = np.clip((self.rim - s) / 0.2, 0, 1) * 0.016 * flat
        brim = 0.012 * smooth_noise(n, (70, 60), seed + 7) * self.brim
        return soft * (wall * (dents + 0.010 * fold) + inside) + brim

    def _sewing(self, seed):
        s, n = self.along, self.radius.shape
        side = (
            np.minimum(np.abs(turn(self.phi - np.pi / 2)), np.abs(turn(self.phi + np.pi / 2)))[:, None]
            * self.radius
        )
        side = side + 9 * (s <= self.rim)
        rim, base = s - self.rim, s - self.base
        pucker, across = smooth_noise(n, (7, 3), seed + 3), smooth_noise(n, (3, 5), seed + 4)
        shift = -0.011 * bump(rim, 0.010) + 0.007 * (bump(rim - 0.03, 0.022) + bump(rim + 0.03, 0.022))
        shift = (
            shift
            + 0.002 * pucker * bump(rim, 0.06)
            - 0.014 * bump(base, 0.014)
            + 0.007 * bump(base + 0.03, 0.02)
        )
        shift = (
            shift
            + 0.003 * pucker * bump(base, 0.07)
            - 0.009 * bump(side, 0.010)
            + 0.006 * bump(side - 0.03, 0.02)
        )
        shift = shift + 0.0018 * across * bump(side - 0.03, 0.04)
        rows = sum(bump(s - r, 0.011) for r in self.rows)
        shift = shift - 0.0048 * rows + 0.002 * smooth_noise(n, (6, 3), seed + 6) * (self.brim > 0)
        worn = 0.9 * bump(rim - 0.005, 0.03) + 0.7 * bump(side - 0.03, 0.02) + 0.8 * bump(self.end - s, 0.02)
        worn = worn + 0.5 * bump(base + 0.03, 0.02) - 0.7 * sum(bump(s - r, 0.008) for r in self.rows)
        self.wear = np.clip(worn, -1, 1) * (1 + 0.5 * smooth_noise(n, 3, 12))
        return shift

    def at(self, phi, s, what="points"):
        """s: decimetres from the middle of the top."""
        i = ((np.asarray(phi) - np.pi) / (2 * np.pi) * self.NP) % self.NP
        return look_up(getattr(self, what), i, np.interp(s, self.along, np.arange(len(self.along))), True)

    def front(self, q, lift=0.0):
        """Across and down from the rim in front."""
        phi, s = q[:, 0] / 0.92, self.rim - q[:, 1]
        n = self.at(phi, s, "normals")
        return self.at(phi, s) + n * np.broadcast_to(lift, len(q))[:, None], n

    def build(self, material):
        flat = (self.wall == 0)[None]
        u = np.where(flat, self.points[..., 0], (self.phi - 2 * np.pi)[:, None] * 0.88 + 3)
        v = np.where(flat, self.points[..., 1], self.along[None])
        inner = (self.points - self.normals * 0.020)[:, 40:][:, ::-1]
        points = np.concatenate([self.points, inner], 1)
        faces = grid_faces(self.NP, points.shape[1], True)
        uv = np.stack([u, v], -1)
        corners = np.concatenate([uv, uv[:, 40:][:, ::-1]], 1).reshape(-1, 2)[faces]
        last = faces[:, 0] // points.shape[1] == self.NP - 1
        corners[last, 1:3, 0] = corners[last, 0:1, 0] + 0.0055
        wear = np.concatenate([self.wear, 0 * self.wear[:, 40:]], 1)
        return mesh("bucket", points, faces, corners, material, {"wear": wear})

    def ribbon(self, material, width=0.30):
        """A band around the foot of the wall."""
        s = np.linspace(self.base - 0.035 - width, self.base - 0.035, 60)
        phi, s = np.meshgrid(self.phi, s, indexing="ij")
        edge = np.minimum(s - s.min(), s.max() - s)
        lift = 0.012 * np.sqrt(np.clip(1 - (1 - np.clip(edge / 0.012, 0, 1)) ** 2, 0, 1)) - 0.003
        points = self.at(phi, s) + self.at(phi, s, "normals") * lift[..., None]
        return grid("ribbon", points, np.stack([s, phi * 0.88], -1), material, wrap=True)


def build(o):
    col = rgb(o["color"])
    hat = Bucket(o["seed"], o.get("soft", 1.0), o["brim_length"])
    fabric = cloth("canvas", col, weave.canvas(), 0.25, 0.005, wear=0.3)
    thread = yarn("thread", thread_color(col, 1.35), turns=90, relief=0.0006, rough=0.5)
    parts, lines, around = [hat.build(fabric)], [], np.linspace(0, 2 * np.pi, 2400)
    sewn = [*hat.rows, hat.rim + 0.038, hat.rim - 0.038]
    if "ribbon" in o:
        parts.append(
            hat.ribbon(cloth("ribbon", rgb(o["ribbon"]), weave.rib(cells=24), 0.5, 0.004, mottled=0.02))
        )
    else:
        sewn.append(hat.base - 0.04)
    for k, s in enumerate(sewn):
        s = np.full_like(around, s)
        lines += stitches(hat.at(around, s), hat.at(around, s, "normals"), seed=k)
    for side in (-1, 1):
        for gap in (-0.034, 0.034):
            s = np.linspace(hat.rim + 0.03, hat.end - 0.02, 600)
            phi = side * np.pi / 2 + gap / hat.at(0 * s + side * np.pi / 2, s, "radius")
            lines += stitches(hat.at(phi, s), hat.at(phi, s, "normals"), seed=9)
    parts.append(tubes("thread", lines, 0.0035, thread))
    for side in (-1, 1):
        for a in (64, 78):
            place = np.array([math.radians(side * a)]), np.array([hat.rim + 0.32])
            parts += eyelet(hat.at(*place)[0], hat.at(*place, "normals")[0], thread)
    at = np.array([-0.05, -0.60 if "ribbon" not in o else -0.50])
    parts.append(flag(hat.front, at, 0.36, yarn("flag", rgb(o["flag"]), turns=70, relief=0.001, rough=0.5)))
    fuzz(parts[0], thread_color(col, 1.5), 16000)
    return parts, parts[:1]
