"""Five board games about turning sides: `flipside.rules` plays them, `flipside.game` shows them.

In a checkout these two packages are beside this folder, and `__path__` includes them.
"""

import os

_HERE = os.path.dirname(os.path.abspath(__file__))

if not os.path.isdir(os.path.join(_HERE, "rules")):
    __path__.append(os.path.dirname(_HERE))
