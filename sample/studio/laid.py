"""A shirt's upper layer, laid on a table or hung on a wall, as a surface over pattern coordinates."""
import hashlib
import json
import os

import numpy as np
from scipy.ndimage import binary_dilation, gaussian_filter
from scipy.spatial import cKDTree

from drape import Sheet
from mesh import bump, look_up, normals, ramp, resample, smooth_noise, unit
from pattern import inside

THICK = 0.055  # of the shirt under its upper layer
CACHE = os.environ.get("STUDIO_CACHE", os.path.expanduser("~/.cache/sample-studio"))
RULES = 9  # of settling; raised when they change, so that no sheet is taken from before


class Laid:
    """view: "front", "back" or "hung". hand: how it was laid, see by_hand()."""

    STEP = 0.025

    def __init__(self, pattern, view, seed, hand):
        self.pattern, is_back = pattern, view == "back"
        self.under = 0.12 if view == "hung" else 0.0  # how high the lower layer lies
        outline = pattern.outline(is_back)
        below = 0.3 + pattern.cut["tail"]  # the other layer's tail lies on this surface too
        self.low, high = outline.min(0) - [0.3, below], outline.max(0) + 0.3
        nx, ny = (int(v) for v in (high - self.low) / self.STEP)
        across, up = (low + self.STEP * np.arange(n) for low, n in zip(self.low, (nx, ny)))
        self.q = np.stack(np.meshgrid(across, up, indexing="ij"), -1)
        sheet, low, step = settled(pattern, is_back, seed, hand, self.low, high)
        i, j = ((self.q - low) / step).transpose(2, 0, 1)
        points = np.stack([gaussian_filter(look_up(sheet[..., k], i, j), 1.8) for k in range(3)], -1)
        points[..., 2] = self._smoothed_by_hand(points[..., 2], seed) + self._body(is_back, seed)
        if view == "hung":
            points[..., 2] += self._hanging(seed)
        self.points, self.normals = points, normals(points)
        self.normals *= np.sign(self.normals[nx // 2, ny // 2, 2])

    def _smoothed_by_hand(self, height, seed, most=0.19):
        """Nobody leaves a high fold, nor a hem that stands up; the rest lies in soft waves."""
        shape, x, y = height.shape, np.abs(self.q[..., 0]), self.q[..., 1]
        folds = np.maximum(height, 0)
        folds = np.maximum(folds - 0.75 * gaussian_filter(folds, 0.7 / self.STEP), 0)
        folds = most * np.tanh(1.3 * folds / most)
        wave = 0.012 * smooth_noise(shape, (14, 34), seed + 8) + 0.010 * smooth_noise(shape, 13, seed + 9)
        hem = 0.25 + 0.75 * ramp(y - self.pattern.hem[1], 0.1, 1.4)
        placket = 1 - 0.85 * (1 - ramp(x, 0.15, 0.45)) * (1 - ramp(-y, 2.3, 2.8))
        return (folds + np.maximum(wave, -0.01)) * hem * placket

    def _body(self, is_back, seed):
        """The thickness below, round at the sides, puckered along them, and small creases from the shelf."""
        shape = self.q.shape[:2]
        seams = np.concatenate([resample(s, 0.02) for s in self.pattern.sides()])
        seams = np.concatenate([seams, seams * [-1, 1]])
        d = cKDTree(seams).query(self.q.reshape(-1, 2))[0].reshape(shape)
        d[~inside(self.pattern.outline(is_back), self.q)] = 0
        rise = np.sqrt(np.clip(1 - (1 - np.clip(d / 0.11, 0, 1)) ** 2, 0, 1))
        pucker = 1 + 0.35 * smooth_noise(shape, 5, seed + 5)
        seam = 0.012 * bump(d - 0.10, 0.06) * pucker - 0.004 * bump(d - 0.17, 0.03)
        crease = np.clip(0.35 - np.abs(smooth_noise(shape, (16, 6), seed + 6)), 0, 0.35) / 0.35
        small = 0.005 * smooth_noise(shape, 11, seed + 7) + 0.006 * crease
        return THICK * rise + seam + small * np.clip(d / 0.2, 0, 1)

    def _hanging(self, seed):
        """Shoulders on a hanger, a chest with air in it, folds that fall from there."""
        x, y = np.abs(self.q[..., 0]), self.q[..., 1]
        body, sleeves = self.pattern.cut["chest"], self.pattern.shoulder[0] + 0.3
        wide = sleeves + (body - sleeves) * ramp(-y, 1.5, 2.6)
        chest = 0.42 * np.sqrt(np.clip(1 - (x / wide) ** 2, 0, 1))
        chest *= ramp(-y, -0.2, 1.2) * (1 - 0.35 * ramp(-y, 2.5, 7))
        falls = smooth_noise(x.shape, (11, 110), seed + 10, "reflect")
        falls += 0.5 * smooth_noise(x.shape, (5, 60), seed + 11, "reflect")
        return 0.26 + chest + 0.08 * falls * ramp(-y, 1.0, 5.5) * np.clip((wide - x) / 0.4, 0, 1)

    def __call__(self, q, lift=0.0):
        q = np.asarray(q, float)
        i, j = ((q - self.low) / self.STEP).T
        n = unit(look_up(self.normals, i, j))
        return look_up(self.points, i, j) + n * np.broadcast_to(lift, len(q))[:, None], n


def settled(pattern, is_back, seed, hand, low, high, step=0.06):
    """The settled sheet, its lower corner and its step; kept in a file, for it takes a minute."""
    said = json.dumps([pattern.cut, pattern.collar, is_back, seed, hand, step, RULES], sort_keys=True)
    path = os.path.join(CACHE, hashlib.sha256(said.encode()).hexdigest()[:16] + ".npy")
    if not os.path.exists(path):
        os.makedirs(CACHE, exist_ok=True)
        sheet = Sheet(low, high, step)
        q, outline = sheet.pattern, pattern.outline(is_back)
        is_cloth = binary_dilation(inside(outline, q), iterations=2)
        edge = cKDTree(outline).query(q.reshape(-1, 2))[0].reshape(q.shape[:2])
        height = 0.07 * (1 + 0.5 * smooth_noise(q.shape[:2], 0.5 / step, seed + 3)).clip(0.1)
        heavy = 1 + 14 * bump(edge, 0.25)  # seams and hems are double and hold the edge down
        laid = by_hand(pattern, q, seed, step, **hand)
        points = sheet.settle(is_cloth, laid, height * np.clip(edge, 0.2, 1), heavy)
        points[..., :2] = laid + 0.35 * (points[..., :2] - laid)  # hands pull the outline straight again
        np.save(path, points.astype(np.float32))
    return np.load(path).astype(float), low, step


def by_hand(pattern, q, seed, step, pushed=0.034, narrower=0.014, sleeves=6.0):
    """Where hands have laid each point: pushed together here and there, sleeves turned down."""
    x, y = q[..., 0], q[..., 1]
    shift = [smooth_noise(x.shape, 0.75 / step, seed + k, "reflect") for k in (1, 2)]
    low = ramp(-y, 2.2, 2.6)
    loose = ramp(np.abs(x), 0.1, 0.9) * (1 - low) + low  # placket and collar lie straight
    moved = q * [1 - narrower, 1] + pushed * np.stack(shift, -1) * loose[..., None]
    for side, share in ((-1, 0.7), (1, 1)):
        a = np.radians(-side * sleeves * share)
        pivot = (pattern.shoulder + pattern.underarm) / 2 * [side, 1]
        r = moved - pivot
        down = r @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        out = (q - pivot) @ (pattern.along * [side, 1])
        body = 2.2 + (pattern.cut["chest"] + 0.05 - 2.2) * ramp(pattern.underarm[1] - y, -0.3, 0.3)
        moved += (down - r) * (ramp(out, -0.1, 0.5) * ramp(x * side - body, 0, 0.5))[..., None]
    return moved
