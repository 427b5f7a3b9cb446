/**
 * Stack of the names of open elements. Also counts them, so that an end tag without a matching element takes constant
 * time and pages are read in linear time.
 */
export class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get length(): number {
    return this.#names.length;
  }

  /** @param index negative to count from the end */
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

  /** Closes the last element of a name and all that were opened in it; does nothing if there is none. */
  close(name: string): void {
    if (this.has(name)) while (this.closeLast() !== name);
  }
}
