/** A map whose copies cost nothing: they share their entries until one of them changes. */
export class SharedMap<T> {
  private entries: ReadonlyMap<string, T>;
  /** Our own entries, which nobody else sees; null while they are shared. */
  private own: Map<string, T> | null = null;

  constructor(entries: ReadonlyMap<string, T> = nothing) {
    this.entries = entries;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  get(name: string): T | undefined {
    return this.entries.get(name);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  set(name: string, value: T): void {
    this.owned().set(name, value);
  }

  delete(name: string): void {
    if (this.entries.has(name)) this.owned().delete(name);
  }

  clear(): void {
    this.entries = nothing;
    this.own = null;
  }

  copy(): SharedMap<T> {
    this.own = null;
    return new SharedMap(this.entries);
  }

  /** True only where both are known to hold the same without looking. */
  sharesWith(other: SharedMap<T>): boolean {
    return this.entries === other.entries;
  }

  keys(): Iterable<string> {
    return this.entries.keys();
  }

  [Symbol.iterator](): Iterator<[string, T]> {
    return this.entries[Symbol.iterator]();
  }

  private owned(): Map<string, T> {
    if (this.own === null) {
      this.own = new Map(this.entries);
      this.entries = this.own;
    }
    return this.own;
  }
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();
