import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { PrecacheEntry } from 'workbox-precaching'
import { bundleScript } from '#tools/build/bundleScript.ts'

/** Vite's mode for the phone's app, whose files are on the device: it has no service worker. */
export const PHONE_MODE = 'phone'

/** The files of the build that the worker stores when it is installed: page, scripts and styles. */
const PRECACHED = /^index\.html$|^assets\/.*\.(?:js|css|png|svg)$/
/** The files that are stored at their first use: `worker/serviceWorker.ts` says why. */
const AT_FIRST_USE = /^assets\/(?:pdfmake|scanWorker|streetLayer)/
/** The files of the public folder, whose names have no hash: the manifest and small pictures. */
const PUBLIC = ['icon.svg', 'icons/*.png', 'manifest.webmanifest', 'promotions/*.svg']

const revisionOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 32)

/**
 * Builds `worker/serviceWorker.ts` to `/serviceWorker.js`, with the list of the build's files. It does
 * what `injectManifest` of workbox-build does, without the 300 packages of its own bundler.
 */
export function serviceWorkerPlugin(): Plugin {
  let publicFolder = ''
  return {
    name: 'surtidor:service-worker',
    apply: (_, { command, mode }) => command === 'build' && mode !== PHONE_MODE,
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir
    },
    async generateBundle(_, bundle) {
      const built = Object.values(bundle)
        .filter(({ fileName }) => PRECACHED.test(fileName) && !AT_FIRST_USE.test(fileName))
        .map((file): PrecacheEntry => {
          const hashed = file.fileName.startsWith('assets/')
          const content = file.type === 'asset' ? file.source : file.code
          return { url: file.fileName, revision: hashed ? null : revisionOf(content) }
        })
      const copied = globSync(PUBLIC, { cwd: publicFolder }).map(
        (url): PrecacheEntry => ({
          url,
          revision: revisionOf(readFileSync(join(publicFolder, url))),
        }),
      )
      const manifest = [...built, ...copied].toSorted((a, b) => (a.url < b.url ? -1 : 1))
      const source = await bundleScript(resolve('worker/serviceWorker.ts'), {
        'self.__WB_MANIFEST': JSON.stringify(manifest),
        'process.env.NODE_ENV': '"production"',
      })
      this.emitFile({ type: 'asset', fileName: 'serviceWorker.js', source })
    },
  }
}
