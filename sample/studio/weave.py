"""Generated tiles of cloth: a pair (height, tone), both repeating, height from 0 to 1."""
import numpy as np
from scipy.ndimage import gaussian_filter

from mesh import bump, smooth_noise


def _wobble(n, px, amount, seed):
    y, x = np.mgrid[0:n, 0:n] / px
    x = x + smooth_noise((n, n), 0.65 * px, seed) * amount
    y = y + smooth_noise((n, n), 0.65 * px, seed + 1) * amount
    return x % (n / px), y % (n / px)


def _woven(threads, px, seed, over, place):
    """Warp over weft where `place` (0 to 1 in the repeat) is below `over`."""
    n, rng = threads * px, np.random.default_rng(seed)
    x, y = _wobble(n, px, 0.06, seed)
    i, j = np.floor(x), np.floor(y)
    ii, jj = i.astype(int) % threads, j.astype(int) % threads
    wide = 1 + 0.13 * rng.standard_normal(threads)
    cx, cy = np.abs(x - i - 0.5) * 2, np.abs(y - j - 0.5) * 2
    p = place(i, y)
    up = p < over
    warp = np.sqrt(np.clip(np.sin(np.pi * np.clip(p / over, 0, 1)), 0, 1))
    warp = warp * np.sqrt(np.clip(1 - cx**2 * 0.85, 0, 1)) * wide[ii]
    q = np.clip((p - over + 0.02) / (1.02 - over), 0, 1)
    weft = 0.55 * np.sin(np.pi * q) * np.sqrt(np.clip(1 - cy**2 * 0.8, 0, 1)) + 0.1
    fibers = smooth_noise((n, n), (2.5, 0.7), seed + 4) * 0.05
    height = gaussian_filter(np.where(up, warp, weft), 0.8, mode="wrap") + fibers
    tone = 1 + 0.07 * rng.standard_normal(threads)[ii] * up + 0.07 * rng.standard_normal(threads)[jj] * ~up
    return np.clip(height, 0, 1.3) / 1.3, tone


def twill(seed=1):
    """2/1 twill: fine diagonal ribs."""
    return _woven(48, 14, seed, 0.68, lambda i, y: ((y + i) % 3) / 3)


def canvas(seed=1):
    """Plain weave: over one, under one."""
    return _woven(36, 18, seed, 0.5, lambda i, y: ((y + i) % 2) / 2)


def pique(cells=24, px=28, seed=1):
    """Knitted piqué: rows of dimples set like bricks, knit loops between them."""
    n = cells * px
    x, y = _wobble(n, px, 0.05, seed)
    row = np.floor(y)
    dx, dy = ((x + 0.5 * (row % 2)) % 1) - 0.5, (y % 1) - 0.5
    dimple = bump(np.hypot(dx * 1.15, dy * 0.95), 0.27)
    loops = 0.12 * np.sin(2 * np.pi * (x * 4)) * np.abs(np.sin(np.pi * y * 3))
    height = 0.8 - 0.75 * dimple + loops + smooth_noise((n, n), 1.2, seed + 6) * 0.03
    return np.clip(height, 0, 1), 1 + smooth_noise((n, n), 6, seed + 7) * 0.02


def jersey(cells=24, px=28, seed=1):
    """Plain knit: columns of small V stitches."""
    n = cells * px
    x, y = _wobble(n, px, 0.05, seed)
    u = x % 1
    v = y * 1.5 + np.abs(u - 0.5) * 1.3
    leg = np.sqrt(np.clip(1 - (np.abs(np.abs(u - 0.5) - 0.25) / 0.27) ** 2, 0, 1))
    height = leg * (0.55 + 0.45 * np.abs(np.sin(np.pi * v))) + smooth_noise((n, n), 1.2, seed + 6) * 0.03
    return np.clip(height, 0, 1), 1 + smooth_noise((n, n), 6, seed + 7) * 0.03


def rib(n=512, cells=12):
    """1/1 rib: ridges along v."""
    y, x = np.mgrid[0:n, 0:n] / n
    ridge = np.abs(np.cos(np.pi * x * cells)) ** 0.8
    height = ridge * 0.8 + 0.2 * np.abs(np.sin(np.pi * y * cells * 2 + 2 * np.pi * x * cells))
    return height / height.max(), np.ones((n, n))


def terry(n=512, seed=1):
    """Towel loops."""
    f = np.abs(smooth_noise((n, n), 5, seed)) + 0.6 * np.abs(smooth_noise((n, n), 2.5, seed + 1))
    return np.clip(f / 2.4, 0, 1), 1 + smooth_noise((n, n), 8, seed + 2) * 0.03


def leather(n=512, seed=1):
    """Fine grain with pores."""
    f = -np.abs(smooth_noise((n, n), 6, seed)) - 0.5 * np.abs(smooth_noise((n, n), 3, seed + 1))
    f = (f - f.min()) / (f.max() - f.min())
    return f, 1 + smooth_noise((n, n), 30, seed + 2) * 0.04
