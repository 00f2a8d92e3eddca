"""Renders what is missing of the sample catalog's pictures and of the pages' scenes, one after the other.

/usr/bin/python3 render_all.py FOLDER [PART OF A NAME ...]

FOLDER gets NAME-VIEW.jpg for each picture (the front is NAME.jpg) and manifest.json with the hash of its
parameters and its seconds. A picture whose hash is still the same is left alone: a stopped run goes on.
"""
import hashlib
import json
import os
import subprocess
import sys
import time

from catalog import EDITIONS, PRODUCTS, SCENES

WIDTH, SAMPLES = 1600, 12
HERE = os.path.dirname(os.path.abspath(__file__))
GENTLY = ["nice", "-n", "19"]


def pictures():
    """(file's name, product, view): the fronts of all, their other views, then the scenes of the pages."""
    for place in range(4):
        for name, o in PRODUCTS.items():
            view = o["views"][place]
            yield (name if place == 0 else f"{name}-{view}"), name, view
    for name in SCENES:
        yield name, name, "scene"


def fingerprint(name, view):
    o = SCENES[name] if view == "scene" else PRODUCTS[name]
    edition = EDITIONS["scene" if view == "scene" else o["garment"]]
    said = json.dumps([name, o, view, edition, WIDTH, SAMPLES], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def run(command, log):
    with open(log, "w") as out:
        subprocess.run(GENTLY + command, cwd=HERE, stdout=out, stderr=subprocess.STDOUT, check=True)


def render(file, name, view, folder):
    started, recorded = time.time(), os.path.join(folder, file + ".npz")
    log = os.path.join(folder, "log.txt")
    size = [str(WIDTH), str(SAMPLES)]
    blender = ["blender", "-b", "-t", "1", "--python-exit-code", "1", "-P", "picture.py", "--"]
    run([*blender, name, view, recorded, *size], log)
    between = time.time()
    run(["/usr/bin/python3", "develop.py", recorded, os.path.join(folder, file + ".jpg")], log)
    os.remove(recorded)
    return [round(between - started), round(time.time() - between)]


def main(folder, *parts):
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "manifest.json")
    done = json.load(open(path)) if os.path.exists(path) else {}
    for file, name, view in pictures():
        mark = fingerprint(name, view)
        there = os.path.exists(os.path.join(folder, file + ".jpg"))
        if (parts and not any(p in file for p in parts)) or (
            there and done.get(file, {}).get("hash") == mark
        ):
            continue
        try:
            seconds = render(file, name, view, folder)
        except subprocess.CalledProcessError as error:
            print(f"{file}: failed, see log.txt: {error}", flush=True)
            continue
        done[file] = {"hash": mark, "seconds": seconds}
        with open(path + ".part", "w") as out:
            json.dump(done, out, indent=1, sort_keys=True)
        os.replace(path + ".part", path)
        print(file, *seconds, "s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
