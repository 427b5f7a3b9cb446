import fs from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * `node test/contract/generate-types.ts <description.json> <types.d.ts>`: generates the types of an API description
 * with openapi-typescript. It needs the compiler API of TypeScript 5, which TypeScript 7 lacks: it gets the one that
 * `@ts-morph/common` carries. (A second package `typescript` would take the name of the command `tsc`.)
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});

const [description = '', types = ''] = process.argv.slice(2);
const { default: generate, astToString } = await import('openapi-typescript');
fs.writeFileSync(types, astToString(await generate(JSON.parse(fs.readFileSync(description, 'utf8')))));
