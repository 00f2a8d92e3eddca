"""The visor: a padded band, terry inside, a closing strap behind, and the brim."""
import numpy as np

import weave
from brim import A, B, CORNER, brim, edge_height, oval
from cloth import cloth, fuzz, rgb, thread_color, yarn
from mesh import bump, grid, look_up, normals, ramp, smooth_noise, stitches, tubes
from trim import flag

END = 2.62  # where the band's cloth stops, on either side


class Band:
    NP, NV = 900, 90

    def __init__(self, seed):
        phi = self.phi = np.linspace(-END, END, self.NP)
        v = np.linspace(0, 1, self.NV)
        back = ramp(np.abs(phi), 1.2, END)
        self.height = 0.46 - 0.05 * ramp(np.abs(phi), 0.1, 1.1) - 0.20 * back
        low = edge_height(phi) * (1 - 0.0 * back) + 0.10 * back
        z = low[:, None] + self.height[:, None] * v
        self.along = self.height[:, None] * v
        points = np.dstack([oval(phi)[:, None] * (1.0 - 0.075 * v[None, :, None] ** 1.3), z])
        n = self._outward(points)
        edge = np.minimum(self.along, self.height[:, None] - self.along)
        shift = 0.016 * np.sqrt(np.clip(1 - (1 - np.clip(edge / 0.05, 0, 1)) ** 2, 0, 1)) - 0.005 * bump(
            edge - 0.045, 0.010
        )
        shift += 0.006 * smooth_noise((self.NP, self.NV), (50, 25), seed, "reflect")
        shift += (
            0.0016 * smooth_noise((self.NP, self.NV), (5, 4), seed + 1, "reflect") * bump(edge - 0.05, 0.05)
        )
        self.points = points + n * shift[..., None]
        self.normals = self._outward(self.points)
        self.wear = np.clip(bump(edge, 0.02) - bump(edge - 0.045, 0.008), -1, 1)

    def _outward(self, points):
        n = normals(points)
        return n if n[self.NP // 2, 40, 1] < 0 else -n

    def at(self, phi, up, what="points"):
        """up: decimetres above the lower edge."""
        i = (np.asarray(phi) + END) / (2 * END) * (self.NP - 1)
        j = up / np.interp(phi, self.phi, self.height) * (self.NV - 1)
        return look_up(getattr(self, what), i, j)

    def front(self, q, lift=0.0):
        n = self.at(q[:, 0] / A, q[:, 1], "normals")
        return self.at(q[:, 0] / A, q[:, 1]) + n * np.broadcast_to(lift, len(q))[:, None], n

    def build(self, outside, inside):
        back = self.points - self.normals * 0.022
        points = np.concatenate([self.points, back[:, ::-1]], 1)
        u = np.broadcast_to(self.phi[:, None] * 0.88, self.along.shape)
        uv = np.stack([u, self.along], -1)
        uv = np.concatenate([uv, uv[:, ::-1]], 1)
        cover = grid(
            "band", points, uv, outside, attributes={"wear": np.concatenate([self.wear, 0 * self.wear], 1)}
        )
        v = np.linspace(0, 1, 40)[None]
        puff = 0.030 * np.sin(np.pi * v) ** 0.5 * np.ones((self.NP, 1))
        puff += 0.004 * smooth_noise((self.NP, 40), (9, 5), 4, "reflect") * np.sin(np.pi * v)
        i, j = np.meshgrid(np.arange(self.NP), 6 + v[0] * (self.NV - 16), indexing="ij")
        base, n = look_up(self.points, i, j), look_up(self.normals, i, j)
        soft = base - n * (0.022 + puff)[..., None]
        uv = np.stack([np.broadcast_to(self.phi[:, None] * 0.85, j.shape), v * self.height[:, None]], -1)
        return [cover, grid("terry", soft, uv, inside)]


def _strap(band, material, side, start, stop, out, width=0.175):
    """A flat strap from under one end of the band around the back. phi counts on past pi."""
    phi = np.linspace(start, stop, 200)
    length = (phi - start) / (stop - start)
    v = np.linspace(-1, 1, 24)
    round_end = np.sqrt(np.clip(1 - np.clip((length - 0.93) / 0.07, 0, 1) ** 2, 0.05, 1))
    z = 0.205 + (width / 2) * round_end[:, None] * v[None]
    shape = (
        oval(side * phi)[:, None]
        * (0.955 + np.broadcast_to(out, phi.shape))[:, None, None]
        * np.ones((1, 24, 1))
    )
    outer = np.dstack([shape, z])
    inner = np.dstack([shape * 0.982, z])
    points = np.concatenate([outer, inner[:, ::-1], outer[:, :1]], 1)
    u = phi[:, None] * 0.85 * np.ones((1, points.shape[1]))
    uv = np.stack([u, points[..., 2]], -1)
    return grid("strap", points, uv, material), phi, np.broadcast_to(out, phi.shape)


def build(o):
    col, vis = rgb(o["color"]), rgb(o["brim"])
    tile = weave.twill()
    fabric = cloth("twill", col, tile, wear=0.2)
    board = cloth("twill-brim", vis, tile, wear=0.25)
    soft = cloth("terry", rgb(o.get("lining", "e9e3d6")), weave.terry(), 0.5, 0.02, rough=0.95)
    thread = yarn("thread", thread_color(col), turns=90, relief=0.0006, rough=0.5)
    band = Band(o["seed"])
    parts = band.build(fabric, soft)
    parts += brim(
        board, yarn("brim-thread", thread_color(vis), turns=90, relief=0.0006, rough=0.5), rows=6, spread=0.09
    )
    lines = []
    phi = np.linspace(-END + 0.03, END - 0.03, 2400)
    height = np.interp(phi, band.phi, band.height)
    for k, up in enumerate((0 * phi + 0.045, height - 0.045)):
        lines += stitches(band.at(phi, up), band.at(phi, up, "normals"), seed=k)
    for side in (-1, 1):
        up = np.linspace(0.05, 0.22, 60)
        lines += stitches(
            band.at(0 * up + side * (END - 0.04), up), band.at(0 * up + side * (END - 0.04), up, "normals")
        )
    under, _, _ = _strap(
        band, cloth("loop", col * 0.85, weave.terry(seed=5), 0.25, 0.008), -1, END - 0.15, np.pi + 0.42, 0.0
    )
    out = np.interp(
        np.linspace(END - 0.15, np.pi + 0.32, 200),
        [END - 0.15, END + 0.1, np.pi, np.pi + 0.32],
        [0.052, 0.040, 0.022, 0.022],
    )
    over, phi, out = _strap(band, fabric, 1, END - 0.15, np.pi + 0.32, out)
    parts += [under, over]
    lines += _strap_sewing(phi, out)
    parts.append(tubes("band-thread", lines, 0.0033, thread))
    parts.append(
        flag(
            band.front,
            np.array([-0.06, 0.10]),
            0.27,
            yarn("flag", rgb(o["flag"]), turns=70, relief=0.001, rough=0.5),
            0.005,
        )
    )
    fuzz(parts[0], thread_color(col), 6000, 0.011)
    fuzz(parts[2], thread_color(vis), 5000, 0.010)
    return parts, parts[:1] + parts[2:3]


def _strap_sewing(phi, out, width=0.175):
    lines = []
    keep = phi > END + 0.02
    for side in (-1, 1):
        p, r = phi[keep][:-8], out[keep][:-8]
        flat = oval(p)
        n = np.c_[flat / np.linalg.norm(flat, axis=1, keepdims=True), 0 * p]
        lines += stitches(np.c_[flat * (0.955 + r)[:, None], 0 * p + 0.205 + side * width * 0.36], n, seed=5)
    return lines
