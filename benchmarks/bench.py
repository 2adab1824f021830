#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measurements of ./bench: each case in its own process, resunit and the other solvers in turn, then the report.

    benchmarks/bench.py [--quick] [--repeats 5] [--out docs/journal/benchmarks.md]

Times are CPU seconds of one thread unless a table states otherwise. "median (minimum - maximum)" is over repetitions. A
solver that would take minutes solves the first few rows; its time is scaled to all rows and marked with *.
"""
import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(ROOT, "build/bin/bench_cases")
COMMAND = os.path.join(ROOT, "build/bin/resunit")
PEERS = os.path.join(ROOT, "benchmarks/bench_peers.py")
CORES = os.cpu_count()
# The library starts its own threads; those of OpenBLAS would only spin, and CPU time would include that.
ONE_BLAS_THREAD = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
notes = []


# ------------------------------------------------------------------------------------------------ running
def run(*words):
    """The JSON line of a case. A case that fails has a wrong answer and ends the whole run."""
    print("  " + " ".join(os.path.basename(str(word)) for word in words), file=sys.stderr, flush=True)
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=ONE_BLAS_THREAD)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, words))}\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def ours(*words):
    return run(CASES, *words)


def peer(*words):
    result = run("/usr/bin/python3", PEERS, *words)
    if "skipped" in result:
        if result["skipped"] not in notes:
            notes.append(result["skipped"])
        return None
    return result


def command(*words):
    """Wall and CPU seconds and peak memory of the command."""
    done = subprocess.run([CASES, "run", COMMAND, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: resunit {' '.join(map(str, words))}\n{done.stderr}")
    out, line = done.stdout.rstrip().rsplit("\n", 1)
    return {**json.loads(line), "out": out}


# ------------------------------------------------------------------------------------------------ writing
def seconds(value):
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.2g} s"


def spread(values):
    return f"{seconds(statistics.median(values))} ({seconds(min(values))} - {seconds(max(values))})"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def exponent(xs, ys):
    """The slope of log y over log x."""
    x, y = [math.log(v) for v in xs], [math.log(v) for v in ys]
    mean = statistics.mean(x)
    return sum((a - mean) * b for a, b in zip(x, y)) / sum((a - mean) ** 2 for a in x)


# ------------------------------------------------------------------------------------------------ measurements
def check_objectives(mine, theirs, tolerance, who):
    """Another solver may be less accurate, but never clearly better."""
    for a, b in zip(mine, theirs):
        if a > b * (1 + tolerance) + 1e-15:
            sys.exit(f"{who} has a lower objective: {b} against {a}")
    return max((b - a) / a if a > 0 else 0.0 for a, b in zip(mine, theirs))


def least_squares(quick, repeats, rates):
    """(R1), whole layer 2, compared with DGEMM on 2 n m^2 d flops with the same threads, and with linear programming."""
    rows = []
    for d, n in ((16, 512), (32, 4096)) if quick else ((16, 512), (32, 4096), (100, 48000)):
        for noise in (0, 0.2):
            for threads in (1, CORES):
                mine = ours("layer2", "r1", d, n, noise, threads, 5 * repeats if n < 1000 else repeats)
                dgemm = 2 * n * d * d * d / rates[threads]["gflops"] * 1e-9
                dgemm_cpu = 2 * n * d * d * d / rates[threads]["gflops_by_cpu"] * 1e-9
                wall = statistics.median(mine["wall"])
                rows.append([f"{d}, {n}", noise, threads, spread(mine["wall"]), seconds(statistics.median(mine["cpu"])),
                             f"{wall / dgemm:.2f}", f"{statistics.median(mine['cpu']) / dgemm_cpu:.2f}", f"{mine['steps']:.1f}",
                             mine["peak_mb"]])
    text = table(["d, n", "noise", "threads", "wall", "CPU", "wall / DGEMM", "CPU / DGEMM CPU", "steps per row on all samples",
                  "peak MB"], rows)
    compared = []
    with tempfile.TemporaryDirectory() as folder:
        for d, n in ((16, 512),) if quick else ((16, 512), (32, 4096)):
            mine = ours("layer2", "r1", d, n, 0, 1, repeats, folder)
            cells = [f"{d}, {n}", spread(mine["cpu"])]
            for name, theirs in (("Clp", ours("clp", "r1", d, n, 0, d)), ("HiGHS", peer("highs", "r1", folder, d))):
                cells.append(f"{seconds(theirs['cpu'][0])}, {theirs['cpu'][0] / statistics.median(mine['cpu']):.0f} x"
                             if theirs else "skipped")
            compared.append(cells)
    return text + "\nWithout noise a linear program has the same solutions:\n\n" + table(
        ["d, n", "resunit, CPU", "Clp", "HiGHS"], compared)


def absolute(quick, repeats, rates):
    """(R2), whole layer 2, one thread each."""
    sizes = [(8, 512, 8), (16, 512, 16), (32, 512, 32), (32, 4096, 32)] + ([] if quick else [(100, 48000, 1)])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for d, n, some in sizes:
            mine = ours("layer2", "r2", d, n, 0.2, 1, 5 * repeats if n < 1000 else repeats if n < 10000 else 1, folder)
            median = statistics.median(mine["cpu"])
            times, cells = {}, [f"{d}, {n}", spread(mine["cpu"]), f"{mine['steps']:.1f}"]
            clp_rows, highs_rows = (some, some if n < 4096 else 4) if n < 10000 else (0, 0)
            cases = {"Clp": lambda: ours("clp", "r2", d, n, 0.2, clp_rows) if clp_rows else None,
                     "HiGHS": lambda: peer("highs", "r2", folder, highs_rows) if highs_rows else None,
                     "quantreg": lambda: peer("quantreg", "r2", folder, some)}
            for name, solve in cases.items():
                theirs = solve()
                if theirs is None:
                    cells.append("not run")
                    continue
                count = len(theirs["objectives"])
                difference = check_objectives(mine["objectives"], theirs["objectives"], 1e-8, name)
                times[name] = theirs["cpu"][0] * d / count
                cells.append(f"{seconds(times[name])}{'' if count == d else '*'} ({difference:.0e})")
            cells.append(f"{min(times.values()) / median:.1f}" if times else "")
            flops = mine["steps"] * d * n * (d * d + 12 * d)  # per step a Gram matrix and six products with Z
            cells.append(f"{flops / median * 1e-9:.0f}, {100e-9 * flops / median / rates[1]['gflops_by_cpu']:.0f}%")
            cells.append(mine["peak_mb"])
            rows.append(cells)
    return table(["d, n", "resunit, CPU", "steps per row", "Clp", "HiGHS", "quantreg fnb", "best / resunit",
                  "GFLOP/s, share of DGEMM", "peak MB"], rows)


def growth(quick, repeats):
    rows = []
    for name, words in (("(R1), noise 0.2", ("layer2", "r1")), ("(R2), noise 0.2", ("layer2", "r2")),
                        ("exact", ("fit", "exact")), ("noisy, noise 0.2", ("fit", "noisy"))):
        noise = 0 if words[1] == "exact" else 0.2
        counts = (1024, 4096, 16384) if quick else (1024, 4096, 16384, 65536)
        widths = (8, 16, 32) if quick or words[0] == "fit" else (8, 16, 32, 64)
        by_n = [statistics.median(ours(*words, 16, n, noise, 1, 3)["cpu"]) for n in counts]
        by_d = [statistics.median(ours(*words, d, 4096, noise, 1, 3)["cpu"]) for d in widths]
        rows.append([name, f"{exponent(counts, by_n):.2f}", f"{exponent(widths, by_d):.2f}",
                     ", ".join(map(seconds, by_n)), ", ".join(map(seconds, by_d))])
    return table(["", "exponent in n", "exponent in d", f"times at d = 16, n = {counts[0]} .. {counts[-1]}",
                  "times at n = 4096, d = 8, 16, .."], rows)


def regression():
    """resunit regress and MLPRegressor(64) on the same synthetic table."""
    import numpy as np
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, n in (("train.csv", 2000), ("test.csv", 5000)):
            X = random.uniform(-1, 1, (n, 8))
            y = np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2] + np.abs(X[:, 3]) + 0.1 * random.standard_normal(n) * (n == 2000)
            files.append(os.path.join(folder, name))
            np.savetxt(files[-1], np.column_stack([X, y]), delimiter=",", header=",".join("abcdefghy"), comments="")
        rows = []
        for options in ([], ["--fast"]):
            mine = command("regress", files[0], "--target", "y", "--model", f"{folder}/m.json", "--folds", 0,
                           "--threads", 1, *options)
            command("predict", f"{folder}/m.json", files[1], "--out", f"{folder}/p.npy")
            test = np.loadtxt(files[1], delimiter=",", skiprows=1)
            rmse = float(np.sqrt(np.mean((np.load(f"{folder}/p.npy")[:, 0] - test[:, -1]) ** 2)))
            rows.append([" ".join(["resunit regress", *options]), seconds(mine["cpu"]), f"{rmse:.4f}", mine["peak_mb"]])
        theirs = peer("mlp", *files)
        if theirs:
            rows.append(["MLPRegressor(64)", seconds(theirs["cpu"][0]), f"{theirs['rmse']:.4f}", theirs["peak_mb"]])
    return table(["2000 rows of 8 columns", "CPU", "RMSE on 5000 fresh rows (without noise)", "peak MB"], rows)


def out_of_core(quick, rates):
    import numpy as np
    d, rows = 32, []
    for n in (100_000, 1_000_000) if quick else (100_000, 1_000_000, 10_000_000):
        with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
            random = np.random.default_rng(1)
            A, B = np.abs(random.standard_normal((d, d))) / math.sqrt(d), random.standard_normal((d, d))
            files = [np.lib.format.open_memmap(f"{folder}/{name}.npy", "w+", "f8", (n, d)) for name in "xyz"]
            for first in range(0, n, 100_000):
                x = random.standard_normal((min(100_000, n - first), d))
                files[0][first:first + len(x)] = x
                files[1][first:first + len(x)] = (np.maximum(x @ A.T, 0) + x) @ B.T
                files[2][first:first + len(x)] = files[1][first:first + len(x)] + 0.2 * random.standard_normal(x.shape)
            del files
            size = 2 * 8 * n * d
            if n == 100_000:  # qp is biased under noise, equally in memory and out of core
                command("fit", f"{folder}/x.npy", f"{folder}/z.npy", "--model", f"{folder}/m.json", "--method", "qp")
                in_memory = np.array(json.load(open(f"{folder}/m.json"))["A"]), 1e-6
            else:
                in_memory = in_memory[0], 0.05
            for method, outputs in (("exact", "y"), ("noisy", "z"), ("qp", "z")):
                limit = "2GiB" if n > 1_000_000 else "256MiB"
                done = command("fit", f"{folder}/x.npy", f"{folder}/{outputs}.npy", "--model", f"{folder}/m.json", "--method",
                               method, "--memory", limit, "--json")
                passes = json.loads(done["out"])["passes"]
                expected, tolerance = (A, {"exact": 1e-9, "noisy": 0.01}[method]) if method != "qp" else in_memory
                error = np.linalg.norm(np.array(json.load(open(f"{folder}/m.json"))["A"]) - expected, 2) / np.linalg.norm(A, 2)
                if error > tolerance:
                    sys.exit(f"the error of the out-of-core fit is {error}")
                rate = size * passes / done["wall"] * 1e-9
                rows.append([f"fit --method {method}", f"{n:,}", f"{size * 1e-9:.2f}", limit, passes, seconds(done["wall"]),
                             seconds(done["cpu"]), f"{rate:.2g}, {100 * rate / rates[CORES]['gigabytes']:.0f}%",
                             done["peak_mb"]])
            done = command("predict", f"{folder}/m.json", f"{folder}/x.npy", "--out", f"{folder}/p.npy")
            rate = size / done["wall"] * 1e-9
            rows.append(["predict to .npy", f"{n:,}", f"{size * 1e-9:.2f}", "", 1, seconds(done["wall"]), seconds(done["cpu"]),
                         f"{rate:.2g}, {100 * rate / rates[CORES]['gigabytes']:.0f}%", done["peak_mb"]])
    return table(["d = 32", "n", "GB", "--memory", "passes", "wall", "CPU", "GB/s, share of memory bandwidth", "peak MB"], rows)


def everyday(repeats, rates):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        start = [command("--help")["wall"] for _ in range(20)]
        command("generate", "--inputs", 8, "--samples", 512, "--out", folder)
        fit = [command("fit", f"{folder}/x.csv", f"{folder}/y.csv", "--model", f"{folder}/m.json")["wall"] for _ in range(20)]
    rows.append(["resunit --help, wall", spread(start)])
    rows.append(["resunit fit, d = 8, n = 512, CSV to model, wall", spread(fit)])
    mine = ours("sgd", 16, 512, 512)
    theirs = peer("numpy_sgd", 16, 512, 512)
    ratio = f", {theirs['cpu'][0] / statistics.median(mine['cpu']):.0f} times as fast as NumPy" if theirs else ""
    rows.append(["sgd, d = 16, n = 512, 512 epochs", spread(mine["cpu"]) + ratio])
    for d, n in ((32, 1_000_000), (100, 300_000)):
        for threads in (1, CORES):
            predicted = statistics.median(times := ours("predict", d, n, threads, repeats)["wall"])
            rate, flops = 16e-9 * d * n / predicted, 4e-9 * d * d * n / predicted
            rows.append([f"predict, d = {d}, n = {n:,}, in memory, threads: {threads}, wall", spread(times) +
                         f", {rate:.2g} GB/s, {flops:.0f} GFLOP/s ({100 * flops / rates[threads]['gflops']:.0f}% of DGEMM)"])
    csv = ours("csv", 200, repeats)
    rows.append(["CSV of 200 MB, wall", spread(csv["wall"]) + f", {csv['megabytes'] / statistics.median(csv['wall']):.0f} MB/s"])
    rows.append(["CSV of 200 MB, CPU", spread(csv["cpu"])])
    return table(["", ""], rows)


def busy_share():
    """The share of the cores that is busy while this program sleeps."""
    def jiffies():
        numbers = [int(word) for word in open("/proc/stat").readline().split()[1:9]]
        return sum(numbers), numbers[3] + numbers[4]
    before = jiffies()
    time.sleep(2)
    after = jiffies()
    return 1 - (after[1] - before[1]) / max(1, after[0] - before[0])


def machine(rates):
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    busy = busy_share()
    return (f"{model}, {CORES} cores; DGEMM (OpenBLAS) {rates[1]['gflops']:.0f} GFLOP/s on one thread and "
            f"{rates[CORES]['gflops']:.0f} on {CORES}, memory {rates[1]['gigabytes']:.0f} and "
            f"{rates[CORES]['gigabytes']:.0f} GB/s (a = b + s c), measured in this run. Other work took {100 * busy:.0f}% of the "
            "cores at its start" + (": **the machine was busy, wall times are too long**" if busy > 0.1 else "") + ".\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out")
    options = parser.parse_args()
    out = options.out or os.path.join(ROOT, "build/benchmarks.md" if options.quick else "docs/journal/benchmarks.md")
    rates = {threads: ours("rates", threads) for threads in {1, CORES}}
    values = {"machine": machine(rates), "least_squares": least_squares(options.quick, options.repeats, rates),
              "absolute": absolute(options.quick, options.repeats, rates), "growth": growth(options.quick, options.repeats),
              "regression": regression(), "out_of_core": out_of_core(options.quick, rates),
              "everyday": everyday(options.repeats, rates)}
    values["notes"] = "".join(f"- Not run: {note}.\n" for note in notes)
    text = open(os.path.join(ROOT, "benchmarks/report.md")).read()
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    with open(out, "w") as file:
        file.write(text)
    print(f"The report is in {out}")


if __name__ == "__main__":
    main()
