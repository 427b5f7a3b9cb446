import { type LearnedEffects, openLearnedEffects } from './learned-effects.ts';
import { type LearnedRoutes, openLearnedRoutes } from './learned-routes.ts';

/** Behaviour learned from the pages of a site, which need not be tried again on each page. It outlives browsers. */
export type LearnedBehaviour = Readonly<{ effects: LearnedEffects; routes: LearnedRoutes }>;

export function openLearnedBehaviour(): LearnedBehaviour {
  return { effects: openLearnedEffects(), routes: openLearnedRoutes() };
}
