import { resolve } from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderPlugin } from '#tools/build/prerenderPlugin.ts'
import { PAGES, htmlEntriesPlugin } from '#tools/build/htmlEntriesPlugin.ts'
import { precompressPlugin } from '#tools/build/precompressPlugin.ts'

/** Where `npm start` and `npm run dev` serve the calls. */
const SERVER = `http://localhost:${process.env.PORT ?? 3000}`

/** The pieces that several screens are made of. */
const SHARED = 'shared'

const input = (page: string, folder: string) => ({
  rolldownOptions: {
    input: resolve(import.meta.dirname, page),
    // Each piece waits its turn: what a program needs from the start comes in one, and what its screens share in few.
    output: {
      chunkFileNames: ({ name }: { name: string }) =>
        `${folder}/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
      codeSplitting: {
        groups: [
          { name: 'start', tags: ['$initial' as const] },
          {
            name: SHARED,
            test: /^(?!.*(?:@base-ui|kit.feedback.(?:Dialog|Sheet)\.tsx))/,
            minShareCount: 2,
          },
          // Nobody sees a dialog before a tap: what only they are made of comes when there is nothing better to do.
          {
            name: `${SHARED}-dialogs`,
            minShareCount: 2,
            entriesAware: true,
            entriesAwareMergeThreshold: 16_000,
          },
        ],
      },
    },
  },
})

export default defineConfig(({ command }) => {
  // What is built is what is shipped, also when a test is what builds it.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    publicDir: resolve(import.meta.dirname, 'app/public'),
    plugins: [
      react(),
      babel({ presets: [reactCompilerPreset()] }),
      tailwindcss(),
      htmlEntriesPlugin(),
      prerenderPlugin(),
      precompressPlugin(),
    ],
    build: {
      outDir: resolve(import.meta.dirname, 'dist/app'),
      emptyOutDir: true,
      target: 'es2023',
      // Inline data would need its own place in the Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...input(PAGES['/'], 'assets'),
    },
    // The console is built by itself into a folder of its own: nothing of it may cost a driver a byte.
    builder: {},
    environments:
      command === 'build'
        ? {
            console: {
              consumer: 'client',
              build: {
                ...input(PAGES['/consola/'], 'consola/assets'),
                assetsDir: 'consola/assets',
                emptyOutDir: false,
                copyPublicDir: false,
              },
            },
          }
        : {},
    optimizeDeps: { entries: Object.values(PAGES) },
    server: {
      fs: { allow: [import.meta.dirname] },
      watch: { ignored: ['**/.data/**', '**/dist/**'] },
      proxy: { '/api': SERVER, '/geopay': SERVER },
    },
  }
})
