"""Records one picture: blender -b -t 1 -P picture.py -- NAME VIEW RECORDED.npz [WIDTH SAMPLES]

VIEW is one of a product's (catalog.py), or "scene" for a scene of the shop's pages (places.py).
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import hats
import places
import scene
import shirts
from catalog import PRODUCTS, SCENES

if __name__ == "__main__":
    name, view, recorded, *size = sys.argv[sys.argv.index("--") + 1 :]
    width, samples = (int(v) for v in (size or (1600, 12)))
    shape = (4, 5)
    scene.clear()
    if view == "scene":
        shape = SCENES[name]
        places.SCENES[name]()
    elif PRODUCTS[name]["garment"] == "shirt":
        shirts.arrange(PRODUCTS[name], view)
    else:
        hats.arrange(PRODUCTS[name], view)
    scene.record(recorded, width, round(width * shape[1] / shape[0]), samples)
