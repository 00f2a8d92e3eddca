"""A matte shop mannequin's head and neck."""
import math

import bpy
import numpy as np
from scipy.interpolate import PchipInterpolator

from cloth import plain, rgb
from mesh import bump, grid

# z, half width, front, back; decimetres above the line on which a cap sits
FACE = [
    (-1.40, 0.05, -0.60, -0.45),
    (-1.37, 0.20, -0.72, -0.2),
    (-1.29, 0.33, -0.80, 0.05),
    (-1.14, 0.46, -0.84, 0.24),
]
FACE += [
    (-0.98, 0.555, -0.85, 0.38),
    (-0.78, 0.63, -0.865, 0.56),
    (-0.58, 0.685, -0.875, 0.72),
    (-0.38, 0.715, -0.88, 0.82),
]
FACE += [(-0.12, 0.725, -0.885, 0.87)]
NECK = [
    (-4.2, 2.3, -1.0, 1.5),
    (-3.1, 1.75, -0.7, 1.2),
    (-2.75, 1.05, -0.48, 1.05),
    (-2.4, 0.64, -0.38, 0.86),
]
NECK += [
    (-1.9, 0.52, -0.30, 0.70),
    (-1.3, 0.485, -0.24, 0.66),
    (-0.9, 0.475, -0.18, 0.66),
    (-0.4, 0.45, -0.1, 0.6),
]


def loft(rows, sides=96, power=2.15, steps=160):
    """A closed body through rows of (z, half width, front, back)."""
    rows = np.array(rows)
    z = np.linspace(rows[0, 0], rows[-1, 0], steps)
    width, front, back = (PchipInterpolator(rows[:, 0], rows[:, k])(z) for k in (1, 2, 3))
    a = np.arange(sides) / sides * 2 * np.pi
    x = np.sign(np.sin(a)) * np.abs(np.sin(a)) ** (2 / power)
    y = -np.sign(np.cos(a)) * np.abs(np.cos(a)) ** (2 / power)
    middle, half = (front + back) / 2, (back - front) / 2
    return np.stack([x[:, None] * width, middle + y[:, None] * half, np.repeat(z[None], sides, 0)], -1)


def head():
    material = plain("mannequin", rgb("c9beb0"), 0.7, 0.25, uneven=0.0008, scale=60)
    dome = [
        (z, 0.70 * f, -0.865 * f, 0.86 * f)
        for z in (0.12, 0.3, 0.5, 0.62, 0.74, 0.81, 0.85, 0.859)
        for f in [_dome(z)]
    ]
    face = loft(FACE + dome)
    x, y, z = face[..., 0], face[..., 1], face[..., 2]
    bridge = 0.05 + 0.09 * np.clip((-z - 0.25) / 0.45, 0, 1)
    nose = bump(x, bridge) * np.where(z > -0.66, bump(z + 0.66, 0.32), bump(z + 0.66, 0.085)) * 0.19
    sockets = -0.06 * (bump(x - 0.29, 0.17) + bump(x + 0.29, 0.17)) * bump(z + 0.36, 0.14)
    brow = 0.03 * bump(np.abs(x) - 0.28, 0.25) * bump(z + 0.17, 0.10)
    mouth = 0.03 * bump(x, 0.20) * bump(z + 0.94, 0.08) - 0.02 * bump(x, 0.22) * bump(z + 1.07, 0.07)
    face[..., 1] -= np.clip(-y / 0.5, 0, 1) * (nose + sockets + brow + mouth)
    parts = []
    for name, points in (("head", face), ("neck", loft(NECK))):
        middle = np.repeat(points.mean(0, keepdims=True), len(points), 0)
        closed = np.concatenate([middle[:, :1], points, middle[:, -1:]], 1)
        parts.append(grid(name, closed, closed[..., :2], material, wrap=True))
    bpy.context.view_layer.objects.active = parts[0]
    for part in parts:
        part.select_set(True)
    bpy.ops.object.join()
    whole = parts[0]
    blend = whole.modifiers.new("blend", "REMESH")
    blend.mode, blend.voxel_size, blend.use_smooth_shade = "VOXEL", 0.025, True
    soft = whole.modifiers.new("soft", "SMOOTH")
    soft.factor, soft.iterations = 0.5, 22
    whole.modifiers.new("fine", "SUBSURF").render_levels = 1
    return whole


def _dome(z):
    return math.sqrt(1 - (z / 0.86) ** 2.4)
