#!/bin/sh
# UserPromptSubmit: suggests abilities and documents for what the person just typed.
# The event comes in as JSON and goes straight to the ability pool of this repository (ABILITY.md, .system/registry);
# what comes back is already the answer of a hook: suggested_abilities, suggested_documents, messages_to_user.
exec "${INTENTGATE_BIN:-intentgate}" suggest --event
