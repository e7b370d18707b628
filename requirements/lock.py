"""Pin what the project needs: lock files for playing, for a server on PostgreSQL, for developing, for the benchmark."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LOCKS = {
    "play.lock": ["--group", "build"],
    "server.lock": ["--extra", "postgres"],
    "dev.lock": ["--group", "build", "--group", "dev", "--extra", "postgres"],
    "bench.lock": ["--extra", "bench"],
}


def main() -> None:
    for name, wanted in LOCKS.items():
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
        command += ["--no-emit-index-url", "--no-annotate", "--generate-hashes", "--no-header"]
        command += [*wanted, "pyproject.toml", "--output-file", str(HERE / name)]
        subprocess.run(command, check=True, cwd=HERE.parent)


if __name__ == "__main__":
    main()
