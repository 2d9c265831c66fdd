import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'

export type DeployedApp = Awaited<ReturnType<typeof startDeployedApp>>

/** Names of chunks carry a hash; the second version appends this to it. */
const SUFFIX = '-second'
const CHUNK = /(-[\w-]{8})(\.js)/g
const REWRITTEN = /^\/(?:$|\?|index\.html|serviceWorker\.js|assets\/[\w.-]+\.js)/

/**
 * Starts a server in front of the app's, which serves the build as one of two versions.
 * @param app address of the running app
 */
export async function startDeployedApp(port: number, app: () => string) {
  let served: 1 | 2 = 1
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/' } = incoming
    const isRewritten = served === 2 && REWRITTEN.test(url)
    // Without the validators of the first version, which the second one would confirm.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...received } = incoming.headers
    const headers = { ...received, 'accept-encoding': 'identity' }
    const path = isRewritten ? firstVersionPath(url) : url
    const forwarded = request(app() + path, { method, headers }, async (answer) => {
      const status = answer.statusCode ?? 500
      if (!isRewritten) {
        answer.pipe(outgoing.writeHead(status, answer.headers))
        return
      }
      const body = Buffer.concat(await answer.toArray()).toString()
      const { 'content-length': _length, etag: _etag, ...sent } = answer.headers
      const policy = String(sent['content-security-policy'] ?? '')
      sent['content-security-policy'] = policyOf(policy, body, secondVersion(body))
      outgoing.writeHead(status, sent).end(secondVersion(body))
    })
    forwarded.on('error', () => incoming.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${port}`,
    /** Serves this version from now on: every chunk of the second one has a name of its own. */
    deploy: (version: 1 | 2) => {
      served = version
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The file of the first version that the second one serves at a path; it has no old chunk. */
const firstVersionPath = (url: string) =>
  url.startsWith('/assets/') && !url.endsWith(`${SUFFIX}.js`)
    ? '/assets/gone.js'
    : url.replace(`${SUFFIX}.js`, '.js')

/** A text of the build as the second version has it. */
const secondVersion = (text: string) =>
  text
    .replaceAll(CHUNK, `$1${SUFFIX}$2`)
    .replace('<html lang="es-UY">', '<html lang="es-UY" data-version="2">')
    .replaceAll(/(\brevision"?:["`][0-9a-f]{30})../g, '$1-2')

/** The policy with the hashes of the second version's inline scripts. */
function policyOf(policy: string, before: string, after: string): string {
  const scripts = (page: string) =>
    [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hash(text ?? ''))
  const fresh = scripts(after)
  return scripts(before).reduce((text, old, i) => text.replace(old, fresh[i] ?? ''), policy)
}
const hash = (text: string) => createHash('sha256').update(text).digest('base64')
