#!/usr/bin/python3 -B
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the figures of the documentation as SVG files next to this script, in some seconds.

    PYTHONPATH=build/python /usr/bin/python3 docs/figures/make_figures.py

Every figure with data draws its units, fits them with the package, and plots what the fits return. Equal seeds give equal
figures.
"""

import warnings
from math import log10
from pathlib import Path

import numpy as np

import resunit

HERE = Path(__file__).resolve().parent
BLUE, ORANGE, GREEN, GRAY, LIGHT, DARK = "#2166ac", "#d95f02", "#1b7837", "#8a8a8a", "#dddddd", "#222222"


class Picture:
    """An SVG file: shapes are added in pixels, y downwards."""

    def __init__(self, width, height):
        self.size = width, height
        self.shapes = [f'<rect width="{width}" height="{height}" rx="8" fill="white"/>']

    def add(self, shape):
        self.shapes.append(shape)

    def line(self, points, color=DARK, width=1.5, dash="", arrow=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"'
                 + (f' stroke-dasharray="{dash}"' if dash else "") + (' marker-end="url(#tip)"' if arrow else "") + "/>")

    def dot(self, x, y, color=BLUE, radius=3.0):
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{color}" fill-opacity="0.75"/>')

    def box(self, x, y, width, height, color=DARK, fill="white"):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4" fill="{fill}"'
                 f' stroke="{color}" stroke-width="1.5"/>')

    def text(self, x, y, words, size=13, color=DARK, anchor="middle", bold=False, turn=0):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}"'
                 + (' font-weight="bold"' if bold else "") + (f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else "")
                 + f">{words}</text>")

    def write(self, name, title):
        width, height = self.size
        tip = ('<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
               f'<path d="M0,0 L10,5 L0,10 z" fill="{DARK}"/></marker></defs>')
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
                 ' font-family="DejaVu Sans, Helvetica, Arial, sans-serif" role="img">', f"<title>{title}</title>", tip,
                 *self.shapes, "</svg>"]
        (HERE / name).write_text("\n".join(lines) + "\n")


class Axes:
    """A plot inside a picture: a frame, ticks, and the map from data to pixels."""

    def __init__(self, picture, left, top, width, height, x, y, log=False):
        self.picture, self.log = picture, log
        self.frame, self.x, self.y = (left, top, width, height), x, y
        picture.box(left, top, width, height, GRAY)

    def at(self, x, y):
        left, top, width, height = self.frame
        scale = log10 if self.log else float
        (x0, x1), (y0, y1) = self.x, self.y
        return (left + width * (scale(x) - scale(x0)) / (scale(x1) - scale(x0)),
                top + height * (scale(y1) - scale(y)) / (scale(y1) - scale(y0)))

    def ticks(self, xs, ys, form="{:g}"):
        left, top, width, height = self.frame
        for value in xs:
            px = self.at(value, self.y[0])[0]
            self.picture.line([(px, top + height), (px, top + height + 4)], GRAY, 1)
            self.picture.text(px, top + height + 17, form.format(value), 11)
        for value in ys:
            py = self.at(self.x[0], value)[1]
            self.picture.line([(left - 4, py), (left, py)], GRAY, 1)
            self.picture.text(left - 7, py + 4, form.format(value), 11, anchor="end")

    def labels(self, title, x, y):
        left, top, width, height = self.frame
        self.picture.text(left + width / 2, top - 10, title, 13, bold=True)
        self.picture.text(left + width / 2, top + height + 36, x, 12)
        self.picture.text(left - 42, top + height / 2, y, 12, turn=-90)

    def curve(self, xs, ys, color, marks=True, dash="", width=1.8):
        points = [self.at(x, y) for x, y in zip(xs, ys)]
        self.picture.line(points, color, width, dash)
        for px, py in points if marks else ():
            self.picture.dot(px, py, color)


def forward(A, B, X):
    return (np.maximum(X @ A.T, 0) + X) @ B.T


# The unit as a block diagram.
def draw_blocks(picture, left, middle):
    """x -> A -> ReLU -> + -> B -> y, the skip connection above; 420 pixels wide."""
    picture.text(left + 8, middle + 6, "x", 20, bold=True)
    picture.line([(left + 20, middle), (left + 68, middle)], arrow=True)
    picture.box(left + 70, middle - 22, 54, 44, BLUE, "#e8f0f8")
    picture.text(left + 97, middle + 6, "A", 19, BLUE, bold=True)
    picture.line([(left + 124, middle), (left + 158, middle)], arrow=True)
    picture.box(left + 160, middle - 22, 74, 44, DARK, "#f6f6f6")
    picture.line([(left + 176, middle + 10), (left + 197, middle + 10), (left + 218, middle - 11)], DARK, 2)
    picture.line([(left + 234, middle), (left + 263, middle)], arrow=True)
    picture.add(f'<circle cx="{left + 277}" cy="{middle}" r="13" fill="white" stroke="{DARK}" stroke-width="1.5"/>')
    picture.text(left + 277, middle + 6, "+", 19)
    picture.line([(left + 42, middle), (left + 42, middle - 52), (left + 277, middle - 52), (left + 277, middle - 15)], arrow=True)
    picture.text(left + 160, middle - 59, "skip connection: x itself", 11, GRAY)
    picture.line([(left + 290, middle), (left + 324, middle)], arrow=True)
    picture.box(left + 326, middle - 22, 54, 44, ORANGE, "#fdf0e6")
    picture.text(left + 353, middle + 6, "B", 19, ORANGE, bold=True)
    picture.line([(left + 380, middle), (left + 408, middle)], arrow=True)
    picture.text(left + 420, middle + 6, "y", 20, bold=True)


def unit_figure():
    picture = Picture(640, 170)
    draw_blocks(picture, 100, 86)
    picture.text(197, 131, "layer 1", 12, BLUE)
    picture.text(197, 147, "d × d weights", 11, GRAY)
    picture.text(297, 131, "ReLU", 12)
    picture.text(297, 147, "v⁺ = max(0, v)", 11, GRAY)
    picture.text(453, 131, "layer 2", 12, ORANGE)
    picture.text(453, 147, "m × d weights", 11, GRAY)
    picture.text(112, 131, "d inputs", 12)
    picture.text(536, 131, "m outputs", 12)
    picture.text(536, 147, "m ≥ d", 11, GRAY)
    picture.write("unit.svg", "Block diagram of the unit y = B[(Ax)+ + x]")


# A unit with two inputs: its kinks in the plane, and one output along a line.
def kinks_figure():
    A = np.array([[1.0, 0.6], [-0.7, 1.0]])
    b = np.array([[1.0, 0.8]])

    def output(x1, x2):
        return forward(A, b, np.array([[x1, x2]]))[0, 0]

    picture = Picture(760, 360)
    plane = Axes(picture, 70, 45, 260, 260, (-1, 1), (-1, 1))
    for level in np.arange(-3, 6.01, 0.3):
        draw_level(plane, A, b, level)
    for j, color in ((0, BLUE), (1, ORANGE)):
        direction = np.array([A[j, 1], -A[j, 0]])
        direction /= abs(direction).max()
        plane.curve([-direction[0], direction[0]], [-direction[1], direction[1]], color, False, width=2.6)
        normal = A[j] / np.linalg.norm(A[j])
        foot = direction * 0.62
        picture.line([plane.at(*foot), plane.at(*(foot + 0.2 * normal))], color, 2)
        px, py = plane.at(*(foot + 0.33 * normal))
        picture.add(f'<rect x="{px - 33:.1f}" y="{py - 10:.1f}" width="66" height="17" fill="white" fill-opacity="0.85"/>')
        picture.text(px, py + 4, f"a{'₁₂'[j]}x &gt; 0", 12, color, bold=True)
    plane.curve([-1, 1], [0.5, 0.5], DARK, False, "5 4", 1.4)
    plane.ticks([-1, 0, 1], [-1, 0, 1])
    plane.labels("level lines of an output y₁", "x₁", "x₂")

    xs = np.linspace(-1, 1, 201)
    ys = [output(x, 0.5) for x in xs]
    cut = Axes(picture, 430, 45, 290, 260, (-1, 1), (0, 4))
    for j, color in ((0, BLUE), (1, ORANGE)):
        kink = -A[j, 1] * 0.5 / A[j, 0]
        cut.curve([kink, kink], [0, 4], color, False, "5 4", 1.4)
        picture.dot(*cut.at(kink, output(kink, 0.5)), color, 5)
        px, _ = cut.at(kink, 0)
        picture.text(px - 6, 62, f"kink {j + 1}", 12, color, anchor="end")
    cut.curve(xs, ys, DARK, False, width=2)
    cut.ticks([-1, 0, 1], [0, 1, 2, 3, 4])
    cut.labels("y₁ along the dashed line, x₂ = 0.5", "x₁", "y₁")
    picture.write("kinks.svg", "A unit with two inputs is linear in each of four regions, separated by two kinks")


def draw_level(axes, A, b, level):
    """The line b[(Ax)^+ + x] = level: in each region of fixed signs of Ax a straight segment, clipped to the region."""
    for signs in ((0, 0), (0, 1), (1, 0), (1, 1)):
        gradient = (b @ (np.diag(signs) @ A + np.eye(2)))[0]
        foot, along = level * gradient / (gradient @ gradient), np.array([-gradient[1], gradient[0]])
        sides = np.vstack([np.diag(2 * np.array(signs) - 1) @ A, np.eye(2), -np.eye(2)])  # sides x + offsets >= 0
        offsets = np.array([0, 0, 1, 1, 1, 1])
        first, last = -np.inf, np.inf
        for value, slope in zip(sides @ foot + offsets, sides @ along):
            if slope > 0:
                first = max(first, -value / slope)
            elif slope < 0:
                last = min(last, -value / slope)
            elif value < 0:
                last = -np.inf
        if first < last:
            axes.picture.line([axes.at(*(foot + t * along)) for t in (first, last)], "#b8b8b8", 1.1)


# What resunit does: samples in, weights out, with and without noise.
def overview_figure():
    picture = Picture(900, 470)
    draw_blocks(picture, 235, 78)
    picture.text(450, 142, "samples of y = B[(Ax)⁺ + x] in, weights A and B out", 14)
    for left, noise, samples in ((70, 0.0, 64), (520, 1.0, 256)):
        X, Y, A, B = resunit.generate(inputs=8, samples=samples, noise=noise, negative=0.5, random_state=3)
        unit = resunit.ResidualUnit().fit(X, Y)
        axes = Axes(picture, left, 190, 320, 220, (-5, 5), (-5, 5))
        axes.curve([-5, 5], [-5, 5], LIGHT, False)
        for true, found, color in ((A, unit.A_, BLUE), (B, unit.B_, ORANGE)):
            spread = 1.96 * (unit.stderr_.A if color == BLUE else unit.stderr_.B) if noise else np.zeros_like(true)
            for t, f, s in zip(true.ravel(), found.ravel(), spread.ravel()):
                if s:
                    picture.line([axes.at(t, f - s), axes.at(t, f + s)], color, 1)
                picture.dot(*axes.at(t, f), color, 2.6)
        axes.ticks([-4, -2, 0, 2, 4], [-4, -2, 0, 2, 4])
        off = max(abs(unit.A_ - A).max(), abs(unit.B_ - B).max())
        title = (f"no noise, {samples} samples: every weight exact" if not noise else
                 f"noise {noise:g}, {samples} samples: 95% intervals")
        axes.labels(title, "true weight", "estimated weight")
        caption = "largest error {:.0e}; {} of 8 rows certified".format(off, unit.certificate_.layer1_rows.sum()) if not noise \
            else f"largest error {off:.2f}; estimated noise {unit.noise_std_:.3f}"
        picture.text(left + 310, 400, caption, 11, GRAY, anchor="end")
        picture.dot(left + 14, 206, BLUE, 4)
        picture.text(left + 24, 210, "A", 12, BLUE, anchor="start")
        picture.dot(left + 46, 206, ORANGE, 4)
        picture.text(left + 56, 210, "B", 12, ORANGE, anchor="start")
    picture.write("overview.svg", "Samples of a unit go in; estimated weights against true weights, with and without noise")


# How many samples: rows found and certified without noise; errors and standard errors with noise.
def few_samples(inputs, ratios, networks):
    right, certified, paper = [], [], []
    for ratio in ratios:
        counts = np.zeros(3)
        for seed in range(networks):
            for column, negative in ((0, 0.5), (2, 0.0)):
                X, Y, A, B = resunit.generate(inputs=inputs, samples=round(ratio * inputs), negative=negative, random_state=seed)
                try:
                    unit = resunit.ResidualUnit(method="exact" if column == 0 else "lp").fit(X, Y)
                except ValueError:
                    continue
                if column == 0:
                    counts[0] += np.sum(np.abs(unit.A_ - A).max(axis=1) < 1e-6)
                    counts[1] += unit.certificate_.layer1_rows.sum()
                else:
                    counts[2] += inputs * (np.abs(unit.B_ - B).max() < 1e-6)
        for values, count in zip((right, certified, paper), counts):
            values.append(count / networks / inputs)
    return right, certified, paper


def noise_errors(noise, sizes, networks=9):
    errors, reported = [], []
    for samples in sizes:
        error, spread = [], []
        for seed in range(networks):
            X, Y, A, B = resunit.generate(inputs=8, samples=samples, noise=noise, negative=0.5, random_state=seed)
            unit = resunit.ResidualUnit(method="noisy").fit(X, Y)
            error.append(np.linalg.norm(unit.A_ - A) / np.linalg.norm(A))
            spread.append(np.linalg.norm(unit.stderr_.A) / np.linalg.norm(unit.A_))
        errors.append(np.median(error))
        reported.append(np.median(spread))
    return errors, reported


def samples_figure():
    picture = Picture(860, 380)
    ratios = [1.5, 2, 2.25, 2.5, 2.75, 3, 3.5, 4, 5, 6, 8, 10, 12]
    right, certified, paper = few_samples(8, ratios, 20)
    axes = Axes(picture, 75, 45, 330, 260, (1.2, 12.2), (-0.03, 1.03))
    axes.curve(ratios, right, BLUE)
    axes.curve(ratios, certified, GREEN)
    axes.curve(ratios, paper, GRAY)
    axes.ticks([2, 4, 6, 8, 10, 12], [0, 0.25, 0.5, 0.75, 1])
    axes.labels("no noise, d = 8", "samples per input, n / d", "share")
    for height, words, color in ((120, "rows of A exact", BLUE), (138, "rows of A certified", GREEN),
                                 (280, "networks whose B the", GRAY), (295, "paper's LP finds (A ≥ 0)", GRAY)):
        picture.text(300 if height < 200 else 398, height, words, 11.5, color, anchor="end")

    sizes = [64, 128, 256, 512, 1024, 2048, 4096]
    axes = Axes(picture, 505, 45, 330, 260, (50, 5000), (0.0005, 0.3), log=True)
    for noise, color in ((0.05, BLUE), (0.5, ORANGE)):
        errors, reported = noise_errors(noise, sizes)
        axes.curve(sizes, reported, color, False, width=1.5)
        for size, error in zip(sizes, errors):
            picture.dot(*axes.at(size, error), color, 4)
        px, py = axes.at(sizes[3], errors[3])
        picture.text(px + 12, py - 10, f"noise {noise:g}", 12, color, anchor="start")
    axes.ticks([64, 256, 1024, 4096], [0.001, 0.01, 0.1])
    axes.labels("with noise, d = 8", "samples n", "relative error of A")
    picture.text(515, 280, "points: true error; lines: reported standard error", 11, GRAY, anchor="start")
    picture.text(515, 295, "(medians of 9 networks)", 11, GRAY, anchor="start")
    picture.write("samples.svg", "Share of rows identified against the number of samples, and errors under noise")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # fits of too few samples warn, as they should
    unit_figure()
    kinks_figure()
    overview_figure()
    samples_figure()
