/**
 * Names of the elements that are open. An end tag looks no further than it closes: pages with as many elements as end
 * tags of others are read in linear time.
 */
export class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get length(): number {
    return this.#names.length;
  }

  /** @param index from the end where it is negative */
  at(index: number): string | undefined {
    return this.#names.at(index);
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  open(name: string): void {
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  closeLast(): string | undefined {
    const name = this.#names.pop();
    if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return name;
  }

  /** Closes the last one of a name and all that were opened in it; nothing where there is none. */
  close(name: string): void {
    if (this.has(name)) while (this.closeLast() !== name);
  }
}
