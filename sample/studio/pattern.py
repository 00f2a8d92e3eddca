"""The flat pattern of a shirt, in decimetres: x across, y up, the origin between the two neck points.

The seams are drawn for the right half and mirrored.
"""
import numpy as np
from scipy.spatial import Delaunay, cKDTree

from mesh import resample

CUTS = {
    # chest and hem: half widths. sleeve: length, width at its end, angle below level. tail: longer behind.
    "straight": {"length": 7.1, "chest": 2.58, "hem": 2.54, "sleeve": (2.25, 1.62, 36), "tail": 0.05},
    "drop tail": {"length": 7.15, "chest": 2.60, "hem": 2.62, "sleeve": (2.3, 1.66, 40), "tail": 0.42},
    "boxy": {"length": 6.7, "chest": 2.74, "hem": 2.74, "sleeve": (2.45, 1.78, 31), "tail": 0.05},
    "trim": {"length": 7.0, "chest": 2.46, "hem": 2.40, "sleeve": (1.95, 1.46, 44), "tail": 0.05},
    "long": {"length": 7.15, "chest": 2.58, "hem": 2.54, "sleeve": (5.75, 0.98, 67), "tail": 0.05},
    "sweater": {"length": 6.9, "chest": 2.74, "hem": 2.62, "sleeve": (5.7, 1.0, 66), "tail": 0.0},
    "sporty": {"length": 6.8, "chest": 2.66, "hem": 2.46, "sleeve": (5.75, 0.96, 71), "tail": 0.0},
}


def mirrored(half):
    """A closed outline from its right half, which starts and ends on the middle line."""
    return np.concatenate([half, half[::-1] * [-1, 1]])


def inside(outline, q):
    x, y = q[..., 0], q[..., 1]
    found = np.zeros(x.shape, bool)
    for (a, b), (c, d) in zip(outline, np.roll(outline, -1, 0)):
        if b != d:
            found ^= ((b > y) != (d > y)) & (x < (c - a) * (y - b) / (d - b) + a)
    return found


class Pattern:
    NECK = 0.78

    def __init__(self, cut, collar, is_hung=False):
        """collar: "leaf", or "stand": grown on to front and back. Sleeves hang down when the shirt does."""
        c = self.cut = dict(CUTS[cut])
        if is_hung:
            length, width, angle = c["sleeve"]
            c["sleeve"] = length, 0.72 * width, angle + 0.22 * (90 - angle)
        self.collar = collar
        self.depth = 0.88 if collar == "leaf" else 0.55
        self.shoulder = np.array([2.26, -0.54])
        self.underarm = np.array([c["chest"], -2.42])
        length, width, angle = c["sleeve"]
        a = np.radians(angle)
        self.along = np.array([np.cos(a), -np.sin(a)])
        self.cuff_top = self.shoulder + length * self.along
        self.cuff_low = self.cuff_top + width * np.array([-np.sin(a), -np.cos(a)])
        self.hem = np.array([c["hem"], -c["length"]])

    def neck(self, is_back, n=60):
        """From the middle to the neck point."""
        a = np.linspace(0, np.pi / 2, n)
        depth = 0.16 if is_back else self.depth
        return np.stack([self.NECK * np.sin(a), -depth * np.cos(a) ** (1 if is_back else 1.15)], -1)

    def _top(self, is_back):
        if self.collar == "leaf":
            return self.neck(is_back)
        lift = 0.05 if is_back else 0.0
        return np.array(
            [
                (0, 0.66 + lift),
                (0.40, 0.67 + lift),
                (0.68, 0.70 + lift / 2),
                (0.72, 0.67),
                (0.75, 0.14),
                (0.80, -0.03),
            ]
        )

    def sides(self):
        """The seams that close the shirt: where its edge is round."""
        sleeve_bulge = self.shoulder + 0.5 * self.along + [0.02, 0.03]
        under = (self.cuff_low + self.underarm) / 2 + [0.06, 0.06]
        return np.array([(self.NECK, 0), self.shoulder, sleeve_bulge, self.cuff_top]), np.array(
            [self.cuff_low, under, self.underarm, self.hem]
        )

    def half(self, is_back):
        over, down = self.sides()
        tail = self.cut["tail"] if is_back else 0
        bottom = np.array([self.hem - [0.04, tail], (0, self.hem[1] - tail - 0.03)])
        corners = np.concatenate([self._top(is_back), over[1:], down, bottom])
        return np.concatenate([resample(corners, 0.02), bottom[-1:]])

    def outline(self, is_back):
        return mirrored(self.half(is_back))

    def armhole(self, n=80):
        t = np.linspace(0, 1, n)[:, None]
        return self.shoulder * (1 - t) + self.underarm * t - np.array([0.26, 0]) * np.sin(np.pi * t) ** 0.9

    def triangles(self, is_back, step):
        """Points and triangles that fill the outline."""
        outline = resample(np.concatenate([self.outline(is_back), self.outline(is_back)[:1]]), step * 0.7)
        low, high = outline.min(0), outline.max(0)
        rows = np.arange(low[1], high[1], step * 0.866)
        fill = np.array(
            [
                (x + step / 2 * (j % 2), y)
                for j, y in enumerate(rows)
                for x in np.arange(low[0], high[0], step)
            ]
        )
        fill = fill[inside(outline, fill)]
        fill = fill[cKDTree(outline).query(fill)[0] > step * 0.55]
        q = np.concatenate([outline, fill])
        t = Delaunay(q).simplices
        t = t[inside(outline, q[t].mean(1))]
        a, b, c = q[t[:, 0]], q[t[:, 1]], q[t[:, 2]]
        area = np.cross(b - a, c - a)
        t[area < 0] = t[area < 0][:, ::-1]
        return q, t[np.abs(area) > 1e-6]
