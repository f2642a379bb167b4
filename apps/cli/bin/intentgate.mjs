#!/usr/bin/env node
import "./intentgate.cjs";
