import type { Profile } from './profile.ts';
import { vitepress } from './vitepress.ts';

export const profiles: readonly Profile[] = [vitepress];
