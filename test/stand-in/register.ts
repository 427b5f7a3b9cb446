import { registerHooks } from 'node:module';

/** Loaded before the main process: imports of `electron` resolve to the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
