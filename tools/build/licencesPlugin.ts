import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Page of the build with the notices of third parties, which both programs link to. */
export const LICENCES_PAGE = 'licencias.html'

const STYLE_SHEET = 'licencias.css'
const STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif }
body { max-width: 45rem; margin: auto; padding: 1rem; overflow-wrap: anywhere }
a { display: inline-block; padding: 0.75rem 0 }
pre { white-space: pre-wrap }
`

/** Packages that leave no module of their own: the styles, and those of the service worker. */
const WITHOUT_MODULE = ['tailwindcss', 'workbox-precaching', 'workbox-routing']
const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const TEXT = /^(licen[cs]e|copying|notice)/i

interface Manifest {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
}

/**
 * Emits the page with the licence of every package in the app, the console, their workers and the
 * service worker. The dependencies of such a package are listed too: some are bundled inside of it.
 */
export function licencesPlugin() {
  const root = resolve(import.meta.dirname, '../..')
  const folders = new Set(WITHOUT_MODULE.map((name) => join(root, 'node_modules', name)))
  const collect = (ids: Iterable<string>) => {
    for (const id of ids) {
      const [folder] = FOLDER.exec(id.replaceAll('\\', '/').replace(/^\0/, '')) ?? []
      if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder)
    }
  }
  /** For `worker.plugins`: a worker is a build of its own, before the page's ends. */
  const worker = (): Plugin => ({
    name: 'surtidor:worker-licences',
    generateBundle() {
      collect(this.getModuleIds())
    },
  })
  const page: Plugin = {
    name: 'surtidor:licences',
    apply: 'build',
    generateBundle() {
      collect(this.getModuleIds())
      // The build of the console replaces the page of the app's, with the packages of both.
      this.emitFile({ type: 'asset', fileName: LICENCES_PAGE, source: pageOf(folders) })
      this.emitFile({ type: 'asset', fileName: STYLE_SHEET, source: STYLE })
    },
  }
  return { page, worker }
}

function pageOf(folders: Iterable<string>): string {
  const notices = new Map<string, string>()
  for (const folder of folders) addNotices(folder, notices)
  // The package of the fonts in our PDF documents has no text of their licence.
  notices.set('Roboto', readFileSync(join(import.meta.dirname, 'robotoLicence.txt'), 'utf8').trim())
  const sorted = [...notices].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = sorted.map(([name, text]) => `<h2>${name}</h2>\n<pre>${escaped(text)}</pre>`)
  return `<!doctype html>
<html lang="es-UY">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Licencias · Surtidor</title>
<link rel="stylesheet" href="${STYLE_SHEET}">
<p><a href="/">Volver a Surtidor</a></p>
<h1>Licencias</h1>
<p>Surtidor usa estos programas de otras personas. Gracias.</p>
${sections.join('\n')}
</html>
`
}

function addNotices(folder: string, notices: Map<string, string>): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const title = `${manifest.name} ${manifest.version}`
  if (notices.has(title)) return
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && TEXT.test(file.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
  notices.set(title, [`Licencia: ${manifest.license ?? 'la del texto'}`, ...texts].join('\n\n'))
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const found = folderOf(name, folder)
    if (found) addNotices(found, notices)
  }
}

/** The folder of a package that another one depends on; undefined when it is not installed. */
function folderOf(name: string, from: string): string | undefined {
  const candidate = join(from, 'node_modules', name)
  if (existsSync(join(candidate, 'package.json'))) return candidate
  const parent = resolve(from, '..')
  return parent === from ? undefined : folderOf(name, parent)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
