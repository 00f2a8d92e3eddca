"""How a shirt is closed in front: a placket with buttons, or a zip."""
import numpy as np

import weave
from cloth import cloth, plain, rgb, thread_color, yarn
from mesh import bump, grid, smooth_noise, stitches, tubes
from printed import knit
from trim import shell_button


def strip(name, surface, x, y, lift, material, edge=0.012):
    """A band of cloth lying on the shirt, from x[0] to x[1] and y[0] to y[1], with soft edges."""
    u, v = np.meshgrid(np.linspace(*x, 60), np.linspace(*y, 220), indexing="ij")
    d = np.minimum(np.minimum(u - x[0], x[1] - u), np.minimum(v - y[0], y[1] - v))
    z = lift * np.sqrt(np.clip(1 - (1 - np.clip(d / edge, 0, 1)) ** 2, 0, 1)) - 0.004
    z = z - 0.004 * bump(d - 0.03, 0.010) + 0.002 * smooth_noise(u.shape, (3, 4), 5, "reflect")
    q = np.stack([u, v], -1)
    return grid(name, surface(q.reshape(-1, 2), z.ravel())[0].reshape(*u.shape, 3), q, material)


def _sewn(o, surface, rows, lift):
    lines, q = [], np.linspace(0, 1, 400)[:, None]
    for k, (a, b) in enumerate(rows):
        lines += stitches(*surface(np.array(a) * (1 - q) + np.array(b) * q, lift), seed=k)
    return tubes(
        "front-thread", lines, 0.0034, yarn("front-thread", thread_color(rgb(o["color"])), 80, 0.0006)
    )


def placket(o, surface, buttons=3):
    top = 0.02 - surface.pattern.depth
    low = top - 1.57
    parts = [strip("placket", surface, (-0.17, 0.17), (low, top), 0.032, knit(o, "placket").done())]
    sides = [((x, top), (x, low)) for x in (-0.145, 0.145)]
    foot = [((-0.15, low + k), (0.15, low + k)) for k in (0.025, 0.22)]
    parts.append(_sewn(o, surface, sides + foot, 0.026))
    shell, cotton = plain("shell", rgb("e6ddca"), 0.25, 0.5), yarn("button-thread", rgb("d8cfba"), 60)
    for k, y in enumerate(np.linspace(top - 0.24, low + 0.36, buttons)):
        (place,), (n,) = surface(np.array([[0.0, y]]), 0.032)
        parts += shell_button(place, n, 0.058, shell, cotton, spin=0.7 * k, up=(0, 1.0, 0))
    return parts


def zip_front(o, surface):
    """A zip from the collar's top down: tape, two rows of teeth, a slider with its pull."""
    top, low = 0.66, -2.05
    on = lambda x, y, lift: surface(np.array([[x, y]]), lift)[0][0]
    tape = cloth("tape", rgb(o["color"]) * 0.8, weave.canvas(), 0.2, 0.003, mottled=0.01)
    metal = plain("zip", (0.60, 0.58, 0.54), 0.3, 0.5, metal=1)
    parts = [strip("tape", surface, (-0.10, 0.10), (low, top), 0.012, tape)]
    for side in (-1, 1):
        rows = np.arange(low + 0.05, top, 0.034) + side * 0.0085
        teeth = [[on(side * x, y, 0.022) for x in (0.004, 0.034)] for y in rows]
        parts.append(tubes("teeth", teeth, 0.0105, metal, sides=8, taper=False))
    slider = [on(0, top - 0.02 - k, 0.042) for k in np.linspace(0, 0.12, 6)]
    pull = [on(0.012 * k, top - 0.10 - 0.07 * k, 0.075 - 0.012 * k) for k in np.linspace(0, 4, 12)]
    parts.append(tubes("slider", [slider], 0.045, metal, sides=12))
    parts.append(
        tubes("pull", [pull], 0.024, yarn("pull", rgb(o.get("pull", "c9c3b6")), 30, 0.004), sides=12)
    )
    parts.append(_sewn(o, surface, [((x, low), (x, top)) for x in (-0.125, 0.125)], 0.003))
    return parts
