"""Records one picture: blender -b -t 1 -P picture.py -- NAME VIEW RECORDED.npz [WIDTH SAMPLES]"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import hats
import scene
import shirts
from catalog import PRODUCTS

if __name__ == "__main__":
    name, view, recorded, *size = sys.argv[sys.argv.index("--") + 1 :]
    width, samples = (int(v) for v in (size or (1600, 16)))
    o = PRODUCTS[name]
    scene.clear()
    (shirts if o["garment"] == "shirt" else hats).arrange(o, view)
    scene.record(recorded, width, width * 5 // 4, samples)
