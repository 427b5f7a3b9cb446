import { type FileTree, textOf } from '../file-tree.ts';

/** A configuration that nothing can be made of. */
export class ConfigFault extends Error {
  readonly file: string;
  constructor(file: string, message: string) {
    super(`${file} ${message}`);
    this.name = 'ConfigFault';
    this.file = file;
  }
}

/** Reads a file of the configuration. @throws ConfigFault when it is no JSON */
export function parseConfigFile(tree: FileTree, file: string): unknown {
  try {
    return JSON.parse(textOf(tree, file) ?? '');
  } catch (error) {
    throw new ConfigFault(file, `is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}
