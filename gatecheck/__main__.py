"""``python -m gatecheck``."""

import sys

from gatecheck.cli import main

sys.exit(main())
