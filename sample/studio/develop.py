"""From what the camera recorded to a JPEG: denoised, toned, a little sharpened, with grain.

/usr/bin/python3 develop.py RECORDED.npz PICTURE.jpg

The denoiser is the network of Intel Open Image Denoise, run by PyTorch. STUDIO_WEIGHTS names the file of its
weights, rt_hdr_alb_nrm.tza.
"""
import os
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageFilter
from scipy.ndimage import gaussian_filter

TILE, OVERLAP = 480, 80  # both whole numbers of the network's coarsest cells of 16 pixels


def read_weights(path):
    """The tensors of a .tza file."""
    data = open(path, "rb").read()
    (table,) = struct.unpack_from("<Q", data, 4)
    (count,) = struct.unpack_from("<I", data, table)
    at, tensors = table + 4, {}
    for _ in range(count):
        (n,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + n].decode()
        at += 2 + n
        dims = data[at]
        shape = struct.unpack_from(f"<{dims}I", data, at + 1)
        at += 1 + 5 * dims
        kind = {"h": np.float16, "f": np.float32}[chr(data[at])]
        (start,) = struct.unpack_from("<Q", data, at + 1)
        at += 9
        values = np.frombuffer(data, kind, int(np.prod(shape)), start).reshape(shape)
        tensors[name] = torch.from_numpy(values.astype(np.float32))
    return tensors


def network(w, x):
    def conv(name, t):
        return F.relu(F.conv2d(t, w[name + ".weight"], w[name + ".bias"], padding=1))

    def up(t, skip):
        return torch.cat([F.interpolate(t, scale_factor=2), skip], 1)

    pool = lambda t: F.max_pool2d(t, 2)
    p1 = pool(conv("enc_conv1", conv("enc_conv0", x)))
    p2 = pool(conv("enc_conv2", p1))
    p3 = pool(conv("enc_conv3", p2))
    y = conv("enc_conv5b", conv("enc_conv5a", pool(conv("enc_conv4", p3))))
    y = conv("dec_conv4b", conv("dec_conv4a", up(y, p3)))
    y = conv("dec_conv3b", conv("dec_conv3a", up(y, p2)))
    y = conv("dec_conv2b", conv("dec_conv2a", up(y, p1)))
    return conv("dec_conv0", conv("dec_conv1b", conv("dec_conv1a", up(y, x))))


# The network sees light on a perceptual scale: a line, a power, a logarithm.
LINE = 1412.83765
POWER = 1.64593172, 0.431384981, -0.00294139609
LOG = 0.192653254, 0.00626026094, 0.998620152
LOW, HIGH = 1.5794576e-6, 0.0322087631


def to_scale(y):
    y = np.maximum(y, 0)
    b, c, d = POWER
    e, f, g = LOG
    return np.where(y <= LOW, LINE * y, np.where(y <= HIGH, b * y**c + d, e * np.log(y + f) + g))


def from_scale(x):
    b, c, d = POWER
    e, f, g = LOG
    low, high = LINE * LOW, b * HIGH**c + d
    middle = (np.maximum(x - d, 0) / b) ** (1 / c)
    return np.where(x <= low, x / LINE, np.where(x <= high, middle, np.exp((x - g) / e) - f))


def denoise(weights, light, albedo, normal):
    top = to_scale(np.array(65504.0))
    x = np.concatenate([to_scale(light) / top, np.clip(albedo, 0, 1), normal * 0.5 + 0.5], -1)
    h, w = x.shape[:2]
    x = np.pad(x, ((OVERLAP, OVERLAP + -h % TILE), (OVERLAP, OVERLAP + -w % TILE), (0, 0)), "reflect")
    x = torch.from_numpy(x.astype(np.float32)).permute(2, 0, 1)[None]
    out = torch.empty(3, h + -h % TILE, w + -w % TILE)
    with torch.no_grad():
        for i in range(0, h, TILE):
            for j in range(0, w, TILE):
                tile = x[:, :, i : i + TILE + 2 * OVERLAP, j : j + TILE + 2 * OVERLAP]
                y = network(weights, tile)[0, :, OVERLAP:-OVERLAP, OVERLAP:-OVERLAP]
                out[:, i : i + TILE, j : j + TILE] = y
    return from_scale(out[:, :h, :w].permute(1, 2, 0).numpy().astype(np.float64) * top)


def tone(light, exposure, saturation=0.82):
    """A straight line up to the shoulder, then softly towards white; a slight S on top. sRGB from 0 to 1."""
    gray = (light @ [0.2126, 0.7152, 0.0722])[..., None]
    x, knee = np.maximum(gray + saturation * (light - gray), 0) * exposure, 0.5
    x = np.where(x < knee, x, knee + (1 - knee) * (1 - np.exp(-(x - knee) / (1 - knee))))
    x = np.clip(x, 0, 1)
    x = np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055)
    return x + 0.10 * (x - 0.5) * x * (1 - x) * 4


def develop(recorded, picture, weights, exposure=0.95, grain=0.006):
    passes = np.load(recorded)
    clean = denoise(weights, *(passes[k].astype(np.float64) for k in ("light", "albedo", "normal")))
    srgb = tone(clean, exposure)
    im = Image.fromarray((np.clip(srgb, 0, 1) * 255 + 0.5).astype(np.uint8))
    sharp = np.asarray(im.filter(ImageFilter.UnsharpMask(1.2, 45, 1)), np.float32) / 255
    rng = np.random.default_rng(1)
    noise = gaussian_filter(rng.standard_normal(sharp.shape[:2]), 0.6)
    noise = noise / noise.std() * grain * (0.6 + 0.8 * (1 - np.abs(2 * sharp.mean(-1) - 1)))
    out = np.clip(sharp + noise[..., None], 0, 1)
    rounding = rng.random(out.shape[:2])[..., None]
    im = Image.fromarray(np.floor(out * 254.999 + rounding).astype(np.uint8))
    part = picture + ".part"
    im.save(part, "JPEG", quality=92, subsampling=0, optimize=True, progressive=True)
    os.replace(part, picture)


if __name__ == "__main__":
    torch.set_num_threads(1)
    develop(sys.argv[1], sys.argv[2], read_weights(os.environ["STUDIO_WEIGHTS"]))
