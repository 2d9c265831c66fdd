import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import type { Session } from '#app/session/session.ts'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED, INVALID_SESSION, OK } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { roles } from '#contract/user/roles.ts'
import { userData } from '#contract/user/userData.ts'
import { sessionsForFile } from '#e2e/browserSession.ts'
import exampleAnswers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import { builtApp } from '#tools/build/builtApp.ts'

/** Addresses of the app and of the gateway's hosted page; Playwright answers both. */
export const APP_URL = 'http://surtidor.test/'
export const GATEWAY_PAGE = 'http://gateway.test/pay'

/** A business refusal (05), an expired session (88), or a connection that is cut. */
export type StubbedFailure = { denied: string } | 'expired' | 'disconnected'
export type StubbedAnswer<S extends CallContract> = AnswerOf<S> | StubbedFailure
/** The answer of a call, at once, later, or by the request and the session's token. */
export type Stub<S extends CallContract> =
  | StubbedAnswer<S>
  | Promise<StubbedAnswer<S>>
  | ((request: RequestOf<S>, token: string) => StubbedAnswer<S>)
export type SetStub = <S extends CallContract>(contract: S, ...stubs: Stub<S>[]) => void

/** A page of the built app, in a browser context of its own. */
export type AppPage = Awaited<ReturnType<ReturnType<typeof stubbedAppForFile>['newPage']>>

interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  /** The page's time at its opening; null leaves the real clock. */
  now?: string | null
  /** The stored session; null when nobody is signed in. */
  session?: object | null
}

export const ANA = {
  userSessionToken: 'a-token',
  secondFactor: 'none' as const,
  user: {
    email: 'ana@demo.surtidor.uy',
    firstName: 'Ana',
    firstSurname: 'Pereira',
    documentNumber: '',
    birthdate: '19900101',
    sex: 'F' as const,
    mobile: '',
    address: '',
    loyalties: [],
    roles: [ROLES[USER]],
  },
}

/** Answers each call as its documentation does, to the person of a session. */
export function stubExamples(stub: SetStub, { user, secondFactor }: Session = ANA): void {
  for (const contract of Object.values(calls)) {
    const { [contract.name as keyof typeof exampleAnswers]: answer } = exampleAnswers
    if (answer) stub(contract, answer as never)
  }
  stub(roles, { list: user.roles })
  stub(userData, { ...exampleAnswers.userData, roles: user.roles, secondFactor } as never)
}

/**
 * The built app in the browser, its calls answered by the test.
 * @throws when the app is not built
 */
export function stubbedAppForFile() {
  const newSession = sessionsForFile()
  const serveFile = builtFileServer()

  const newPage = async ({
    width = 390,
    height = 800,
    dark = false,
    now = '2026-09-07T18:00:00Z',
    session = ANA,
  }: PageOptions = {}) => {
    const browserSession = await newSession({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
    })
    const { context, page } = browserSession
    if (now !== null) await page.clock.install({ time: new Date(now) })
    const { stub, requests, answer } = stubbedCalls()
    let scripts = Promise.resolve()
    await context.route(`${APP_URL}**`, async (route) => {
      const path = new URL(route.request().url()).pathname
      if (path.endsWith('.js')) await scripts
      await (path.startsWith('/api/') ? answer(route, path) : serveFile(route, path))
    })
    const gatewayRequests: string[] = []
    await context.route(`${GATEWAY_PAGE}**`, async (route) => {
      gatewayRequests.push(`${route.request().method()} ${route.request().postData() ?? ''}`)
      await route.fulfill({ body: '<h1>Pasarela</h1>', contentType: 'text/html' })
    })
    if (session) await page.addInitScript(storeSession, JSON.stringify(session))
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    return {
      ...browserSession,
      requests,
      stub,
      /** Delays the app's scripts until the returned function is called. */
      holdScripts: () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        scripts = promise
        return resolve
      },
      /** Method and body of each request to the gateway's page. */
      gatewayRequests,
      /** Every address that a frame has navigated to. */
      addresses,
    }
  }

  return {
    newPage,
    /** A new page at a route, after its stubs are set. */
    async open(route: string, setStubs: (stub: SetStub) => void, options?: PageOptions) {
      const app = await newPage(options)
      setStubs(app.stub)
      await app.page.goto(`${APP_URL}#${route}`)
      return app
    },
  }
}

/** Answers with the files of the build, under the Content-Security-Policy that its hashes are for. */
function builtFileServer() {
  const folder = builtApp()
  const { script, style } = JSON.parse(readFileSync(join(folder, 'csp.json'), 'utf8')) as {
    script: string[]
    style: string[]
  }
  const policy = `default-src 'none'; script-src 'self' ${script.join(' ')}; style-src 'self' ${style.join(' ')}; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self' ${new URL(GATEWAY_PAGE).origin}; base-uri 'none'`
  return async (route: Route, path: string) => {
    const file = path === '/' ? '/index.html' : path
    await route.fulfill({
      path: join(folder, file),
      headers: { 'content-security-policy': policy },
    })
  }
}

/** The calls of one page: what they answer, and what they were. */
function stubbedCalls() {
  const stubs = new Map<string, unknown[]>()
  const received: [name: string, request: object][] = []
  /** Sets what a call answers: each stub once, the last one repeatedly. */
  const stub: SetStub = ({ name }, ...given) => void stubs.set(name, given)
  /** The requests of a call so far, without their header. */
  const requests = <S extends CallContract>({ name }: S) =>
    received.flatMap(([contract, request]) => (contract === name ? [request as RequestOf<S>] : []))
  const answer = async (route: Route, path: string) => {
    const name = path.split('/').at(-1) ?? ''
    const { requestHeader, ...request } = route.request().postDataJSON() as {
      requestHeader: { userSessionToken: string }
    }
    received.push([name, request])
    const given = stubs.get(name) ?? [{ denied: `${name} no tiene respuesta.` }]
    const next = given.length > 1 ? given.shift() : given[0]
    const reply = (await (typeof next === 'function'
      ? next(request, requestHeader.userSessionToken)
      : next)) as object | StubbedFailure
    await (reply === 'disconnected' ? route.abort() : route.fulfill({ json: envelope(reply) }))
  }
  return { stub, requests, answer }
}

function envelope(reply: object | StubbedFailure): object {
  const [responseCode, responseDescription, fields] =
    reply === 'expired'
      ? [INVALID_SESSION, 'Tu sesión venció. Ingresá de nuevo.', {}]
      : 'denied' in (reply as object)
        ? [DENIED, (reply as { denied: string }).denied, {}]
        : [OK, 'AUTORIZADO', reply as object]
  return {
    responseHeader: { responseCode, responseDescription, rrn: '000000000001', updatedData: null },
    ...fields,
  }
}

/** Runs in the page before its scripts: a new tab has the session, one that signed out has none. */
function storeSession(session: string) {
  if (sessionStorage.length === 0) sessionStorage.setItem('currentUser', session)
  sessionStorage.setItem('seen', 'true')
}
