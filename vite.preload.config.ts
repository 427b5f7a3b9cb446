import { defineConfig } from 'vite';

/** Builds the preload script: one CommonJS file, since a sandboxed one can load no other. */
export default defineConfig({
  root: 'preload',
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    lib: { entry: 'preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { external: ['electron'] },
  },
});
