import type { Plugin } from 'vite';
import { licences } from './third-party.ts';

const NAME = 'virtual:licences';

/** Provides the interface with the licences of everything that is shipped, and their texts, as a module. */
export function licencesPlugin(): Plugin {
  return {
    name: 'offprint-licences',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(licences())};` : undefined),
  };
}
