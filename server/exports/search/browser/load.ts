import type { Load } from './site.ts';

/** Error for a missing or incomplete data file. */
export class MissingFile extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} cannot be read`);
    this.file = file;
  }
}

/**
 * Loads data files as scripts, the only way that also works from `file://`. Each script passes its content to `put` of
 * the global object.
 * @param folder URL with a trailing slash
 */
export function scriptLoader(folder: string): { load: Load; put: (name: string, content: unknown) => void } {
  const arrived = new Map<string, unknown>();
  return {
    put: (name, content) => arrived.set(name, content),
    load: (name) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        const done = (): void => {
          script.remove();
          if (arrived.has(name)) resolve(arrived.get(name));
          else reject(new MissingFile(script.src.slice(new URL('..', folder).href.length)));
          arrived.delete(name);
        };
        script.src = `${folder}${name}.js`;
        script.dataset.offprint = '';
        script.onload = script.onerror = done;
        document.head.append(script);
      }),
  };
}
