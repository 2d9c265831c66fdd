import { type AnswerOf, type CallContract, pathOf, type RequestOf } from '#contract/call.ts'
import { type ResponseHeader, requestHeader } from '#contract/header.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import { OK } from '#contract/responseCodes.ts'
import { cookieJar } from '#testing/harness/cookieJar.ts'
import { counted, repeatedHeader, sendRepeated } from '#testing/harness/sendRepeated.ts'

/** An answer with its HTTP status and headers. */
export type CallResult<S extends CallContract> = AnswerOf<S> & {
  responseHeader: ResponseHeader
  status: number
  headers: Headers
}

/** A caller with one session, or none: sends calls over HTTP. */
export type TestClient = ReturnType<typeof createTestClient>
/** Parts of a request that a test replaces. */
export interface TestWire {
  header?: Record<string, unknown>
  headers?: Record<string, string>
  /** The whole body, instead of header and fields. */
  body?: string
}

export interface WireRequest {
  /** `/api/{group}/process/{name}` */
  path: string
  headers: Record<string, string>
  body: string
}
export interface WireAnswer {
  status: number
  headers: Headers
  text: string
}
export interface TestTransport {
  post: ((request: WireRequest) => Promise<WireAnswer>) & {
    /** The server's address, if it is a test server. */
    url?: string
  }
  now: () => Date
}

/** Sends each request once, to the server at an address. */
export function fetchFrom(url: string, timeoutMs = 60_000): TestTransport['post'] {
  const post: TestTransport['post'] = ({ path, headers, body }) =>
    counted(url, async () => {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(url + path, { method: 'POST', headers, body, signal })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    })
  return Object.assign(post, { url })
}

/**
 * The header of a call with that session. Audit numbers are counted instead of random: the clock of
 * a test stands still, and a repeated number would make the call a repeat of another.
 */
export function headerOf(token: string, now: Date): RequestHeader {
  return requestHeader({ now, random: (calls++ + 0.5) / 999_998, platform: 'a', token })
}
let calls = 0

/** A test that sends these is a browser and keeps its cookies itself. */
const BROWSER_HEADERS = /^(cookie|origin|sec-fetch-site)$/i

/** The header fields with which a terminal signs a request. */
export type Sign = (request: {
  path: string
  body: string
  nonce: string
}) => WireRequest['headers']

/**
 * @param token the session's; empty: none
 * @param sign of a terminal; by default nothing is signed
 */
export function createTestClient(
  { post, now }: TestTransport,
  token = '',
  sign: Sign = () => ({}),
) {
  return {
    token,
    call: async <S extends CallContract>(
      contract: S,
      fields: RequestOf<S>,
      more: TestWire = {},
    ): Promise<CallResult<S>> => {
      const isPlain = contract.changes && more.body === undefined && more.header === undefined
      const header = { ...headerOf(token, now()), ...more.header, ...(isPlain && repeatedHeader()) }
      const isBrowser = Object.keys(more.headers ?? {}).some((name) => BROWSER_HEADERS.test(name))
      const path = `/api/${pathOf(contract)}`
      const body = more.body ?? JSON.stringify({ requestHeader: header, ...fields })
      const send = (url?: string) =>
        (url === undefined ? post : fetchFrom(url))({
          path,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            ...(isBrowser ? {} : cookieJar.headersOf(header.userSessionToken)),
            ...sign({ path, body, nonce: header.auditNumber }),
            ...more.headers,
          },
          body,
        })
      const { status, headers, text } = await (isPlain
        ? sendRepeated(contract, fields, send, post.url)
        : send())
      const answer = text.startsWith('{') ? (JSON.parse(text) as object) : {}
      if (!isBrowser) cookieJar.store(answer, headers)
      return { ...answer, status, headers } as never
    },
  }
}

/**
 * An answer with code 00.
 * @throws Error with the sentence of a refusal, or the HTTP status
 */
export function accepted<A extends Pick<CallResult<CallContract>, 'responseHeader' | 'status'>>(
  answer: A,
): A {
  const { responseHeader, status } = answer
  if (responseHeader?.responseCode === OK) return answer
  throw new Error(responseHeader?.responseDescription ?? `HTTP ${status}`)
}
