"""How each hat is set before the camera."""
import math

import numpy as np
from mathutils import Matrix

import beanie
import bucket
import cap
import visor
from head import head
from mesh import group, points_of
from scene import camera, paper, softbox, table_light

GARMENTS = {"cap": cap, "visor": visor, "bucket": bucket, "beanie": beanie}

# garment and view: turn, then camera's place, its aim, lens, aperture, focus
SHOTS = {
    ("cap", "front"): (-38, (0, -15.5, 5.4), (-0.24, -0.1, 0.38), 158, 11, (-0.4, -0.9, 0.3)),
    ("cap", "back"): (156, (0, -15.5, 4.2), (0.16, -0.1, 0.46), 172, 11, (0, -0.8, 0.3)),
    ("cap", "detail"): (-38, (-3.6, -8.6, 3.4), (-0.66, -0.72, 0.42), 175, 8, (-0.58, -0.85, 0.5)),
    ("visor", "front"): (-38, (0, -15.5, 6.0), (-0.22, -0.3, 0.22), 166, 11, (-0.4, -0.9, 0.3)),
    ("visor", "back"): (156, (0, -15.5, 5.6), (0.16, -0.1, 0.22), 176, 11, (0, -0.8, 0.2)),
    ("visor", "detail"): (-38, (-3.6, -8.6, 3.4), (-0.62, -0.80, 0.26), 190, 8, (-0.58, -0.85, 0.3)),
    ("bucket", "front"): (-16, (0, -15.5, 5.0), (0, -0.1, 0.56), 148, 11, (0, -1.1, 0.6)),
    ("bucket", "above"): (-16, (0, -7.5, 14.5), (0, -0.1, 0.4), 140, 11, (0, -0.3, 0.9)),
    ("bucket", "detail"): (-16, (-1.2, -8.6, 3.6), (-0.10, -0.90, 0.62), 190, 8, (-0.2, -1.0, 0.7)),
    ("beanie", "front"): (-14, (0, -15.5, 3.2), (0.02, -0.1, 1.08), 150, 11, (0, -0.9, 0.8)),
    ("beanie", "back"): (165, (0, -15.5, 3.2), (0.02, -0.1, 1.08), 150, 11, (0, -0.9, 0.8)),
    ("beanie", "detail"): (-14, (-1.4, -8.8, 2.2), (-0.10, -0.90, 0.62), 190, 8, (-0.16, -1.0, 0.5)),
}
# height of the hat on the mannequin's head, its pitch backwards, camera's aim, lens
WORN = {
    "cap": (-0.13, 5, (-0.20, 0, -0.12), 176),
    "visor": (-0.15, 6, (-0.20, 0, -0.16), 176),
    "bucket": (0.0, 4, (0.02, 0, -0.12), 150),
    "beanie": (-0.22, 7, (-0.02, 0, 0.20), 146),
}


def rotation(yaw):
    return Matrix.Rotation(math.radians(yaw), 4, "Z")


def stand(parts, touching, yaw):
    """Pitches a hat until the lowest points before and behind its middle both touch the paper."""
    cloud, low, high = points_of(touching), -0.3, 0.3
    for _ in range(30):
        pitch = (low + high) / 2
        q = cloud @ np.array(Matrix.Rotation(pitch, 3, "X")).T
        front, back = q[q[:, 1] < 0, 2].min(), q[q[:, 1] > 0, 2].min()
        low, high = (pitch, high) if front > back else (low, pitch)
    lift = Matrix.Translation((0, 0, -min(front, back)))
    return group(parts, rotation(yaw) @ lift @ Matrix.Rotation(pitch, 4, "X"))


def wear(parts, garment, ground, yaw=-38):
    up, pitch, aim, lens = WORN[garment]
    sit = Matrix.Translation((0, 0, up)) @ Matrix.Rotation(math.radians(pitch), 4, "X")
    group(parts, rotation(yaw) @ sit)
    head().rotation_euler[2] = math.radians(yaw)
    paper(ground, floor=-7, back=6)
    softbox((0, 1, 9), (0, 6, 0), (14, 4), 900, (1, 0.98, 0.95))
    camera((0, -16, 1.1), aim, lens, 8, focus=(-0.3, -0.9, 0.2))


def arrange(o, view):
    kind = o["garment"]
    parts, touching = GARMENTS[kind].build(o)
    table_light()
    if view == "head":
        return wear(parts, kind, o["ground"])
    yaw, at, aim, lens, fstop, focus = SHOTS[kind, view]
    paper(o["ground"])
    stand(parts, touching, yaw)
    camera(at, aim, lens, fstop, focus)
