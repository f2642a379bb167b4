#!/bin/sh
# SessionStop: builds what was changed and says what is broken.
exec node "$(dirname "$0")/build-changed.mjs"
