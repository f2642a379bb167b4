#!/bin/sh
# Which hooks exist here and how to run them: JSON, grouped by event type.
# The program reads .system/hooks/*.yaml, leaves out what is disabled or belongs to another environment, and fails
# with place and remedy where a file is wrong.
exec "${INTENTGATE_BIN:-intentgate}" hooks register
