import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A server in front of the app's, which serves the build as one of two versions. */
export interface DeployedApp {
  url: string
  /** Serves this version from now on: every chunk of the second one has a name of its own. */
  deploy: (version: 1 | 2) => void
  close: () => Promise<void>
}

/** Names of chunks carry a hash; the second version appends this to it. */
const SUFFIX = '-second'
const CHUNK = /(-[\w-]{8})(\.js)/g
const renamed = (text: string) => text.replaceAll(CHUNK, `$1${SUFFIX}$2`)
const REWRITTEN = /^\/(?:$|\?|index\.html|serviceWorker\.js|assets\/[\w.-]+\.js)/

/**
 * Starts the server.
 * @param app address of the running app
 */
export async function startDeployedApp(port: number, app: () => string): Promise<DeployedApp> {
  let served = 1
  const server = createServer((incoming, outgoing) => {
    if (served === 2 && REWRITTEN.test(incoming.url ?? '')) forwardSecond(app(), incoming, outgoing)
    else forward(app(), incoming, outgoing)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${port}`,
    deploy: (version) => {
      served = version
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function forward(app: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  send(app, incoming, incoming.url ?? '/', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
}

/** Answers with the file of the first version under its new name. */
function forwardSecond(app: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const url = incoming.url ?? '/'
  const isChunk = url.startsWith('/assets/')
  // The old name of a chunk is unknown to this version.
  const isOldChunk = isChunk && !url.endsWith(`${SUFFIX}.js`)
  const path = isOldChunk ? '/assets/gone.js' : url.replace(`${SUFFIX}.js`, '.js')
  send(app, incoming, path, async (answer) => {
    const body = Buffer.concat(await answer.toArray()).toString()
    const { 'content-length': _length, etag: _tag, ...headers } = answer.headers
    const policy = String(headers['content-security-policy'] ?? '')
    headers['content-security-policy'] = policyOf(policy, body, secondVersion(body))
    outgoing.writeHead(answer.statusCode ?? 500, headers).end(secondVersion(body))
  })
}

/** A text of the build as the second version has it. */
const secondVersion = (text: string) =>
  renamed(text)
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

function send(
  app: string,
  incoming: IncomingMessage,
  path: string,
  onAnswer: (answer: IncomingMessage) => unknown,
): void {
  // Without the validators of the first version, which the second one would confirm.
  const { 'if-none-match': _tag, 'if-modified-since': _date, ...received } = incoming.headers
  const headers = { ...received, 'accept-encoding': 'identity' }
  const outgoing = request(app + path, { method: incoming.method, headers }, onAnswer)
  outgoing.on('error', () => incoming.destroy())
  incoming.pipe(outgoing)
}
