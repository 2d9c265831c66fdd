import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * What the service worker stores at its installation, in `dist/app`: the page, every screen's script
 * and style, and small pictures.
 */
const PRECACHED = [
  'index.html',
  'icon.svg',
  'icons/*.png',
  'manifest.webmanifest',
  'assets/*.{js,css,png,svg}',
  'promotions/*.svg',
]
/** What is stored at its first use: `worker/cachedAssets.ts` says why. */
const AT_FIRST_USE = ['assets/pdfmake*', 'assets/scanWorker*']

/** Builds `worker/serviceWorker.ts` to `/serviceWorker.js`, with the list of the app's build. */
export function serviceWorkerPlugin(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'serviceWorker.ts',
    injectRegister: false,
    // app/public/manifest.webmanifest is the manifest.
    manifest: false,
    integration: {
      configureCustomSWViteBuild: (build) => {
        build.logLevel = 'error'
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: PRECACHED,
      globIgnores: AT_FIRST_USE,
    },
  }).map((plugin) => {
    // This hook would add a build for servers.
    delete plugin.config
    return { ...plugin, applyToEnvironment: ({ name }) => name === 'client' }
  })
}
