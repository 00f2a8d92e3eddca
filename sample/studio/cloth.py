"""Materials: dyed cloth, twisted yarn, plain surfaces, loose fibers."""
import bpy
import numpy as np


def rgb(color):
    """#rrggbb to linear light."""
    c = np.array([int(color.lstrip("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def image(name, pixels, is_color=False):
    """An array (h, w) or (h, w, 3) as an image of Blender."""
    h, w = pixels.shape[:2]
    px = np.ones((h, w, 4), np.float32)
    px[..., :3] = pixels[..., None] if pixels.ndim == 2 else pixels
    im = bpy.data.images.new(name, w, h, float_buffer=True)
    im.colorspace_settings.name = "Linear" if is_color else "Non-Color"
    im.pixels.foreach_set(px.ravel())
    im.pack()
    return im


class Material:
    """A principled material whose base color is built up factor by factor."""

    def __init__(self, name, color, rough=0.88, specular=0.18, sheen=0.0):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.bsdf = self.tree.nodes["Principled BSDF"]
        self.set("Roughness", rough)
        self.set("Specular", specular)
        self.set("Sheen", sheen)
        self.set("Sheen Tint", 0.6)
        node = self.node("RGB")
        node.outputs[0].default_value = (*color, 1)
        self.color = node.outputs[0]

    def node(self, kind, **settings):
        n = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(n, key, value)
        return n

    def link(self, a, b):
        self.tree.links.new(a, b)

    def set(self, name, value):
        self.bsdf.inputs[name].default_value = value

    def attribute(self, name):
        return self.node("Attribute", attribute_name=name).outputs["Fac"]

    def noise(self, scale, detail=5):
        n = self.node("TexNoise")
        n.inputs["Scale"].default_value, n.inputs["Detail"].default_value = scale, detail
        self.link(self.node("TexCoord").outputs["Object"], n.inputs["Vector"])
        return n.outputs["Fac"]

    def texture(self, name, pixels, width, height=None, at=(0, 0), is_color=False, cubic=True):
        """An image over the uv map: `width` by `height` decimetres, its lower left corner at `at`."""
        m, t = self.node("Mapping"), self.node("TexImage", image=image(name, pixels, is_color))
        height = height or width
        m.inputs["Scale"].default_value = (1 / width, 1 / height, 1)
        m.inputs["Location"].default_value = (-at[0] / width, -at[1] / height, 0)
        self.link(self.node("UVMap").outputs[0], m.inputs["Vector"])
        self.link(m.outputs[0], t.inputs[0])
        t.interpolation = "Cubic" if cubic else "Linear"
        return t.outputs["Color"]

    def darken(self, factor, lo=0.0, hi=1.0):
        """Multiplies the color by lo..hi as the factor goes from 0 to 1."""
        r = self.node("MapRange", clamp=False)
        r.inputs["To Min"].default_value, r.inputs["To Max"].default_value = lo, hi
        self.link(factor, r.inputs["Value"])
        m = self.node("MixRGB", blend_type="MULTIPLY")
        m.inputs[0].default_value = 1
        self.link(self.color, m.inputs[1])
        self.link(r.outputs[0], m.inputs[2])
        self.color = m.outputs[0]

    def paint(self, factor, color):
        """Another color where the factor is above one half."""
        t, m = self.node("Math", operation="GREATER_THAN"), self.node("MixRGB")
        t.inputs[1].default_value = 0.5
        self.link(factor, t.inputs[0])
        self.link(t.outputs[0], m.inputs[0])
        self.link(self.color, m.inputs[1])
        m.inputs[2].default_value = (*color, 1)
        self.color = m.outputs[0]

    def relief(self, height, distance, strength=1.0):
        """A bump on top of those before."""
        b = self.node("Bump")
        b.inputs["Distance"].default_value, b.inputs["Strength"].default_value = distance, strength
        self.link(height, b.inputs["Height"])
        before = self.bsdf.inputs["Normal"].links
        if before:
            self.link(before[0].from_socket, b.inputs["Normal"])
        self.link(b.outputs[0], self.bsdf.inputs["Normal"])
        return b

    def done(self):
        self.link(self.color, self.bsdf.inputs["Base Color"])
        return self.material


def start_cloth(name, color, weave, size, relief, wear=0.0, mottled=0.06, sheen=0.35, rough=0.88):
    """Dyed cloth, to be changed further. wear: how far the attribute `wear` bleaches it."""
    m = Material(name, color, rough, sheen=sheen)
    if mottled:
        m.darken(m.noise(5), 1 - 2 * mottled, 1 + 2 * mottled)
    if wear:
        m.darken(m.attribute("wear"), 1, 1 + wear)
    height, tone = weave
    m.darken(m.texture(name + "-tone", tone * (0.62 + 0.5 * height), size))
    m.relief(m.texture(name + "-height", height, size), relief, 0.9)
    return m


def cloth(name, color, weave, size=0.27, relief=0.0055, **more):
    """weave: a tile (height, tone), `size` decimetres wide."""
    return start_cloth(name, color, weave, size, relief, **more).done()


def thread_color(color, lighter=1.6):
    return np.clip(np.asarray(color) * lighter + 0.018, 0, 0.9)


def yarn(name, color, turns=26, relief=0.003, rough=0.6):
    """Twisted thread on tubes: uv.x goes round, uv.y along."""
    m = Material(name, color, rough, 0.25, 0.4)
    parts = m.node("SeparateXYZ")
    m.link(m.node("UVMap").outputs[0], parts.inputs[0])
    around, along = m.node("Math", operation="MULTIPLY"), m.node("Math", operation="MULTIPLY_ADD")
    around.inputs[1].default_value, along.inputs[1].default_value = 3, turns
    m.link(parts.outputs[0], around.inputs[0])
    m.link(parts.outputs[1], along.inputs[0])
    m.link(around.outputs[0], along.inputs[2])
    ply = m.node("Math", operation="PINGPONG")
    ply.inputs[1].default_value = 0.5
    m.link(along.outputs[0], ply.inputs[0])
    m.darken(ply.outputs[0], 0.68, 1.42)
    m.relief(ply.outputs[0], relief)
    return m.done()


def plain(name, color, rough=0.6, specular=0.3, metal=0.0, uneven=0.0, scale=40):
    m = Material(name, color, rough, specular)
    m.set("Metallic", metal)
    if uneven:
        m.relief(m.noise(scale, 6), uneven)
    return m.done()


def fuzz(ob, color, count, length=0.012, thick=0.00045, seed=1):
    """Loose fibers: the soft edge that tells cloth from plastic."""
    slot = len(ob.data.materials)
    ob.data.materials.append(plain(ob.name + "-fuzz", np.clip(color, 0, 0.9), 0.9, 0.1))
    ob.modifiers.new("fuzz", "PARTICLE_SYSTEM")
    system = ob.particle_systems[-1]
    system.seed = seed
    s = system.settings
    s.type, s.count, s.hair_length, s.hair_step = "HAIR", int(count), length, 3
    s.use_advanced_hair, s.brownian_factor = True, 0
    s.factor_random, s.normal_factor, s.length_random = length * 1.1, length * 0.25, 0.8
    s.render_step, s.display_step, s.material = 3, 1, slot + 1
    s.root_radius, s.tip_radius, s.radius_scale = thick, thick * 0.5, 1
    s.roughness_2, s.roughness_2_size = 0.004, 0.1
