import type { Plugin } from 'vite'

/** HTML entry of each program in the sources, by the path that serves it. */
export const PAGES = { '/': 'app/index.html', '/consola/': 'console/index.html' } as const

/** Emits and serves each HTML entry at the path of its program: `/` and `/consola/`. */
export function htmlEntriesPlugin(): Plugin {
  return {
    name: 'surtidor:html-entries',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const [address, source] of Object.entries(PAGES)) {
        const page = bundle[source]
        if (page?.type !== 'asset') continue
        delete bundle[source]
        const fileName = `${address.slice(1)}index.html`
        this.emitFile({ type: 'asset', fileName, source: page.source })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        const path = request.url?.split('?', 1)[0] ?? ''
        if (path === '/consola') {
          reply.writeHead(302, { location: '/consola/' }).end()
          return
        }
        const page = PAGES[path as keyof typeof PAGES]
        if (page) request.url = `/${page}`
        next()
      })
    },
  }
}
