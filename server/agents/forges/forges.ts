import { bitbucketForge } from './bitbucket.ts';
import type { Forge, ForgeSettings } from './forge.ts';
import { giteaForge } from './gitea.ts';
import { githubForge } from './github.ts';
import { gitlabForge } from './gitlab.ts';

const KINDS: Readonly<Record<ForgeSettings['kind'], (settings: ForgeSettings) => Forge>> = {
  gitea: giteaForge,
  gitlab: gitlabForge,
  github: githubForge,
  bitbucket: bitbucketForge,
};

/** Opens the forge that the settings describe. */
export function openForge(settings: ForgeSettings): Forge {
  return KINDS[settings.kind](settings);
}
