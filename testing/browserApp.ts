import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium as engine, type Page, type Route } from 'playwright-core'
import { DENIED, INVALID_SESSION, OK } from '#contract/responseCodes.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { AnswerOf, RequestOf, Service } from '#contract/service.ts'
import { builtApp } from '#tools/build/builtApp.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/chromium.ts'

/** Where the app is, and where the card gateway's page is: neither leaves the browser. */
export const HOME = 'http://surtidor.test/'
export const GATEWAY_PAGE = 'http://gateway.test/pay'

/** A business no, an expired session, or a wire that is cut. */
export type StubbedFailure = { no: string } | 'over' | 'cut'
/** What a test answers to a call, at once or when it likes. */
export type Reply<S extends Service> =
  | AnswerOf<S>
  | StubbedFailure
  | Promise<AnswerOf<S> | StubbedFailure>

/** One person's browser, in which the app is open. */
export interface AppPage {
  page: Page
  /** The bodies of the calls of a service so far, without their header. */
  asked: <S extends Service>(service: S) => RequestOf<S>[]
  /** From now on a service answers these in turn, the last one again and again. */
  answer: <S extends Service>(service: S, ...replies: Reply<S>[]) => void
  /** What was posted to the gateway's page so far, and every address the browser was ever at. */
  posted: string[]
  addresses: string[]
  /** What axe finds wrong on the screen. */
  wrongs(): Promise<string[]>
}

/** The built app in a real Chromium, its calls answered by the test. */
export interface BrowserApp {
  /** Opens the app for Ana at an address, her calls answered as told. */
  visit(
    address: string,
    tell: (answer: AppPage['answer']) => void,
    look?: Viewport,
  ): Promise<AppPage>
  close(): Promise<void>
}
export interface Viewport {
  width?: number
  dark?: boolean
  /** The instant that it is. */
  now?: string
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
export const ANA = {
  userSessionToken: 'a-token',
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

export async function openBrowserApp(): Promise<BrowserApp> {
  const folder = builtApp()
  const { script, style } = JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')) as {
    script: string[]
    style: string[]
  }
  const policy = `default-src 'none'; script-src 'self' ${script.join(' ')}; style-src 'self' ${style.join(' ')}; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self' ${new URL(GATEWAY_PAGE).origin}; base-uri 'none'`
  const browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })

  const file = async (route: Route, path: string) => {
    const name = path === '/' ? '/index.html' : path
    const contentType = TYPES[extname(name)] ?? 'application/json'
    const headers = { 'content-security-policy': policy }
    await route.fulfill({ body: await readFile(join(folder, name)), contentType, headers })
  }

  return {
    async visit(address, tell, { width = 390, dark = false, now = '2026-09-07T18:00:00Z' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.clock.install({ time: new Date(now) })
      const replies = new Map<string, unknown[]>()
      const heard: [name: string, body: object][] = []
      const visit: AppPage = {
        page,
        asked: ({ name }) => heard.flatMap(([of, body]) => (of === name ? [body as never] : [])),
        answer: ({ name }, ...given) => void replies.set(name, given),
        posted: [],
        addresses: [],
        wrongs: async () => {
          const { violations } = await new AxeBuilder({ page }).analyze()
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        },
      }
      const call = async (route: Route, name: string) => {
        const { requestHeader: _, ...body } = route.request().postDataJSON() as object & {
          requestHeader: object
        }
        heard.push([name, body])
        const given = replies.get(name) ?? [{ no: `Nadie contesta ${name}.` }]
        const reply = (await (given.length > 1 ? given.shift() : given[0])) as
          | object
          | StubbedFailure
        if (reply === 'cut') return await route.abort()
        await route.fulfill({ json: envelope(reply) })
      }
      await context.route(`${HOME}**`, async (route) => {
        const path = new URL(route.request().url()).pathname
        const name = path.split('/').at(-1) ?? ''
        await (path.startsWith('/api/') ? call(route, name) : file(route, path))
      })
      await context.route(`${GATEWAY_PAGE}**`, async (route) => {
        visit.posted.push(`${route.request().method()} ${route.request().postData() ?? ''}`)
        await route.fulfill({ body: '<h1>Pasarela</h1>', contentType: 'text/html' })
      })
      page.on('framenavigated', (frame) => visit.addresses.push(frame.url()))
      await page.addInitScript((session) => {
        if (sessionStorage.length === 0) sessionStorage.setItem('currentUser', session)
        sessionStorage.setItem('seen', 'true')
      }, JSON.stringify(ANA))
      tell(visit.answer)
      await page.goto(`${HOME}#${address}`)
      return visit
    },
    async close() {
      await browser.close()
    },
  }
}

function envelope(reply: object | StubbedFailure): object {
  const [responseCode, responseDescription, fields] =
    reply === 'over'
      ? [INVALID_SESSION, 'Tu sesión venció. Ingresá de nuevo.', {}]
      : 'no' in (reply as object)
        ? [DENIED, (reply as { no: string }).no, {}]
        : [OK, 'AUTORIZADO', reply as object]
  return {
    responseHeader: { responseCode, responseDescription, rrn: '000000000001', updatedData: null },
    ...fields,
  }
}
