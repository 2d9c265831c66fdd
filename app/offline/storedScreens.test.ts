// @vitest-environment jsdom
import { QueryCache } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { drawStoredScreen } from '#app/firstScreen/drawStoredScreen.ts'
import { screenKey } from '#app/offline/storedScreen.ts'
import { storeScreens } from '#app/offline/storeScreens.ts'
import { createAppSession, type Session } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import { ownNames } from '#kit/browser/perUserStorage.ts'

vi.mock('#app/device/whenIdle.ts', () => ({ whenIdle: (task: () => void) => task() }))

const STYLES = '/assets/tokens-1.css'
const SCREEN =
  '<main class="p-4" style="--share: 40%;"><h1 tabindex="-1">Hola, Ana</h1>' +
  '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg><a href="/#/payment">Pagar</a>' +
  '<button type="button">Actualizar</button><select><option value="1">A</option><option value="2">B</option></select></main>'

const SESSION: Session = {
  user: {
    email: 'ana@demo.surtidor.uy',
    firstName: 'Ana',
    firstSurname: 'Pérez',
    documentNumber: '12345672',
    birthdate: '19900215',
    sex: 'F',
    mobile: '+59899123456',
    address: 'Rincón 1, Montevideo, Uruguay',
    loyalties: [],
    roles: [ROLES[USER]],
  },
  userSessionToken: 't1',
}

let root: HTMLElement
/** Announces that the route has been rendered. */
let rendered = () => {}
/** The address of the screen that the router has drawn. */
let drawn = ''
const router = {
  subscribe: (_event: string, listener: () => void) => {
    rendered = listener
    return () => {}
  },
  get state() {
    return { resolvedLocation: { href: drawn } }
  },
} as Parameters<typeof storeScreens>[2]

/** Signs ana in, draws a screen at a route, and stores it. */
function store({ route = '#/main', screen = SCREEN, remember = false } = {}): Session {
  const session = createAppSession({ tabStorage: sessionStorage, lastingStorage: localStorage })
  session.start(SESSION, { remember })
  location.hash = route
  drawn = route.slice(1)
  root.innerHTML = screen
  storeScreens({ session }, new QueryCache(), router)
  return SESSION
}

/** What a reload does: the page with login hidden, and its script. */
async function reload(session: Session, { route = '#/main', styles = [STYLES] } = {}) {
  root.innerHTML = '<form>Ingresá</form>'
  document.title = 'Ingresá'
  document.documentElement.dataset.first = 'other'
  location.hash = route
  drawStoredScreen(session, styles)
  for (const sheet of document.head.querySelectorAll<HTMLLinkElement>('link'))
    sheet.dispatchEvent(new Event('load'))
  await new Promise((resolve) => setTimeout(resolve))
  return document.documentElement.dataset.first
}

describe('a stored screen', () => {
  beforeEach(() => {
    document.head.innerHTML = `<link rel="stylesheet" href="${STYLES}">`
    document.body.innerHTML = '<div id="root"></div>'
    root = document.getElementById('root') as HTMLElement
    document.title = 'Hola, Ana'
  })
  afterEach(() => {
    for (const storage of [sessionStorage, localStorage]) storage.clear()
    delete document.documentElement.dataset.first
    location.hash = ''
    vi.unstubAllGlobals()
  })

  test('lacks what may not be due at the next visit', async () => {
    const invitation = '<div data-not-stored=""><h2>Instalá la app</h2></div>'
    const session = store({ screen: SCREEN.replace('</main>', `${invitation}</main>`) })
    expect(await reload(session)).toBe('stored')
    expect(root.textContent).toContain('Hola, Ana')
    expect(root.textContent).not.toContain('Instalá la app')
  })

  test.each([true, false])('is drawn as it was, with remember %s', async (remember) => {
    const session = store({ remember })
    expect(await reload(session)).toBe('stored')
    expect(document.title).toBe('Hola, Ana')
    const inert = root.querySelectorAll('[inert]')
    expect([...inert].map(({ localName }) => localName)).toEqual(['button', 'select'])
    for (const element of inert) element.removeAttribute('inert')
    expect(root.innerHTML).toBe(SCREEN.replace('value="1"', 'value="1" selected=""'))
    expect(root.querySelector('path')).toBeInstanceOf(SVGElement)
  })

  test('has the option that is selected now', async () => {
    const session = store()
    const select = root.querySelector('select') as HTMLSelectElement
    select.value = '2'
    rendered()
    await reload(session)
    expect((root.querySelector('select') as HTMLSelectElement).value).toBe('2')
  })

  test.each<[string, Parameters<typeof store>[0]]>([
    ['a screen with a skeleton', { screen: '<main aria-busy="true">…</main>' }],
    ['a screen with an error', { screen: '<main><p role="alert">No se pudo</p></main>' }],
    ['a route that is not in the list', { route: '#/listPayment' }],
    ['an address with filters', { route: '#/movements?branchCode=12' }],
    ['a screen that is too long', { screen: `<main>${'a'.repeat(250_000)}</main>` }],
  ])('does not exist for %s', (_name, options) => {
    const { user } = store(options)
    const names = [sessionStorage, localStorage].flatMap((one) => ownNames(one, user.email, ''))
    expect(names).toEqual([])
  })

  test('is not stored at an address whose screen is still loading', () => {
    const { user } = store()
    location.hash = '#/movements'
    rendered()
    expect(sessionStorage.getItem(screenKey(user.email, '#/movements'))).toBeNull()
    drawn = '/movements'
    rendered()
    expect(sessionStorage.getItem(screenKey(user.email, '#/movements'))).not.toBeNull()
  })

  test('is not stored in the native shell', () => {
    vi.stubGlobal('Capacitor', { isNativePlatform: () => true })
    const { user } = store()
    expect(sessionStorage.getItem(screenKey(user.email, '#/main'))).toBeNull()
  })

  test('is not stored while a dialog is open', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog">¿Seguro?</div>')
    const { user } = store()
    expect(sessionStorage.getItem(screenKey(user.email, '#/main'))).toBeNull()
  })

  test.each<[string, (session: Session) => Promise<string | undefined>]>([
    [
      'of another person',
      (session) =>
        reload({ ...session, user: { ...session.user, email: 'fede@demo.surtidor.uy' } }),
    ],
    ['of another route', (session) => reload(session, { route: '#/movements' })],
    ['of a build with other styles', (session) => reload(session, { styles: ['/assets/x.css'] })],
    [
      'of a session that has to show its second factor',
      (session) => reload({ ...session, secondFactor: 'notShown' }),
    ],
    ...['{"styles"', '1', '{"styles":{},"tags":[],"nodes":[]}', '{"styles":[],"nodes":[]}'].map(
      (text): [string, typeof reload] => [
        `that reads ${text}`,
        (session) => {
          sessionStorage.setItem(screenKey(session.user.email, '#/main'), text)
          return reload(session)
        },
      ],
    ),
  ])('%s is not drawn', async (_name, open) => {
    const session = store()
    expect(await open(session)).toBe('other')
    expect(root.textContent).toBe('Ingresá')
  })

  test('is not drawn over a screen that the app has drawn', async () => {
    const session = store()
    document.documentElement.dataset.first = 'other'
    drawStoredScreen(session, [STYLES])
    delete document.documentElement.dataset.first
    root.innerHTML = '<main>Nuevo</main>'
    for (const sheet of document.head.querySelectorAll('link'))
      sheet.dispatchEvent(new Event('load'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(root.textContent).toBe('Nuevo')
  })
})
