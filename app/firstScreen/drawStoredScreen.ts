import { storage } from '#app/device/storage.ts'
import {
  STORED_ROUTES,
  type StoredNode,
  type StoredScreen,
  type StoredTag,
  screenKey,
} from '#app/offline/storedScreen.ts'
import type { Session } from '#app/session/session.ts'

/** Elements that only the app can answer: a tap on one would be lost. */
const NEEDS_APP = ['button', 'input', 'select', 'textarea', 'label', 'summary']

/**
 * Draws the opened screen as it was last drawn, while the app's script is still loading; the app then
 * draws it anew in its place. Its links lead on at once.
 * @param styles the paths of the style sheets of this route: a screen that another build has drawn
 *   without them is not drawn
 */
export function drawStoredScreen(session: Session, styles: readonly string[]): void {
  if (session.secondFactor === 'notShown') return
  const route = openedRoute()
  const screen = storedScreen(session.user.email, route)
  if (!screen || !styles.every((path) => screen.styles.includes(path))) return
  Promise.all([rootIsParsed(), ...styles.map(loadSheet)])
    .then(() => openedRoute() === route && draw(screen))
    // The app draws its screen, or says that it did not come.
    .catch(console.warn)
}

/** As the app requests it, which finds it here. */
const loadSheet = (path: string) =>
  new Promise((resolve, reject) => {
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.crossOrigin = ''
    sheet.href = path
    sheet.addEventListener('load', resolve)
    sheet.addEventListener('error', reject)
    document.head.append(sheet)
  })

const openedRoute = () => location.hash || '#/main'

function draw({ title, tags, nodes }: StoredScreen): void {
  const page = document.documentElement
  const root = document.getElementById('root')
  // The app was faster.
  if (!root || page.dataset.first !== 'other') return
  const elements = tags.map(elementOf)
  const toNode = (node: StoredNode): Node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [tag, ...children] = node
    const element = elements[tag]?.cloneNode() as Element
    element.append(...children.map(toNode))
    return element
  }
  root.replaceChildren(...nodes.map(toNode))
  document.title = title
  page.dataset.first = 'stored'
}

function elementOf({ name, isSvg, attributes }: StoredTag): Element {
  const element = isSvg
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    // The policy of the page lets no script set this attribute.
    if (attribute === 'style') element.style.cssText = value
    else element.setAttribute(attribute, value)
  }
  if (NEEDS_APP.includes(name)) element.setAttribute('inert', '')
  return element
}

/** Resolves before the app's script runs, which the browser leaves until the page is parsed. */
const rootIsParsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState !== 'loading') resolve()
    else document.addEventListener('readystatechange', () => resolve(), { once: true })
  })

/** The entry may come from another version of the app. */
function storedScreen(email: string, route: string): StoredScreen | undefined {
  if (!STORED_ROUTES.includes(route)) return undefined
  const key = screenKey(email, route)
  const text = storage('sessionStorage').getItem(key) ?? storage('localStorage').getItem(key)
  try {
    const screen = JSON.parse(text ?? 'null') as StoredScreen | null
    const isScreen = [screen?.styles, screen?.tags, screen?.nodes].every(Array.isArray)
    return isScreen ? (screen as StoredScreen) : undefined
  } catch {
    return undefined
  }
}
