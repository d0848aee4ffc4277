#!/usr/bin/env python3
"""Type-checks every Swift fence of the documentation, and sees that rejected clients are rejected.

Usage: check_snippets.py fences|rejected MODULES, where MODULES is the folder with the built
TypedSettings.swiftmodule.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORTS = ["Foundation", "Observation", "Synchronization", "Testing", "TypedSettings", "TypedSettingsTesting"]


def fences(path):
    """Yields (line, code) for each Swift fence of a Markdown file or of doc comments."""
    comments = path.suffix == ".swift"
    code, start = None, 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if comments:
            match = re.match(r"\s*/// ?(.*)$", line)
            line = match.group(1) if match else None
        if code is None:
            if line is not None and line.strip() == "```swift":
                code, start = [], number
        elif line is None:
            raise SystemExit(f"{path}:{start}: the fence has no end")
        elif line.strip() == "```":
            yield start, "\n".join(code)
            code = None
        else:
            code.append(line)
    if code is not None:
        raise SystemExit(f"{path}:{start}: the fence has no end")


def typecheck(source, modules, warnings_are_errors):
    flags = ["-warnings-as-errors"] if warnings_are_errors else []
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules, *flags, str(source)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return result.returncode, result.stdout + result.stderr


def check_fences(modules):
    documents = [ROOT / "README.md", *sorted((ROOT / "Sources").rglob("*.swift"))]
    documents += sorted((ROOT / "Sources").rglob("*.md"))
    jobs = []
    with tempfile.TemporaryDirectory() as folder:
        for document in documents:
            for line, code in fences(document):
                present = set(re.findall(r"^import (\w+)", code, re.M))
                imports = "".join(f"import {name}; " for name in IMPORTS if name not in present)
                source = pathlib.Path(folder) / str(len(jobs)) / "main.swift"
                source.parent.mkdir()
                source.write_text(f"{imports}\n{code}\n", encoding="utf-8")
                jobs.append((f"{document.relative_to(ROOT)}:{line}", source))

        def run(job):
            # Examples may leave a value unused; what they declare must compile all the same.
            return job[0], *typecheck(job[1], modules, False)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            failures = [(place, text) for place, code, text in pool.map(run, jobs) if code != 0]
    for place, text in failures:
        print(f"{place}: the example does not compile\n{text}")
    print(f"{len(jobs)} examples, {len(failures)} failed")
    return bool(failures) or not jobs


def check_rejected(modules):
    sources = sorted((ROOT / "Tests/ModeTests/Rejected").glob("*.swift"))
    failed = 0
    for source in sources:
        first = source.read_text(encoding="utf-8").splitlines()[0]
        if not first.startswith("// expected: "):
            raise SystemExit(f"{source.name}: the first line must be '// expected: MESSAGE'")
        message = first.removeprefix("// expected: ")
        code, text = typecheck(source, modules, False)
        errors = [line for line in text.splitlines() if "error: " in line]
        if code == 0 or not any(message in line for line in errors):
            failed += 1
            print(f"{source.name}: expected the error '{message}', got:\n{text or 'no error'}")
    print(f"{len(sources)} clients to reject, {failed} not rejected as expected")
    return failed > 0 or not sources


if __name__ == "__main__":
    task = {"fences": check_fences, "rejected": check_rejected}[sys.argv[1]]
    sys.exit(task(sys.argv[2]))
