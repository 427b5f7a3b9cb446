import { type KnownEffects, openKnownEffects } from './known-effects.ts';
import { type KnownRoutes, openKnownRoutes } from './known-routes.ts';

/** What the pages of a site have taught about it: what need not be tried on each. It outlives browsers. */
export type Lessons = Readonly<{ effects: KnownEffects; routes: KnownRoutes }>;

export function openLessons(): Lessons {
  return { effects: openKnownEffects(), routes: openKnownRoutes() };
}
