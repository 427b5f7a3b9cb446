import type { FileTree } from '../file-tree.ts';
import { ConfigFault, parseConfigFile } from './config-file.ts';
import { configName } from './config-name.ts';
import { type OnReference, resolveRefs } from './resolve-refs.ts';
import { upgradeMint } from './upgrade-mint.ts';
import { recordOf, type Values } from './values.ts';

/**
 * Reads docs.json, with the files named by its `$ref`s merged in, or converts mint.json to the form of docs.json.
 * @throws ConfigFault if there is no configuration, or it is not a JSON object
 */
export function readConfig(tree: FileTree, report: OnReference): Values {
  const name = configName(tree);
  if (name === undefined) throw new ConfigFault('docs.json', 'is missing.');
  const raw = recordOf(parseConfigFile(tree, name));
  if (raw === undefined) throw new ConfigFault(name, 'must contain an object.');
  const config = recordOf(resolveRefs(raw, tree, name, report)) ?? {};
  return name === 'mint.json' && !recordOf(config.navigation) ? upgradeMint(config) : config;
}
