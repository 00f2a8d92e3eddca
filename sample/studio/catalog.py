"""What each product of the sample catalog is made of: colors as #rrggbb, lengths in decimetres."""


def cap(**o):
    """cord: a color for each strand. patch: border, sky, hill, near hill, flag. soft: how dented."""
    return {"garment": "cap", "views": ("front", "head", "back", "detail"), **o}


def bucket(**o):
    return {"garment": "bucket", "views": ("front", "head", "above", "detail"), **o}


def visor(**o):
    return {"garment": "visor", "views": ("front", "head", "back", "detail"), **o}


def beanie(**o):
    """stripes: from and to, above the cuff."""
    return {"garment": "beanie", "views": ("front", "head", "back", "detail"), **o}


def polo(**o):
    """stripes: how far below the neck point, and how tall. tipping: how far from their edge."""
    views = ("front", "hung", "back", "detail")
    return {"garment": "shirt", "views": views, "collar": "leaf", "knit": "pique", **o}


def quarter_zip(**o):
    views = ("front", "hung", "back", "detail")
    return {"garment": "shirt", "views": views, "collar": "stand", "knit": "double knit", "ribbed": True, **o}


BONE, GREEN, NAVY, CLAY, CREAM, PINE = "d3c6a8", "1c4230", "1a2238", "96492f", "e9e0cb", "15332a"
ROPE, BUTTER, FLAG_RED, FLAG_NAVY = "efe8d6", "e6c878", "b23a2a", "1f2a48"

HATS = {
    "starters-box-rope-cap": cap(
        ground="sand",
        seed=5,
        color=BONE,
        brim=GREEN,
        cord=(ROPE, ROPE, "a8382a"),
        patch=(GREEN, "efe4c8", "5b8a5a", "2f6543", FLAG_RED),
        wear=0.12,
        soft=1.4,
    ),
    "night-putt-rope-cap": cap(
        ground="mist",
        seed=9,
        color=NAVY,
        cord=("efe6cf", "efe6cf", "c99a3c"),
        patch=(FLAG_RED, "eadfbe", "3c5a86", "223556", FLAG_RED),
    ),
    "red-clay-rope-cap": cap(
        ground="blush",
        seed=12,
        color=CLAY,
        brim="e4d9c0",
        button=CLAY,
        cord=(FLAG_NAVY, FLAG_NAVY, "e9e0cc"),
        patch=(FLAG_NAVY, "efe4c8", "7b8f9c", "33456a", FLAG_NAVY),
        soft=1.1,
        strap="cloth",
    ),
    "tree-line-rope-cap": cap(
        ground="moss",
        seed=21,
        color=PINE,
        cord=(BUTTER, BUTTER, ROPE),
        patch=("a4492c", "ead9ab", "4d7a55", "1f4a38", "a4492c"),
        panels=6,
        deeper=0.05,
        lint=1.4,
        strap="cloth",
    ),
    "dew-sweeper-bucket-hat": bucket(
        ground="moss", seed=4, color="8f9a80", flag="efe6d0", brim_length=0.57, soft=0.9
    ),
    "waste-area-bucket-hat": bucket(
        ground="sand", seed=14, color="c4b596", ribbon="1a2036", flag=FLAG_NAVY, brim_length=0.64
    ),
    "front-nine-visor": visor(ground="moss", seed=6, color="e4e0d6", brim=GREEN, flag=GREEN),
    "twilight-rate-visor": visor(ground="blush", seed=16, color="5a6b82", brim=CLAY, flag=BUTTER),
    "frost-delay-beanie": beanie(
        ground="mist",
        seed=8,
        color=GREEN,
        stripe="e2d8c0",
        stripes=((0.10, 0.28), (0.40, 0.48)),
        label="e6dcc2",
    ),
}

SHIRTS = {
    "first-tee-polo": polo(
        ground="sand", seed=7, cut="straight", color="17382a", stripe=CREAM, tipping=(0.07,), flag=CREAM
    ),
    "provisional-polo": polo(
        ground="moss",
        seed=11,
        cut="drop tail",
        color="ddd2b8",
        stripe=GREEN,
        tipping=(0.07,),
        stripes=((2.62, 0.34), (3.10, 0.10)),
    ),
    "links-weather-polo": polo(
        ground="blush",
        seed=15,
        cut="boxy",
        color="93adc2",
        stripe="f0ece2",
        tipping=(0.07, 0.13),
        flag="f0ece2",
    ),
    "skins-game-polo": polo(
        ground="blush",
        seed=19,
        cut="trim",
        color="8a4632",
        stripe="e6dcc2",
        tipping=(0.07,),
        stripes=((2.35, 0.17), (2.85, 0.17), (3.35, 0.17)),
        ribbed=True,
    ),
    "shoulder-season-long-sleeve-polo": polo(
        ground="sand",
        seed=17,
        cut="long",
        color="4a1a24",
        stripe=CREAM,
        tipping=(0.07,),
        flag=CREAM,
        cuff=0.55,
    ),
    "winter-rules-quarter-zip": quarter_zip(
        ground="mist", seed=23, cut="sweater", color=NAVY, flag=CREAM, cuff=0.6, stripe=CREAM
    ),
    "marine-layer-quarter-zip": quarter_zip(
        ground="moss", seed=31, cut="sporty", color="a3a8a8", flag=CLAY, pull=CLAY, cuff=0.5
    ),
}

PRODUCTS = HATS | SHIRTS

# Scenes of the shop's own pages: their shape.
SCENES = {
    "hats-door": (10, 11),
    "shirts-door": (10, 11),
    "bench-at-last-light": (4, 3),
    "course-at-last-light": (4, 3),
    "desert-green": (4, 3),
}

# Raised when the shape or the shots of a garment change: its pictures are rendered again.
EDITIONS = {"cap": 3, "bucket": 1, "visor": 1, "beanie": 1, "shirt": 2, "scene": 2}
