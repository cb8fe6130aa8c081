"""What is installed: `game`, `rules` and `assets` inside one package, so that no other package of
such a name is in the way.

They call each other by these short names, so their folder goes in front of the path: this one,
or the checkout round it. Whoever imports another `game` or `rules` in the same process has to
choose between them.
"""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent

sys.path.insert(0, str(_HERE if (_HERE / "rules").is_dir() else _HERE.parent))
