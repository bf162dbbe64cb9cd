"""The colours of the suits: legible, and told apart by people who see colours differently."""

import itertools

import pytest

from pbntools.reports.suits import PALETTES, PAPER, Colours, Ground

# Viénot, Brettel and Mollon 1999: what is left of linear red, green and blue without one kind of cone; the third
# is Brettel's for tritanopia in its common approximation.
BLIND = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritanopia": ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.805, 0.11911)),
}
Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    return channel(1), channel(3), channel(5)


def seen(colour: str, kind: str) -> Triple:
    rgb = linear(colour)
    red, green, blue = (
        min(max(sum(part * value for part, value in zip(row, rgb, strict=True)), 0.0), 1.0) for row in BLIND[kind]
    )
    return red, green, blue


def lightness(rgb: Triple) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def lab(rgb: Triple) -> Triple:
    red, green, blue = rgb
    white = (0.95047, 1.0, 1.08883)
    xyz = (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )
    x, y, z = (
        (value / ground) ** (1 / 3) if value / ground > 0.008856 else 7.787 * value / ground + 16 / 116
        for value, ground in zip(xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Triple, other: Triple) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("key", PALETTES)
def test_contrast(key: tuple[Colours, Ground]) -> None:
    ground = lightness(linear(PAPER[key[1]]))
    for colour in PALETTES[key]:
        one, other = sorted((lightness(linear(colour)), ground))
        assert (other + 0.05) / (one + 0.05) >= 4.5, colour


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("key", PALETTES)
def test_colours_are_told_apart(key: tuple[Colours, Ground], kind: str) -> None:
    for one, other in itertools.combinations(sorted(set(PALETTES[key])), 2):
        # A distance of 20 in CIELAB is plain to see; neighbours on a colour chart have 2 to 3.
        assert distance(seen(one, kind), seen(other, kind)) > 20, (one, other, kind)


def test_two_colours_and_four() -> None:
    for (colours, _), palette in PALETTES.items():
        clubs, diamonds, hearts, spades = palette
        assert len(set(palette)) == (2 if colours == "two" else 4)
        assert (clubs == spades) == (diamonds == hearts) == (colours == "two")
