"""Contact sheets of rendered pictures: /usr/bin/python3 sheet.py PICTURES SHEETS [OLD PICTURES]

One sheet for hats and one for shirts, a row for each product. With a folder of old pictures one more puts
each old front beside the new one.
"""
import os
import sys

from PIL import Image

from catalog import HATS, SHIRTS
from render_all import pictures

CELL = (320, 400)


def paste(sheet, path, column, row):
    if os.path.exists(path):
        sheet.paste(
            Image.open(path).convert("RGB").resize(CELL, Image.LANCZOS), (column * CELL[0], row * CELL[1])
        )


def blank(columns, rows):
    return Image.new("RGB", (columns * CELL[0], rows * CELL[1]), "#f9f7f1")


def main(folder, out, old=None):
    os.makedirs(out, exist_ok=True)
    for title, products in (("hats", HATS), ("shirts", SHIRTS)):
        names = list(products)
        sheet = blank(4, len(names))
        for file, name, view in pictures():
            if name in products:
                place = products[name]["views"].index(view)
                paste(sheet, os.path.join(folder, file + ".jpg"), place, names.index(name))
        sheet.save(os.path.join(out, title + ".png"))
    if old:
        names = list(HATS | SHIRTS)
        sheet = blank(8, 4)
        for k, name in enumerate(names):
            paste(sheet, os.path.join(old, name + ".webp"), k % 4 * 2, k // 4)
            paste(sheet, os.path.join(folder, name + ".jpg"), k % 4 * 2 + 1, k // 4)
        sheet.save(os.path.join(out, "old-and-new.png"))


if __name__ == "__main__":
    main(*sys.argv[1:])
