#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Opens report pages in headless Chromium, at two widths, in light and dark mode, and checks what a reader would see.

    browser_test.py RESUNIT [--all] [--keep FOLDER]     exit code 77 if Chromium is not installed

Checks: no console errors; no overlapping labels within an image, and none outside of it; text of at least 9 pixels; no
horizontal scrolling of the page; every id once; a contrast of at least 4.5:1 (WCAG AA) of all text with its background.
The browser is controlled by the DevTools protocol through a pipe. --all includes the slower
experiments. --keep writes the pages and their screenshots.
"""

import argparse
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
WIDTHS = (400, 1280)
SCHEMES = ("light", "dark")
QUICK_EXPERIMENTS = ["weights", "noise", "nonnegativity", "multilayer"]
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe""".split()

CHECKS = r"""
(() => {
  const problems = [];
  const visible = (e) => e.getClientRects().length > 0;
  const name = (e) => JSON.stringify(e.textContent.trim().slice(0, 40));
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
                            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  for (const image of document.querySelectorAll("svg")) {
    const frame = image.getBoundingClientRect();
    const scale = frame.width / image.viewBox.baseVal.width;
    const texts = [...image.querySelectorAll("text")];
    const boxes = texts.map((t) => t.getBoundingClientRect());
    for (let i = 0; i < texts.length; ++i) {
      const box = boxes[i];
      if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.top < frame.top - 0.5 ||
          box.bottom > frame.bottom + 0.5) problems.push(`${name(texts[i])} is outside of its image`);
      const size = scale * parseFloat(getComputedStyle(texts[i]).fontSize);
      if (size < 9) problems.push(`${name(texts[i])} has a font size of ${size.toFixed(1)} pixels`);
      for (let j = 0; j < i; ++j)
        if (overlap(box, boxes[j])) problems.push(`${name(texts[i])} overlaps ${name(texts[j])}`);
    }
  }
  const width = document.documentElement.scrollWidth;
  if (width > window.innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => !e.closest(".wide, svg") &&
      e.getBoundingClientRect().right > window.innerWidth + 0.5).map((e) => e.tagName + " " + name(e));
    problems.push(`the page is ${width} pixels wide in a window of ${window.innerWidth}: ${wide.slice(0, 3)}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`the id ${id} occurs twice`);

  // colors as the browser paints them: a canvas evaluates color-mix() and variables
  const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const memory = new Map();
  const rgba = (color) => {
    if (!memory.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      memory.set(color, [...context.getImageData(0, 0, 1, 1).data]);
    }
    return memory.get(color);
  };
  const luminance = (c) => c.slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + [0.2126, 0.7152, 0.0722][k] * v, 0);
  const background = (e) => {
    for (; e; e = e.parentElement) {
      const color = rgba(getComputedStyle(e).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const texts = document.querySelectorAll("p, a, th, td, caption, figcaption, h1, h2, .badge, .color-bar span, svg text");
  for (const e of texts) {
    if (!visible(e) || !e.textContent.trim()) continue;
    const style = getComputedStyle(e);
    const a = luminance(rgba(e.closest("svg") ? style.fill : style.color)), b = luminance(background(e));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) problems.push(`${name(e)} has a contrast of ${contrast.toFixed(2)}`);
  }
  return [...new Set(problems)];
})()
"""

# A page with every kind of problem, and what must be reported about it: the checks are checked first.
BAD_PAGE = """<!doctype html><title>bad</title><body style="margin: 0"><script>console.error("broken")</script>
<svg viewBox="0 0 400 100" style="width: 400px"><text x="50" y="50">one</text><text x="55" y="55">two</text>
<text x="390" y="20">outside</text><text x="200" y="80" font-size="5">tiny</text></svg>
<p id="twice">a</p><p id="twice">b</p><p style="width: 3000px">wide</p><p style="color: #999; background: #aaa">faint</p>"""
EXPECTED = ("overlaps", "outside of its image", "font size of 5.0", "pixels wide in a window", "the id twice occurs twice",
            "has a contrast of", "console:")


class Browser:
    """Headless Chromium; messages are JSON, separated by zero bytes, on the file descriptors 3 and 4 of the browser."""

    def __init__(self, program: str, profile: str):
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        shell = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        command = ["bash", "-c", shell, program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer, self._count, self._session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()

    def _message(self) -> dict:
        while b"\0" not in self._buffer:
            received = os.read(self._in, 1 << 20)
            if not received:
                raise RuntimeError("Chromium ended unexpectedly")
            self._buffer += received
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method: str, **parameters) -> dict:
        self._count += 1
        request = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        os.write(self._out, json.dumps(request).encode() + b"\0")
        while (message := self._message()).get("id") != self._count:
            self.events.append(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def open(self, page: Path, width: int, scheme: str) -> None:
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=page.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._message())

    def console_errors(self) -> list[str]:
        errors = []
        for event in self.events:
            parameters = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                errors.append(parameters["exceptionDetails"]["text"])
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                errors.append(parameters["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                errors.append(str(parameters["args"]))
        return ["console: " + error for error in errors]

    def problems(self) -> list[str]:
        result = self.call("Runtime.evaluate", expression=CHECKS, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"]["value"] + self.console_errors()

    def screenshot(self, file: Path) -> None:
        image = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        file.write_bytes(base64.b64decode(image))


def write_table(file: Path, names: list[str], rows: list[list[float]]) -> None:
    lines = [",".join(names)] + [",".join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def name_columns(file: Path, names: list[str]) -> None:
    """Gives a table without a header these names."""
    file.write_text(",".join(names) + "\n" + file.read_text())


def make_pages(resunit: str, folder: Path, experiments: list[str]) -> list[Path]:
    """Reports of an exact and a noisy fit, of SGD, of a regression, and of quick experiments."""
    run = lambda *arguments: subprocess.run([resunit, *map(str, arguments)], check=True, cwd=folder,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run("generate", "--inputs", 5, "--samples", 300, "--out", "exact")
    run("generate", "--inputs", 12, "--samples", 1500, "--noise", 0.1, "--out", "noisy")
    long_name = "a column with a very long name that does not fit on any axis (cubic meters per second)"
    name_columns(folder / "exact/x.csv", ["speed", "load", long_name, "<b> & <i>", "温度"])
    name_columns(folder / "exact/y.csv", ["torque", "wear", "W" * 80, "é" * 30, "cost"])
    run("fit", "exact/x.csv", "exact/y.csv", "--model", "exact.json", "--report", "exact.html")
    run("fit", "noisy/x.csv", "noisy/y.csv", "--model", "noisy.json", "--report", "noisy.html")
    run("fit", "noisy/x.csv", "noisy/y.csv", "--model", "sgd.json", "--report", "sgd.html", "--method", "sgd", "--epochs", 20)
    rows = [[k, (37 * k) % 101 - 50, 1e6 + 1e-3 * ((17 * k) % 97), 3e-9 * k * ((37 * k) % 101)] for k in range(300)]
    write_table(folder / "table.csv", ["year", "offset", "large numbers", "small target"], rows)
    run("regress", "table.csv", "--target", "small target,large numbers", "--model", "r.json", "--fast", "--report", "regress.html")
    for name in experiments:
        run("reproduce", name, "--quick", "--out", name)
    reports = [folder / f"{name}.html" for name in ("exact", "noisy", "sgd", "regress")]
    return reports + [folder / name / "index.html" for name in experiments]


def check_the_checks(browser: Browser, folder: Path) -> list[str]:
    page = folder / "bad.html"
    page.write_text(BAD_PAGE)
    browser.open(page, WIDTHS[0], "light")
    found = "\n".join(browser.problems())
    return [f"the checks do not report '{text}' on a bad page" for text in EXPECTED if text not in found]


def check_pages(program: str, pages: list[Path], folder: Path, screenshots: bool) -> list[str]:
    with Browser(program, str(folder / "profile")) as browser:
        failures = check_the_checks(browser, folder)
        for page in pages:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    browser.open(page, width, scheme)
                    view = f"{page.parent.name}/{page.name}, {width} pixels, {scheme}"
                    failures += [f"{view}: {problem}" for problem in browser.problems()]
                    if screenshots:
                        browser.screenshot(page.with_name(f"{page.stem}-{width}-{scheme}.png"))
    return failures


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("resunit")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        print("skipped: Chromium is not installed (Debian: apt-get install chromium)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.keep or Path(temporary) / "pages").resolve()
        folder.mkdir(parents=True, exist_ok=True)
        pages = make_pages(os.path.abspath(arguments.resunit), folder, ["all"] if arguments.all else QUICK_EXPERIMENTS)
        failures = check_pages(program, pages, Path(temporary), arguments.keep is not None)
    print("\n".join(failures) or f"{len(pages)} pages are readable")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
