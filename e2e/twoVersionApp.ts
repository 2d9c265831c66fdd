import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { forward, listen } from '#testing/harness/httpProxy.ts'

/** Names of chunks carry a hash; the second version appends this to it. */
const SUFFIX = '-second'
const CHUNK = /(-[\w-]{8})(\.js)/g
const REWRITTEN = /^\/(?:$|\?|index\.html|serviceWorker\.js|assets\/[\w.-]+\.js)/

/**
 * Starts a server in front of the app's, which serves the build as one of two versions.
 * @param app address of the running app
 */
export async function startTwoVersionApp(port: number, app: () => string) {
  let served: 1 | 2 = 1
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/' } = incoming
    const isRewritten = served === 2 && REWRITTEN.test(url)
    // Without the validators of the first version, which the second one would confirm.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...received } = incoming.headers
    const headers = { ...received, 'accept-encoding': 'identity' }
    const path = isRewritten ? firstVersionPath(url) : url
    const answer = await forward(incoming, app() + path, headers)
    const status = answer.statusCode ?? 500
    if (!isRewritten) {
      answer.pipe(outgoing.writeHead(status, answer.headers))
      return
    }
    const body = await text(answer)
    const { 'content-length': _length, etag: _etag, ...sent } = answer.headers
    const policy = String(sent['content-security-policy'] ?? '')
    sent['content-security-policy'] = policyOf(policy, body, secondVersion(body))
    outgoing.writeHead(status, sent).end(secondVersion(body))
  }
  const { close } = await listen(
    (incoming, outgoing) => serve(incoming, outgoing).catch(() => incoming.destroy()),
    { port },
  )
  return {
    url: `http://localhost:${port}`,
    /** Serves this version from now on: every chunk of the second one has a name of its own. */
    deploy: (version: 1 | 2) => {
      served = version
    },
    close,
  }
}

/** The file of the first version that the second one serves at a path; it has no old chunk. */
const firstVersionPath = (url: string) =>
  url.startsWith('/assets/') && !url.endsWith(`${SUFFIX}.js`)
    ? '/assets/gone.js'
    : url.replace(`${SUFFIX}.js`, '.js')

/** A text of the build as the second version has it. */
const secondVersion = (content: string) =>
  content
    .replaceAll(CHUNK, `$1${SUFFIX}$2`)
    .replace('<html lang="es-UY">', '<html lang="es-UY" data-version="2">')
    .replaceAll(/(\brevision"?:["`][0-9a-f]{30})../g, '$1-2')

/** The policy with the hashes of the second version's inline scripts. */
function policyOf(policy: string, before: string, after: string): string {
  const scripts = (page: string) =>
    [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => hash(script ?? ''))
  const fresh = scripts(after)
  return scripts(before).reduce((result, old, i) => result.replace(old, fresh[i] ?? ''), policy)
}
const hash = (script: string) => createHash('sha256').update(script).digest('base64')
