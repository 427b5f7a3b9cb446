import fs from 'node:fs';
import path from 'node:path';

/**
 * A file that is rotated once it is large: `name`, then `name.1` with what came before, up to `name.<files - 1>`.
 * Writing never fails: without room for a line, the line is lost.
 */
export class RotatingFile {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #files: number;
  #descriptor: number | undefined;
  #bytes = 0;

  /** @param files maximum number of files, 1 or more */
  constructor(file: string, maxBytes: number, files: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#files = files;
  }

  write(line: string): void {
    try {
      const bytes = Buffer.from(line);
      let descriptor = this.#open();
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) {
        this.#rotate();
        descriptor = this.#open();
      }
      this.#bytes += fs.writeSync(descriptor, bytes);
    } catch {
      // a full disk or a removed folder: logging must not stop the operation that is logged
      this.close();
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    this.#descriptor = fs.openSync(this.#file, 'a', 0o600);
    this.#bytes = fs.fstatSync(this.#descriptor).size;
    return this.#descriptor;
  }

  #rotate(): void {
    this.close();
    for (let index = this.#files - 1; index >= 1; index--) {
      const older = `${this.#file}.${index}`;
      const newer = index === 1 ? this.#file : `${this.#file}.${index - 1}`;
      if (fs.existsSync(newer)) fs.renameSync(newer, older);
    }
    if (this.#files === 1) fs.rmSync(this.#file, { force: true });
  }
}
