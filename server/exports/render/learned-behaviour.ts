import { type LearnedEffects, openLearnedEffects } from './learned-effects.ts';
import { type LearnedRoutes, openLearnedRoutes } from './learned-routes.ts';

/** What the pages of a site have taught about it: what need not be tried on each. It outlives browsers. */
export type LearnedBehaviour = Readonly<{ effects: LearnedEffects; routes: LearnedRoutes }>;

export function openLearnedBehaviour(): LearnedBehaviour {
  return { effects: openLearnedEffects(), routes: openLearnedRoutes() };
}
