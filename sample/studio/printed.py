"""A shirt's cloth, and what is drawn into it over the whole pattern: seams, hems, ribs, stripes."""
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

import weave
from cloth import rgb, start_cloth
from mesh import bump, resample, smooth_noise
from pattern import inside, mirrored

PX = 150  # in a decimetre
KNITS = {"pique": weave.pique, "double knit": weave.jersey}


class Drawing:
    """height, tone, stripe and rib, one value for each pixel of the rectangle from low to high."""

    def __init__(self, o, pattern, low, high, is_back):
        w, h = (int(v * PX) for v in high - low)
        y, x = np.mgrid[0:h, 0:w] / PX + np.array(low)[::-1, None, None]
        self.x, self.y, self.q = np.abs(x), y, np.stack([np.abs(x), y], -1)
        self.height, self.tone = np.zeros((h, w)), np.ones((h, w))
        self.stripe, self.rib = np.zeros((h, w)), np.zeros((h, w))
        armhole = pattern.armhole()
        chest = inside(mirrored(np.concatenate([[(0, 0)], armhole, [(0, armhole[-1, 1])]])), self.q)
        self.body = chest | (y < pattern.underarm[1]) & (self.x < pattern.cut["chest"] + 0.05)
        self._armhole(cKDTree(resample(armhole, 0.01)).query(self.q.reshape(-1, 2))[0].reshape(h, w))
        self._cuffs(o, pattern)
        self._hem(o, pattern.hem[1] - (pattern.cut["tail"] if is_back else 0))
        for top, tall in o.get("stripes", ()):
            self.stripe[self.body & (y < -top) & (y > -top - tall)] = 1
        if is_back:
            self._seam(np.abs(y + 0.72 - 0.02 * x**2) + 9 * ~self.body)
        if pattern.collar == "stand":
            self._seam(np.abs(y + 0.02 - 0.03 * x**2) + 9 * (self.x > 0.82), 1.2)
        self.height, self.stripe = gaussian_filter(self.height, 0.8), gaussian_filter(self.stripe, 1.2)

    def _seam(self, d, deep=1.0):
        self.height += deep * (-1.3 * bump(d, 0.014) + 0.5 * bump(d - 0.05, 0.04))
        self.tone *= 1 - 0.3 * bump(d, 0.012)

    def _armhole(self, d):
        pucker = smooth_noise(d.shape, (5, 8), 4)
        self.height += 0.8 * bump(d - 0.05, 0.045) * self.body - 1.5 * bump(d, 0.015)
        self.height += 0.35 * pucker * bump(d - 0.04, 0.08)
        self.tone *= 1 - 0.32 * bump(d, 0.013)

    def _cuffs(self, o, pattern):
        along = (self.q - pattern.cuff_top) @ pattern.along
        across = (self.q - pattern.cuff_top) @ np.array([-pattern.along[1], pattern.along[0]])
        tall = o.get("cuff", 0.27)
        self._ribs((along > -tall) & ~self.body, across)
        self.height -= 1.2 * bump(along + tall, 0.018) * ~self.body
        for k in o.get("tipping", ()):
            self.stripe[(np.abs(along + k) < 0.022) & ~self.body] = 1

    def _hem(self, o, edge):
        up = self.y - edge
        if o.get("ribbed"):
            self._ribs(up < 0.6, self.x)
            self.height -= 1.2 * bump(up - 0.6, 0.018)
            return
        pucker = smooth_noise(up.shape, (9, 5), 3)
        self.height += 0.45 * (up < 0.21) + 0.4 * pucker * bump(up - 0.15, 0.14)
        self.height -= 0.6 * (bump(up - 0.19, 0.010) + bump(up - 0.235, 0.010))

    def _ribs(self, mask, across):
        self.rib[mask] = 1
        self.height += np.where(mask, 0.35 + 0.45 * np.cos(across * 2 * np.pi / 0.036), 0)


def knit(o, name="shirt", color=None):
    """The shirt's plain cloth, to be changed further."""
    color = rgb(o["color"]) if color is None else color
    return start_cloth(name, color, KNITS[o["knit"]](), 0.38, 0.0075, sheen=0.3, mottled=0.02)


def shirt_cloth(o, pattern, low, high, is_back):
    m, place = knit(o), (*(high - low), low)
    fine = m.bsdf.inputs["Normal"].links[0].from_node
    drawn = Drawing(o, pattern, low, high, is_back)
    m.darken(m.texture("tone", drawn.tone, *place))
    if drawn.stripe.any():
        m.paint(m.texture("stripe", drawn.stripe, *place), rgb(o["stripe"]))
    keep = m.node("Math", operation="MULTIPLY_ADD")  # ribs have another weave
    keep.inputs[1].default_value, keep.inputs[2].default_value = -0.8, 0.9
    m.link(m.texture("rib", drawn.rib, *place), keep.inputs[0])
    m.link(keep.outputs[0], fine.inputs["Strength"])
    m.relief(m.texture("seams", drawn.height, *place), 0.012)
    return m.done()
