#!/usr/bin/env node
import "../dist/intentgate.mjs";
