"""The room: a roll of paper, soft light from the upper left, the camera, and what it records."""
import math
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

from cloth import plain, rgb
from mesh import grid

# One family of warm papers.
GROUNDS = {"sand": "d3c7b3", "mist": "c9c9c3", "moss": "c7c8ba", "blush": "d4c4b7"}
WARM, COOL = (1, 0.975, 0.94), (0.95, 0.975, 1)


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def add(data, name):
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def aim(ob, at, to):
    ob.location = at
    ob.rotation_euler = (Vector(to) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def softbox(at, to, size, power, color=(1, 1, 1)):
    light = bpy.data.lights.new("softbox", "AREA")
    light.shape, light.energy, light.color = "RECTANGLE", power, color
    light.size, light.size_y = size
    aim(add(light, "softbox"), at, to)


def sky(strength, color=(1, 0.985, 0.96)):
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    node = world.node_tree.nodes["Background"]
    node.inputs[0].default_value, node.inputs[1].default_value = (*color, 1), strength


def paper(ground, floor=0.0, back=14.0, width=40.0):
    """A floor that curves up into a wall behind. back=None: a floor alone."""
    color, r = rgb(GROUNDS.get(ground, ground)), 4.0
    if back is None:
        profile = [(-60, floor), (60, floor)]
    else:
        bend = [
            (back - r + r * math.sin(a), floor + r - r * math.cos(a)) for a in np.linspace(0, np.pi / 2, 24)
        ]
        profile = [(-30, floor), *bend, (back, floor + 30)]
    profile = np.array(profile)
    sides = [np.c_[np.full(len(profile), x), profile] for x in (-width, width)]
    points = np.stack(sides)
    return grid("paper", points, points[..., :2], plain("paper", color, 0.8, 0.15, uneven=0.002, scale=30))


def camera(at, to, lens, fstop=11, focus=None, up_shift=0.0):
    """lens in millimetres on a frame of 36 mm height; the picture's height is the longer side."""
    cam = bpy.data.cameras.new("camera")
    cam.lens, cam.sensor_fit, cam.sensor_height, cam.sensor_width = lens, "VERTICAL", 36, 36
    cam.clip_end, cam.shift_y = 500, up_shift
    aim(add(cam, "camera"), at, to)
    bpy.context.scene.camera = bpy.data.objects["camera"]
    cam.dof.use_dof = fstop > 0
    cam.dof.aperture_fstop = max(fstop, 1) / 10  # the camera reckons in metres, the scene in decimetres
    cam.dof.focus_distance = (Vector(focus or to) - Vector(at)).length


def table_light():
    """For something of a hat's size, standing on the paper."""
    sky(0.30)
    softbox((-6.5, -4.5, 8), (0, 0, 0.3), (4, 4), 1900, WARM)
    softbox((8, -6, 4), (0, 0, 0.4), (6, 6), 170, COOL)
    softbox((3.5, 7, 6.5), (0, 0, 0.6), (5, 2.5), 700, WARM)
    softbox((0, 3, 11), (0, 14, 4), (16, 4), 1500, WARM)  # the wall behind


def record(path, width, height, samples):
    """Renders light, albedo and normals into one .npz; develop.py makes the picture of it."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = "CPU", samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.03, 6
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 3, 1
    cycles.sample_clamp_indirect, cycles.blur_glossy = 6, 1
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
    render = scene.render
    render.threads_mode, render.threads = "FIXED", 1
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_diffuse_color = True
    with tempfile.TemporaryDirectory() as folder:
        _keep_passes(scene, folder)
        bpy.ops.render.render()
        passes = {
            key: _read(f"{folder}/{key}{scene.frame_current:04d}.exr")
            for key in ("light", "normal", "albedo")
        }
    part = path + ".part.npz"
    np.savez(part, **passes)
    os.replace(part, path)


def _keep_passes(scene, folder):
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, files = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format, files.format.color_depth = "OPEN_EXR", "16"
    files.file_slots.clear()
    for k, (name, source) in enumerate((("light", "Image"), ("normal", "Normal"), ("albedo", "DiffCol"))):
        files.file_slots.new(name)
        tree.links.new(layers.outputs[source], files.inputs[k])


def _read(path):
    im = bpy.data.images.load(path)
    w, h = im.size
    pixels = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(pixels)
    return pixels.reshape(h, w, 4)[::-1, :, :3].astype(np.float16)
