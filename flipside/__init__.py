"""The installed package: it holds `game`, `rules` and `assets`, so that no other package of such a
name is in the way.

They import each other by these short names, so importing `flipside` puts their folder first in
`sys.path`: this one, or the checkout around it. No other `game` or `rules` can be imported in the
same process.
"""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent

sys.path.insert(0, str(_HERE if (_HERE / "rules").is_dir() else _HERE.parent))
