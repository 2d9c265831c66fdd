import type { QueryCache } from '@tanstack/react-query'
import type { App } from '#app/context.ts'
import { platform } from '#app/device/platform.ts'
import { storage } from '#app/device/storage.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import {
  STORED_ROUTES,
  type StoredNode,
  type StoredScreen,
  type StoredTag,
  screenKey,
} from '#app/offline/storedScreen.ts'
import type { AppRouter } from '#app/routes.tsx'
import { fullSession } from '#app/session/session.ts'

/** The longest entry of one screen, in characters. */
const MAX_LENGTH = 250_000

/** What a complete screen does not have: a skeleton, an error. */
const INCOMPLETE = '[aria-busy=true], [role=alert]:not(:empty)'
const OPEN_DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * Keeps the screens of `STORED_ROUTES` as they are drawn, after each change of the route or of an answer,
 * beside the kept answers (docs/decisions/0098-stored-screens.md).
 */
export function storeScreens(
  { session }: Pick<App, 'session'>,
  cache: QueryCache,
  router: Pick<AppRouter, 'subscribe' | 'state'>,
): void {
  // There they would not be drawn: the phone's owner may have to unlock the app first.
  if (platform() !== 'b') return
  const root = document.getElementById('root') as HTMLElement
  let isDue = false
  const storeLater = () => {
    if (isDue) return
    isDue = true
    whenIdle(() => {
      isDue = false
      store()
    })
  }
  const store = () => {
    const person = fullSession(session.current())?.user
    const route = location.hash
    // While the next screen is loading, the one before is drawn.
    const isDrawn = `#${router.state.resolvedLocation?.href}` === route
    if (!person || !isDrawn || !STORED_ROUTES.includes(route)) return
    if (root.querySelector(INCOMPLETE) || document.querySelector(OPEN_DIALOG)) return
    const place = storage(session.isRemembered() ? 'localStorage' : 'sessionStorage')
    const key = screenKey(person.email, route)
    const text = JSON.stringify(readScreen(root))
    try {
      if (text.length > MAX_LENGTH) place.removeItem(key)
      else place.setItem(key, text)
    } catch {
      // The storage is full: the kept answers are worth more.
      place.removeItem(key)
    }
  }
  cache.subscribe(({ type }) => {
    if (type === 'updated') storeLater()
  })
  router.subscribe('onRendered', storeLater)
  storeLater()
}

/** The screen as it is drawn. */
function readScreen(root: HTMLElement): StoredScreen {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  /** The tags by their JSON, in order. */
  const tags = new Map<string, number>()
  const tagOf = (element: Element): number => {
    const attributes = Object.fromEntries(
      [...element.attributes].map(({ name, value }) => [name, value]),
    )
    // The choice is a property only.
    if (element instanceof HTMLOptionElement && element.selected) attributes.selected = ''
    const isSvg = element instanceof SVGElement
    const tag = JSON.stringify({ name: element.localName, isSvg, attributes } satisfies StoredTag)
    const index = tags.get(tag) ?? tags.size
    tags.set(tag, index)
    return index
  }
  const readNode = (node: Node): StoredNode[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element) || node.matches('[data-not-stored]')) return []
    return [[tagOf(node), ...[...node.childNodes].flatMap(readNode)]]
  }
  return {
    styles: [...sheets].map(({ href }) => new URL(href).pathname),
    title: document.title,
    nodes: [...root.childNodes].flatMap(readNode),
    tags: [...tags.keys()].map((tag) => JSON.parse(tag) as StoredTag),
  }
}
