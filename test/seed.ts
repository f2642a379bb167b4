/** Searches begin at the seed of the commit, so that a commit passes or fails on every machine alike. */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.INTENTGATE_TEST_SEED) });
