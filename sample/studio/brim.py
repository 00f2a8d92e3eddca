"""The curved, stitched brim of caps and visors, and the oval on which it sits."""
import math

import numpy as np
from scipy.spatial import cKDTree

from mesh import bezier, bump, grid, normals, resample, smooth_noise, stitches, tubes, unit

A, B = 0.80, 0.97  # half width and half length of the head's oval
CORNER = math.radians(68)  # where the brim meets the crown
THICK = 0.016


def height(x, y):
    """The brim's middle surface: bent over the face, dipping a little towards its edge."""
    f = np.maximum(0, -(y + 0.38))
    return 0.235 - 0.43 * x**2 - 0.10 * f - 0.05 * f**2


def oval(phi, scale=1.0):
    """0 is the front."""
    return np.stack([A * np.sin(phi) * scale, -B * np.cos(phi) * scale], -1)


def edge_height(phi):
    """The crown's lower edge: on the brim in front, level behind."""
    p = np.abs((phi + np.pi) % (2 * np.pi) - np.pi)
    s = np.clip((p - CORNER) / 0.6, 0, 1)
    s = s * s * (3 - 2 * s)
    q = np.minimum(p, CORNER)
    return height(A * np.sin(phi), -B * np.cos(q)) * (1 - s) - 0.02 * s


def rim(n, length):
    start = (A * math.sin(CORNER) * 0.995, -B * math.cos(CORNER) - 0.01)
    half = bezier([start, (0.93, -0.66), (0.93, -length), (0, -length)], n)
    whole = np.concatenate([half * [-1, 1], half[::-1][1:]])
    return resample(whole, np.linalg.norm(np.diff(whole, axis=0), axis=1).sum() / (n + 0.5))


def brim(material, thread, length=1.72, rows=7, spread=0.078, seed=5):
    """length: how far its tip stands before the middle of the head."""
    nv = 170
    outer = rim(480, length)
    nu = len(outer)
    inner = oval(np.linspace(-CORNER, CORNER, nu), 0.975)
    v = np.linspace(0, 1, nv)[None, :, None]
    flat = inner[:, None] * (1 - v) + outer[:, None] * v
    middle = np.dstack([flat, height(flat[..., 0], flat[..., 1])])
    middle[..., 2] += 0.005 * smooth_noise((nu, nv), (70, 40), seed, "reflect") * v[..., 0]
    up = normals(middle)
    up *= np.sign(up[..., 2:3])
    fine = rim(4000, length)
    d = cKDTree(fine).query(flat.reshape(-1, 2))[0].reshape(nu, nv)
    row_at = 0.055 + spread * np.arange(rows)
    relief = -0.0055 * sum(bump(d - r, 0.011) for r in row_at)
    relief += 0.0018 * smooth_noise((nu, nv), (3, 6), seed + 1, "reflect") * np.clip(d / 0.05, 0, 1)
    rounded = np.sqrt(np.clip(1 - (1 - np.clip(d / 0.03, 0, 1)) ** 2, 0, 1))
    top = middle + up * (THICK * rounded + relief)[..., None]
    under = middle - up * (THICK * rounded - relief * 0.6)[..., None]
    points = np.concatenate([under, top[:, ::-1]], 1)
    uv = np.concatenate([flat, flat[:, ::-1] * [1, -1]], 1)
    wear = bump(d, 0.02) - 0.8 * sum(bump(d - r, 0.008) for r in row_at)
    wear = np.clip(np.concatenate([0 * d, wear[:, ::-1]], 1), -1, 1)
    board = grid("brim", points, uv, material, attributes={"wear": wear})
    inward = unit(np.gradient(fine, axis=0))[:, ::-1] * [-1, 1]
    if inward[len(fine) // 2, 1] < 0:
        inward = -inward
    lines = []
    for k, r in enumerate(row_at):
        q = fine + inward * r
        q = q[(np.hypot(q[:, 0] / A, q[:, 1] / B) > 1) & (q[:, 1] < -0.3)]
        if len(q) > 20:
            n = _slope(q)
            lines += stitches(np.c_[q, height(*q.T)] + n * (THICK - 0.0035), n, seed=k)
    return [board, tubes("brim-thread", lines, 0.0034, thread)]


def _slope(q, e=1e-3):
    z = height(*q.T)
    dx, dy = (height(q[:, 0] + e, q[:, 1]) - z) / e, (height(q[:, 0], q[:, 1] + e) - z) / e
    return unit(np.stack([-dx, -dy, np.ones(len(q))], -1))
