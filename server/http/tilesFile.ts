import { open } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { registerRequestGuards } from '#server/http/originGuard.ts'

const FOLDER = '/tiles/'
const NAME = 'streets.pmtiles'
/** Where the file of the map's vector tiles is served. */
export const TILES_PATH = FOLDER + NAME

/**
 * Serves the file of `TILES_FILE`. Like the files of the app it has no limit of requests: an answer
 * costs no query, and phones of a mobile network, which share an address, must not use up their calls.
 */
export async function registerTilesFile(http: FastifyInstance, config: Config): Promise<void> {
  const { tilesFile } = config
  if (tilesFile === null) return
  await http.register(
    async (scope) => {
      registerRequestGuards(scope, config, { methods: 'GET', sent: 'Range', read: 'ETag' })
      scope.route({
        method: ['GET', 'HEAD'],
        url: NAME,
        handler: async (request, reply) => await sendFile(tilesFile, request, reply),
      })
    },
    { prefix: FOLDER },
  )
}

/**
 * Answers a request for a file, whole or one range of it. The tags of @fastify/static are weak, and a
 * client must notice by the tag that the file was replaced: parts of two files fit in no way.
 */
async function sendFile(
  path: string,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await open(path)
  let isStreamed = false
  try {
    const { size, mtimeMs } = await file.stat()
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    reply.headers({
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-type': 'application/vnd.pmtiles',
      etag,
    })
    if (isKnown(headers['if-none-match'], etag)) return await reply.code(304).send()
    const isWhole = method === 'HEAD' || (headers['if-range'] ?? etag) !== etag
    const range = isWhole ? undefined : rangeOf(headers.range, size)
    if (range === null)
      return await reply.code(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    reply.header('content-length', end - start + 1)
    if (method === 'HEAD') return await reply.send()
    isStreamed = true
    return await reply.send(file.createReadStream({ start, end }))
  } finally {
    if (!isStreamed) await file.close()
  }
}

const isKnown = (tags = '', etag: string) =>
  tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * The range that a header asks for: undefined where it asks for none, null where the file does not have
 * it. Several ranges at once, which no client of tiles asks for, are refused (RFC 9110, section 14.2).
 */
function rangeOf(header = '', size: number): { start: number; end: number } | null | undefined {
  if (!header.startsWith('bytes=')) return undefined
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : null
}
