import { storeContract } from "../../../../test/support/sidecar/store-contract.ts";
import { createMemoryStore } from "./memory-store.ts";

storeContract("memory", createMemoryStore);
