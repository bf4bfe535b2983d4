"""The C++ program that our Go speed is compared with, compiled where there is a compiler."""

import os
import pathlib
import shutil
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).parent.parent.parent / "bench" / "go_playouts.cpp"


class Yardstick:
    """Plain 9x9 playouts in C++; `speed` is 0 where it could not be built."""

    def __init__(self) -> None:
        self.program: pathlib.Path | None = None
        compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
        if compiler and SOURCE.is_file():
            self._folder = tempfile.TemporaryDirectory(prefix="yomi-bench-")
            program = pathlib.Path(self._folder.name) / "go_playouts"
            built = subprocess.run([compiler, "-O3", "-march=native", str(SOURCE), "-o", str(program)], check=False)
            self.program = program if built.returncode == 0 else None

    def speed(self, games: int) -> float:
        """Playouts per CPU second, measured now."""
        if self.program is None:
            return 0.0
        said = subprocess.run([str(self.program), str(games)], capture_output=True, text=True, check=True).stdout
        return float(said.split()[0])
