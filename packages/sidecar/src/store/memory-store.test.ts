import { createMemoryStore } from "../../../../test/support/sidecar/memory-store.ts";
import { storeContract } from "../../../../test/support/sidecar/store-contract.ts";

storeContract("memory", createMemoryStore);
