"""Meshes from grids of points, threads along lines, rows of stitches, smooth noise. Lengths in decimetres."""
import bpy
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates


def smooth_noise(shape, sigma, seed, mode="wrap"):
    """A Gaussian field with unit standard deviation. sigma: one number, or one per axis, in samples."""
    field = gaussian_filter(np.random.default_rng(seed).standard_normal(shape), sigma, mode=mode)
    return field / field.std()


def bump(distance, width):
    """A soft ridge around 0."""
    return np.exp(-((distance / width) ** 2))


def ramp(x, lo, hi):
    """0 below lo, 1 above hi, smooth between."""
    s = np.clip((x - lo) / (hi - lo), 0, 1)
    return s * s * (3 - 2 * s)


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)


def turn(angle):
    """The difference of two angles, from -pi to pi."""
    return (angle + np.pi) % (2 * np.pi) - np.pi


def mesh(name, points, faces, uv=None, material=None, attributes=None):
    """faces: (n, 3) or (n, 4). uv: (n, k, 2), one per corner. attributes: {name: one float per point}."""
    points = np.asarray(points, np.float32).reshape(-1, 3)
    faces = np.asarray(faces, np.int32)
    n, k = faces.shape
    me = bpy.data.meshes.new(name)
    me.vertices.add(len(points))
    me.vertices.foreach_set("co", points.ravel())
    me.loops.add(n * k)
    me.loops.foreach_set("vertex_index", faces.ravel())
    me.polygons.add(n)
    me.polygons.foreach_set("loop_start", np.arange(0, n * k, k, dtype=np.int32))
    me.polygons.foreach_set("loop_total", np.full(n, k, np.int32))
    if uv is not None:
        me.uv_layers.new(name="UVMap").data.foreach_set("uv", np.asarray(uv, np.float32).ravel())
    me.update(calc_edges=True)
    me.validate()
    me.polygons.foreach_set("use_smooth", np.ones(n, bool))
    for key, values in (attributes or {}).items():
        values = np.asarray(values, np.float32).ravel()
        me.attributes.new(key, "FLOAT", "POINT").data.foreach_set("value", values)
    ob = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(ob)
    if material:
        me.materials.append(material)
    return ob


def grid_faces(nu, nv, wrap=False):
    i, j = np.meshgrid(np.arange(nu if wrap else nu - 1), np.arange(nv - 1), indexing="ij")
    i2 = (i + 1) % nu
    return np.stack([i * nv + j, i2 * nv + j, i2 * nv + j + 1, i * nv + j + 1], -1).reshape(-1, 4)


def grid(name, points, uv, material, wrap=False, attributes=None):
    """A surface from points[nu, nv, 3]. uv[nu, nv, 2] in decimetres, so that weaves keep their scale."""
    faces = grid_faces(*points.shape[:2], wrap)
    corners = uv.reshape(-1, 2)[faces]
    if wrap:  # the last column meets the first: its texture goes on instead of running back
        last = faces[:, 0] // points.shape[1] == points.shape[0] - 1
        step = uv[1, :, 0] - uv[0, :, 0]
        if np.abs(step).max() > 0:
            corners[last, 1:3, 0] = corners[last, 0:1, 0] + step.max()
    return mesh(name, points, faces, corners, material, attributes)


def normals(points, wrap=False):
    """Unit normals of a grid."""
    du = np.roll(points, -1, 0) - np.roll(points, 1, 0) if wrap else np.gradient(points, axis=0)
    return unit(np.cross(du, np.gradient(points, axis=1)))


def look_up(values, i, j, wrap=False):
    """values[i, j] of a grid between its points."""
    if wrap:
        values = np.concatenate([values, values[:1]], 0)
    pick = lambda g: map_coordinates(g, [i, j], order=1, mode="nearest")
    if values.ndim == 2:
        return pick(values)
    return np.stack([pick(values[..., k]) for k in range(values.shape[-1])], -1)


def length_along(line):
    return np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]


def resample(line, step):
    line = np.asarray(line, float)
    s = length_along(line)
    t = np.arange(0, s[-1], step)
    return np.stack([np.interp(t, s, line[:, k]) for k in range(line.shape[1])], -1)


def bezier(p, n):
    t, p = np.linspace(0, 1, n)[:, None], np.asarray(p, float)
    return (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t * t * p[2] + t**3 * p[3]


def tubes(name, lines, radius, material, sides=6, taper=True):
    """One mesh of round threads along lines. uv.x goes round once, uv.y along, in decimetres."""
    points, faces, uvs, base = [], [], [], 0
    around = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    for line in lines:
        line = np.asarray(line, float)
        n = len(line)
        if n < 2 or np.isnan(line).any():
            continue
        along = unit(np.gradient(line, axis=0))
        across = np.empty_like(line)
        across[0] = unit(np.cross(along[0], [0, 0, 1.0] if abs(along[0, 2]) < 0.9 else [1.0, 0, 0]))
        for q in range(1, n):
            across[q] = unit(across[q - 1] - along[q] * (across[q - 1] @ along[q]))
        up = np.cross(along, across)
        r = np.full(n, float(radius))
        if taper:
            r[0] = r[-1] = radius * 0.45
        ring = np.cos(around)[None, :, None] * across[:, None] + np.sin(around)[None, :, None] * up[:, None]
        ring = line[:, None] + r[:, None, None] * ring
        points.append(ring.transpose(1, 0, 2).reshape(-1, 3))
        faces.append(grid_faces(sides, n, True) + base)
        base += n * sides
        turns, s = np.arange(sides + 1) / sides, length_along(line)
        place = np.stack(np.meshgrid(turns, s, indexing="ij"), -1)
        i, j = np.meshgrid(np.arange(sides), np.arange(n - 1), indexing="ij")
        corners = [place[i, j], place[i + 1, j], place[i + 1, j + 1], place[i, j + 1]]
        uvs.append(np.stack(corners, -2).reshape(-1, 4, 2))
    return mesh(name, np.concatenate(points), np.concatenate(faces), np.concatenate(uvs), material)


def stitches(line, normal, length=0.026, gap=0.007, lift=0.0028, seed=0):
    """A sewn row: short arcs of thread along a line, each with its ends in the cloth."""
    step = 0.0035
    both = resample(np.c_[line, normal], step)
    line, normal = both[:, :3], both[:, 3:]
    k, g = max(3, round(length / step)), max(1, round(gap / step))
    rng, rows, i = np.random.default_rng(seed), [], 0
    arch = np.sin(np.linspace(0, np.pi, k)) ** 0.6 - 0.55
    while i + k < len(line):
        side = unit(np.cross(line[i + k - 1] - line[i], normal[i]))
        height = arch * lift * (1 + 0.15 * rng.standard_normal())
        slant = rng.normal(0, 0.0012) + np.linspace(-0.0012, 0.0012, k)
        row = line[i : i + k] + normal[i : i + k] * height[:, None] + side * slant[:, None]
        rows.append(row[::2])
        i += k + g
    return rows


def points_of(objects):
    """All points of some objects, in their own space."""
    clouds = []
    for ob in objects:
        co = np.empty(len(ob.data.vertices) * 3, np.float32)
        ob.data.vertices.foreach_get("co", co)
        clouds.append(co.reshape(-1, 3))
    return np.concatenate(clouds)


def group(objects, matrix):
    """Moves objects together."""
    parent = bpy.data.objects.new("group", None)
    bpy.context.scene.collection.objects.link(parent)
    for ob in objects:
        if ob.parent is None:
            ob.parent = parent
    parent.matrix_world = matrix
    return parent
