import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig } from 'vite'
import { CONTRACT_VERSION } from '#server/http/contractVersion.ts'
import { compileHintPlugin } from '#tools/build/compileHintPlugin.ts'
import { htmlEntriesPlugin, PAGES } from '#tools/build/htmlEntriesPlugin.ts'
import { licencesPlugin } from '#tools/build/licencesPlugin.ts'
import { precompressPlugin } from '#tools/build/precompressPlugin.ts'
import { prerenderPlugin } from '#tools/build/prerenderPlugin.ts'
import { serviceWorkerPlugin } from '#tools/build/serviceWorkerPlugin.ts'
import { BUILD_TARGET } from '#tools/build/supportedBrowsers.ts'

/** The server of the calls in `npm start` and `npm run dev`. */
const SERVER = `http://localhost:${process.env.PORT ?? 3000}`

/** Name of the chunks that several screens share. */
const SHARED = 'shared'

/** The chunks that run before a screen is drawn, beside the entry. */
const RUN_AT_ONCE = new RegExp(`^(?:App|Console|${SHARED}.*)$`)

/** The chunks of both programs: the build of the console takes over what the app's declares. */
const CODE_SPLITTING = {
  // Over HTTP/1.1 chunks queue for a connection: the initial code is one chunk, and the shared code of
  // the screens few.
  groups: [
    { name: 'start', tags: ['$initial' as const] },
    // What the first screen behind login needs, with all that it imports, and nothing else: it is loaded,
    // compiled and run before that screen is drawn.
    { name: 'App', test: /app.(?:App|screens.main)\.tsx$/ },
    { name: 'Console', test: /console.(?:Console|screens.home)\.tsx$/ },
    // What many screens share. No dialog is drawn before a click: the code that only dialogs need is
    // loaded in idle time.
    {
      name: SHARED,
      test: /^(?!.*(?:@base-ui|kit.feedback.(?:Dialog|Sheet)\.tsx))/,
      minShareCount: 4,
    },
    // The rest by the screens that share it.
    {
      name: `${SHARED}-rest`,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 9_000,
    },
  ],
}

const input = (page: string, folder: string) => ({
  input: resolve(import.meta.dirname, page),
  output: {
    chunkFileNames: ({ name }: { name: string }) =>
      `${folder}/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
  },
})

export default defineConfig(({ command }) => {
  // A build is the production build, also when a test starts it (NODE_ENV is `test` then).
  if (command === 'build') process.env.NODE_ENV = 'production'
  const licences = licencesPlugin()
  return {
    root: import.meta.dirname,
    define: { 'import.meta.env.CONTRACT_VERSION': JSON.stringify(CONTRACT_VERSION) },
    publicDir: resolve(import.meta.dirname, 'app/public'),
    plugins: [
      react({ compiler: true }),
      tailwindcss(),
      htmlEntriesPlugin(),
      prerenderPlugin(),
      serviceWorkerPlugin(),
      licences.page,
      compileHintPlugin(({ isEntry, name }) => isEntry || RUN_AT_ONCE.test(name)),
      precompressPlugin(),
    ],
    build: {
      outDir: resolve(import.meta.dirname, 'dist/app'),
      emptyOutDir: true,
      target: BUILD_TARGET,
      // Inline data would need a further source in the Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // In kB: pdfmake is one chunk of 963, loaded with the first PDF.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: mergeConfig(input(PAGES['/'], 'assets'), {
        output: { codeSplitting: CODE_SPLITTING },
      }),
    },
    // The console is a build of its own with its own chunks: it adds no byte to the app.
    builder: {
      // The list of the licences is of both builds.
      sharedConfigBuild: true,
      async buildApp(builder) {
        for (const environment of Object.values(builder.environments))
          await builder.build(environment)
      },
    },
    environments:
      command === 'build'
        ? {
            console: {
              consumer: 'client',
              build: {
                rolldownOptions: input(PAGES['/consola/'], 'consola/assets'),
                assetsDir: 'consola/assets',
                emptyOutDir: false,
                copyPublicDir: false,
              },
            },
          }
        : {},
    worker: { plugins: () => [licences.worker()] },
    optimizeDeps: { entries: Object.values(PAGES) },
    server: {
      fs: { allow: [import.meta.dirname] },
      watch: { ignored: ['**/.data/**', '**/dist/**'] },
      proxy: { '/api': SERVER, '/geopay': SERVER, '/tiles': SERVER },
    },
  }
})
