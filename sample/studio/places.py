"""The scenes of the shop's own pages: a bench at last light, a peg rail, a green in the desert."""
import math

import bpy
import numpy as np
from mathutils import Matrix
from scipy.spatial import cKDTree

import bucket
import cap
import shirt
from catalog import HATS
from cloth import Material, fuzz, plain, rgb
from hats import rotation, stand
from mesh import grid, group, mesh, resample, smooth_noise, tubes
from scene import COOL, WARM, add, aim, camera, sky, softbox


def last_light(strength=8.5, sun_at=(-30, -9, 12)):
    """The sun low on the left, and its sky."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree, air = world.node_tree, world.node_tree.nodes.new("ShaderNodeTexSky")
    air.sky_type, air.sun_disc = "NISHITA", False
    air.sun_elevation, air.sun_rotation = math.radians(14), math.radians(-62)
    tree.links.new(air.outputs[0], tree.nodes["Background"].inputs[0])
    tree.nodes["Background"].inputs[1].default_value = 0.20
    sun(strength, sun_at)


def evening(low, high, strength):
    """A hazy sky from its color at the horizon to that above."""
    world = bpy.data.worlds.new("evening")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    place, part, ramp = (
        tree.nodes.new("ShaderNode" + kind) for kind in ("TexCoord", "SeparateXYZ", "ValToRGB")
    )
    ramp.color_ramp.elements[0].color = (*rgb(low), 1)
    ramp.color_ramp.elements[1].color, ramp.color_ramp.elements[1].position = (*rgb(high), 1), 0.45
    tree.links.new(place.outputs["Generated"], part.inputs[0])
    tree.links.new(part.outputs["Z"], ramp.inputs[0])
    tree.links.new(ramp.outputs[0], tree.nodes["Background"].inputs[0])
    tree.nodes["Background"].inputs[1].default_value = strength


def sun(strength, at):
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.angle, lamp.color = strength, math.radians(2.5), (1, 0.80, 0.56)
    aim(add(lamp, "sun"), at, (0, 0, 0))


# ---------------------------------------------------------------- things
def wood(name, color, seed=1):
    """Planed boards: grain runs along u, in tiles of 8 by 2 decimetres."""
    grain = 0.5 * smooth_noise((512, 1024), (1.0, 90), seed) + 0.5 * smooth_noise(
        (512, 1024), (7, 160), seed + 1
    )
    pores = np.clip(smooth_noise((512, 1024), (0.7, 9), seed + 2) - 1.6, 0, 1)
    m = Material(name, rgb(color), 0.5, 0.35)
    m.darken(m.texture(name + "-tone", 0.86 + 0.12 * grain - 0.3 * pores, 8, 2))
    m.relief(m.texture(name + "-height", grain - 2 * pores, 8, 2), 0.004)
    return m.done()


def board(material, low, high, place):
    """A box with round edges, its grain along x. place: where its piece of the grain begins."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=[(a + b) / 2 for a, b in zip(low, high)])
    ob = bpy.context.active_object
    ob.scale = [b - a for a, b in zip(low, high)]
    bpy.ops.object.transform_apply(scale=True)
    layer = ob.data.uv_layers[0]
    for loop in ob.data.loops:
        x, y, z = ob.data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = (x + place, y + z + 0.7 * place)
    ob.data.materials.append(material)
    round_ = ob.modifiers.new("round", "BEVEL")
    round_.width, round_.segments = 0.05, 3
    return ob


def ball(at, radius=0.2135):
    """A golf ball with its 336 dimples."""
    k = np.arange(336) + 0.5
    polar, turn = np.arccos(1 - 2 * k / 336), np.pi * (1 + 5**0.5) * k
    dimples = np.c_[np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)]
    u, v = np.meshgrid(
        np.linspace(0, 2 * np.pi, 360, False), np.linspace(0.001, np.pi - 0.001, 180), indexing="ij"
    )
    unit = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), -np.cos(v)], -1)
    d = cKDTree(dimples).query(unit.reshape(-1, 3))[0].reshape(u.shape)
    dip = 0.03 * np.clip(1 - (d / 0.088) ** 2, 0, 1)
    points = unit * (radius * (1 - dip))[..., None] + np.array(at)
    return grid("ball", points, points[..., :2], plain("ball", (0.82, 0.82, 0.80), 0.25, 0.5), wrap=True)


def scorecard(at, yaw):
    """A folded card, printed with a few lines, and a pencil on it."""
    y, x = np.mgrid[0:240, 0:400]
    ink = ((x % 40 < 2) | (y % 34 < 2)) & (y > 60)
    ink |= (y > 18) & (y < 40) & (x > 30) & (x < 210)
    m = Material("card", rgb("efe8d4"), 0.8, 0.2)
    m.darken(m.texture("card", np.where(ink[::-1], 0.45, 1.0), 1.6, 1.0))
    u, v = np.meshgrid(np.linspace(0, 1.6, 60), np.linspace(0, 1.0, 30), indexing="ij")
    points = np.dstack([u, v, 0.02 + 0.05 * (u / 1.6) ** 3])
    card = grid("card", points, np.dstack([u, v]), m.done())
    pencil = tubes(
        "pencil", [[(0.3, 0.3, 0.075), (1.35, 0.62, 0.13)]], 0.04, plain("pencil", rgb("2f6543"), 0.4, 0.4), 6
    )
    return group([card, pencil], Matrix.Translation(at) @ rotation(yaw))


def hills(rows, seed, level=0.0):
    """Rows of (how far behind, height, length of its waves, color): each a long ridge."""
    for k, (far, tall, wave, color) in enumerate(rows):
        x = np.linspace(-1.2 * far - 60, 1.2 * far + 60, 700)
        step = wave / (x[1] - x[0])
        top = tall * (0.75 + 0.3 * smooth_noise((700,), step, seed + k, "reflect"))
        top += 0.06 * tall * smooth_noise((700,), step / 9, seed + k + 50, "reflect")
        v = np.linspace(0, 1, 60)
        rough = 0.10 * tall * smooth_noise((700, 60), (step / 4, 4), seed + k + 90, "reflect")
        y = far - (1 - v[None] ** 0.8) * tall * 1.1 + rough
        points = np.dstack(
            [
                np.broadcast_to(x[:, None], (700, 60)),
                y,
                level - 2 + (top[:, None] + 2) * v[None],
            ]
        )
        grid(
            "ridge",
            points,
            points[..., :2],
            plain(f"ridge-{k}", rgb(color), 0.95, 0.05, uneven=0.6, scale=0.6),
        )


def trees(rows, seed, level=0.0):
    """Rows of (how far behind, height, color, from, to): crowns of leaves, close to each other."""
    rng = np.random.default_rng(seed)
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 28, False), np.linspace(0.05, 3.1, 16), indexing="ij")
    ball_ = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), -np.cos(v)], -1)
    for far, tall, color, low, high in rows:
        tones = [plain(f"leaves-{far}-{k}", rgb(color) * (0.75 + 0.25 * k), 0.95, 0.05) for k in range(3)]
        for x in np.arange(low, high, 0.34 * tall):
            height = tall * rng.uniform(0.55, 1.1)
            for _ in range(7):
                size = height * rng.uniform(0.16, 0.34)
                at = [x + rng.normal(0, 0.2 * height), far + rng.normal(0, 0.3 * tall)]
                at.append(level + rng.uniform(0.25, 0.8) * height)
                leaves = 1 + 0.28 * rng.standard_normal(u.shape)[..., None]
                points = ball_ * size * leaves * (1, 1, 0.85) + at
                grid("tree", points, points[..., :2], tones[rng.integers(3)], wrap=True)


def turf(low, high, color, count=0, blade=0.10, level=0.0, seed=1, mown=0):
    """Grass from corner to corner, with blades where it is near. mown: the width of the mower's stripes."""
    x, y = np.meshgrid(np.linspace(low[0], high[0], 220), np.linspace(low[1], high[1], 220), indexing="ij")
    z = level + 0.05 * smooth_noise(x.shape, 40, seed)
    points = np.dstack([x, y, z])
    m = Material("turf", rgb(color), 0.95, 0.05)
    m.darken(m.noise(0.5), 0.75, 1.25)
    if mown:
        stripe = np.clip(0.5 + 6 * np.sin(np.linspace(0, 2 * np.pi, 256, False)), 0, 1)
        m.darken(m.texture("mown", np.broadcast_to(stripe, (4, 256)), 2 * mown), 0.82, 1.12)
    ob = grid("turf", points, points[..., :2], m.done())
    if count:
        fuzz(ob, rgb(color) * 1.9, count, blade, 0.006, seed)
    return ob


def flagstick(at, tall=22.0, lean=0.0):
    """A pin with a red flag in the wind."""
    x, y, z = at
    pole = tubes(
        "pin",
        [[(x, y, z + h) for h in np.linspace(-1, tall, 20)]],
        0.10,
        plain("pin", rgb("efe8d6"), 0.4),
        16,
        False,
    )
    u, v = np.meshgrid(np.linspace(0, 1, 80), np.linspace(0, 1, 50), indexing="ij")
    wave = 0.45 * u * np.sin(7 * u + 1.5 * v + lean)
    points = np.dstack([x + 5.0 * u, y + wave, z + tall - 3.4 * v - 0.5 * u + 0.3 * np.sin(5 * u) * u])
    return [pole, grid("flag", points, np.dstack([u, v]), plain("flag", rgb("b8321f"), 0.8, 0.1))]


def bunker(at, size, level=0.04):
    """A round of sand, its edge as nobody would cut it."""
    turn, out = np.meshgrid(np.linspace(0, 2 * np.pi, 120), np.linspace(0, 1, 20), indexing="ij")
    reach = out * (1 + 0.12 * np.sin(3 * turn + 1) + 0.08 * np.sin(5 * turn))
    x, y = at[0] + size[0] * reach * np.cos(turn), at[1] + size[1] * reach * np.sin(turn)
    points = np.dstack([x, y, np.full_like(x, level)])
    return grid("bunker", points, points[..., :2], plain("sand", rgb("cbb488"), 0.95, 0.05, uneven=0.1))


def course():
    """What is seen from the bench: a green with its flag, trees, hills."""
    turf((-300, 6), (300, 420), "5f8440", level=-9)
    hills([(190, 13, 30, "35532f"), (260, 26, 60, "57703f"), (420, 48, 120, "8d9174")], 11, -9)
    flagstick((7, 80, -9), 18)


def bench(color="8d6238"):
    oak = wood("oak", color)
    for k in range(4):
        board(oak, (-14, -3.0 + 2.05 * k, -0.5), (14, -1.0 + 2.05 * k, 0), 1.7 * k)


# ---------------------------------------------------------------- scenes
def hats_door():
    """The bench where a hat will stand."""
    last_light()
    bench()
    ball((2.2, -1.6, 0.21))
    course()
    camera((0.4, -15, 4.0), (0.5, 2, 1.9), 88, 2.8, focus=(1.5, -0.6, 0.2))


def bench_at_last_light():
    last_light()
    bench("7c5535")
    for module, name, at, yaw in (
        (cap, "starters-box-rope-cap", (-1.7, -0.1), -30),
        (bucket, "dew-sweeper-bucket-hat", (1.9, 1.1), 14),
    ):
        parts, touching = module.build(HATS[name])
        stood = stand(parts, touching, yaw)
        stood.matrix_world = Matrix.Translation((*at, 0)) @ stood.matrix_world
    ball((3.35, -1.3, 0.21))
    scorecard((0.35, -2.0, 0), -12)
    course()
    camera((-0.6, -15.5, 3.9), (0.32, 0.4, 1.0), 98, 3.2, focus=(-1.3, -0.9, 0.5))


def shirts_door():
    """The rail where a shirt will hang."""
    sky(0.35)
    softbox((-11, 9, 9), (0, -1, 0), (5, 6), 4200, WARM)
    softbox((13, -6, 12), (0, -1, 0), (9, 9), 900, COOL)
    panel = wood("boards", "5d7158", 7)
    for k in range(9):
        ob = board(panel, (-9, -1.0, -0.4), (9, 1.0, 0), 2.3 * k)
        ob.rotation_euler[2], ob.location = math.pi / 2, ((k - 4) * 2.06, 0, -0.2)
    board(plain("gap", rgb("26301f"), 0.9, 0.05), (-10, -10, -0.7), (10, 10, -0.45), 0)
    board(wood("rail", "9a6b3f", 3), (-10, 0.75, 0), (10, 1.45, 0.22), 0.4)
    shirt.hanger()
    camera((0, -1.5, 40), (0, -1.49, 0), 36 * 40 / 7.6, 11)


def course_at_last_light():
    """The home page's first picture: much sky on the left for its words, the flag right of the middle."""
    evening("fbdc9c", "f1ecdc", 1.15)
    sun(7, (-30, 6, 9))
    turf((-17, -24), (17, 6), "687d47", 460000, 0.12, 0.02)
    turf((-90, -24), (90, 70), "687d47", mown=9)
    turf((-300, 68), (300, 420), "77864a")
    bunker((-20, 40), (11, 5))
    trees([(150, 14, "3f5a2c", -130, 130), (190, 22, "4f6a38", -150, 20), (180, 18, "48632f", 60, 170)], 5)
    hills([(300, 34, 60, "8d8a5c"), (430, 52, 110, "c4b288")], 31)
    flagstick((10.5, 62, 0), 18, 0.6)
    ball((2.9, -6.4, 0.3), 0.25)
    camera((0, -26, 5.2), (0, 10, 9.2), 41, 1, focus=(2.9, -6.4, 0.3))


def desert_green():
    """The view from the door: a green between desert hills, a ball on its way to the hole."""
    last_light(sun_at=(-30, -12, 13))
    turf((-18, -24), (18, 6), "687d47", 500000, 0.12, 0.02)
    turf((-70, -24), (70, 46), "687d47", mown=9)
    turf((-300, 44), (300, 420), "bfa27a", level=-1)
    trees([(90, 6, "5d6238", -90, -8), (110, 8, "666a40", 24, 120), (150, 9, "6d6a45", -140, 150)], 8, -1)
    hills([(300, 60, 60, "966a50"), (420, 110, 110, "b0968a")], 21, -2)
    flagstick((6.5, 30, 0), 21, 0.6)
    ball((-3.4, -12, 0.27))
    camera((-3, -26, 5.2), (1.2, 10, 6.6), 41, 1.2, focus=(-3.4, -12, 0.3))


SCENES = {
    "hats-door": hats_door,
    "shirts-door": shirts_door,
    "bench-at-last-light": bench_at_last_light,
    "course-at-last-light": course_at_last_light,
    "desert-green": desert_green,
}
