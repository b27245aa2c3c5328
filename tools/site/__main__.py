"""`python -m tools.site build|serve`."""

import sys

from tools.site.make import ROOT, run, write

command = sys.argv[1] if len(sys.argv) > 1 else "build"
write(ROOT / "docs")
sys.exit(run(command, ROOT, *(["--strict"] if command == "build" else sys.argv[2:])))
