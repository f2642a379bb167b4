#!/bin/sh
# PostAbilityCall: writes down what was called and how it ended.
exec node "$(dirname "$0")/track-call.mjs"
