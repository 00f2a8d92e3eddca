"""How each shirt is set before the camera."""
import shirt
from scene import COOL, WARM, camera, paper, sky, softbox


def window_light():
    """Low light from the upper left over the table, so that folds are seen."""
    sky(0.48)
    softbox((-11, 9, 9), (0, -3.2, 0), (5, 6), 5900, WARM)
    softbox((13, -6, 12), (0, -3.2, 0), (9, 9), 1250, COOL)


def arrange(o, view):
    shirt.build(o, "front" if view == "detail" else view)
    window_light()
    paper(o["ground"], back=None)
    tall = 12.2 if o["cut"] in ("long", "sweater", "sporty") else 11.2
    if view == "detail":
        camera((0.5, -3.2, 30), (0.42, -1.25, 0), 36 * 30 / 3.6, 11)
    else:
        middle = -3.1 if view == "hung" else -3.4
        camera((0, middle - 0.01, 60), (0, middle, 0), 36 * 60 / tall, 16)
