import { type FileTree, textOf } from '../file-tree.ts';

/** Error for an unusable configuration. */
export class ConfigFault extends Error {
  readonly file: string;
  constructor(file: string, message: string) {
    super(`${file} ${message}`);
    this.name = 'ConfigFault';
    this.file = file;
  }
}

/** Parses a configuration file. @throws ConfigFault if it is not valid JSON */
export function parseConfigFile(tree: FileTree, file: string): unknown {
  try {
    return JSON.parse(textOf(tree, file) ?? '');
  } catch (error) {
    throw new ConfigFault(file, `is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}
