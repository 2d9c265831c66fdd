import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { WireAnswer } from '#testing/harness/testClient.ts'

/** A POST, unless `method` says otherwise. */
export interface RawRequest {
  path: string
  method?: string
  headers: Record<string, string>
  body?: Buffer | ReadableStream | string
}

const TIMEOUT_MS = 30_000
/** Sends requests to the server at an address. */
export const sendTo =
  (url: string) =>
  async (request: RawRequest): Promise<WireAnswer> => {
    const { path, ...more } = request
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options = { method: 'POST', redirect: 'manual', duplex: 'half', signal, ...more } as const
    const answer = await fetch(url + path, options)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

const METHODS_WITHOUT_BODY = ['GET', 'HEAD']
const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']

/** The request without a content type or a body, chunked, or with another method. */
export function malformedFraming(random: SeededRandom, request: RawRequest): RawRequest {
  const { 'content-type': _, ...untyped } = request.headers
  const { body, ...empty } = request
  const chunked = () => new Blob([new Uint8Array(body as Buffer)]).stream()
  return random.oneOf<() => RawRequest>([
    () => empty,
    () => ({ ...empty, headers: untyped }),
    () => ({ ...request, headers: untyped }),
    () => ({ ...request, headers: untyped, body: chunked() }),
    () => ({ ...request, body: chunked() }),
    () => ({ ...request, method: random.oneOf(METHODS) }),
    () => ({ ...empty, method: random.oneOf([...METHODS, ...METHODS_WITHOUT_BODY]) }),
  ])()
}
