import { defineConfig } from 'vite';
import { handbookPlugin } from './scripts/handbook-plugin.ts';
import { licencesPlugin } from './scripts/licences-plugin.ts';

/** Builds the interface: one page with hashed files beside it, nothing inline, no source maps. */
export default defineConfig({
  root: 'renderer',
  base: './',
  publicDir: false,
  plugins: [licencesPlugin(), handbookPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000, // test/interface/build.spec.ts bounds what the first page loads
    rolldownOptions: {
      // 'use client' of libraries means nothing where there is no server that renders
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
