"""Keys Numba's cache directory by a hash of the sources, since Numba does not notice an edit in a callee."""

import hashlib
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).parent
KERNEL_LAYERS = ("kernel", "games", "value", "search", "learn")


def source_key() -> str:
    """A short hash of every source file that may hold compiled code."""
    digest = hashlib.blake2b(digest_size=8)
    for layer in KERNEL_LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def cache_home() -> pathlib.Path:
    """Where compiled code is kept: outside the checkout, in the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(home) / "yomi" / "jit"


def mode() -> str:
    """Code compiled with bounds checks is kept apart."""
    return "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_home() / (source_key() + mode())))
if "numba" in sys.modules:  # imported before us: it has read its settings already
    sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
