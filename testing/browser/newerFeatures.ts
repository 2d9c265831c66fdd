import { createRequire } from 'node:module'
import type { CompatData, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { BROWSER_FLOOR } from '#tools/build/supportedBrowsers.ts'

/** A feature that one of the oldest supported browsers lacks, and the pattern of its use. */
export interface NewerFeature {
  /** As MDN names it: `AbortSignal.any`, `light-dark()`, `text-wrap: pretty`. */
  name: string
  use: RegExp
}

const { api, css, javascript } = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
) as CompatData

const BROWSERS = [
  ['chrome', BROWSER_FLOOR.chrome],
  ['chrome_android', BROWSER_FLOOR.chrome],
  ['firefox', BROWSER_FLOOR.firefox],
  ['safari', BROWSER_FLOOR.safari],
  ['safari_ios', BROWSER_FLOOR.safari],
] as const

/** Whether MDN says that every browser of the floor has the feature, without a flag or a prefix. */
function isOld({ __compat: compat }: Identifier): boolean {
  return BROWSERS.every(([browser, floor]) => {
    const statements: SupportStatement | undefined = compat?.support[browser]
    return [statements ?? []].flat().some(
      ({
        version_added: added,
        version_removed: removed,
        flags,
        prefix,
        alternative_name: other,
      }) =>
        // `≤37`: in that version or before. `preview` and false are no number.
        Number.parseFloat(String(added).replace('≤', '')) <= floor &&
        !(removed || flags || prefix || other),
    )
  })
}

/** The features below one, by name; MDN's own entries, `__compat` and `__meta`, are none. */
const below = (group: Identifier): [name: string, feature: Identifier][] =>
  Object.entries(group).filter(([name]) => !name.startsWith('__')) as [string, Identifier][]

const escaped = (name: string) => name.replaceAll(/[^\w]/g, String.raw`\$&`)

/** The interfaces of browsers whose methods are looked for; those of the others have too common names. */
const INTERFACES = new Set(
  `AbortSignal Blob Clipboard CSSStyleSheet CustomElementRegistry Document DocumentFragment Element Event
  EventTarget File FormData Headers HTMLDialogElement HTMLElement HTMLFormElement HTMLInputElement
  HTMLScriptElement HTMLSelectElement HTMLTextAreaElement HTMLVideoElement IDBDatabase IDBObjectStore
  IDBTransaction MediaDevices MediaStreamTrack Navigator Node Permissions ReadableStream Request Response
  Selection ServiceWorkerRegistration ShadowRoot StorageManager URL URLSearchParams Window Worker`.split(
    /\s+/,
  ),
)

/** Every method, constructor and global of scripts that is newer than the floor. */
export function newerScriptFeatures(): NewerFeature[] {
  const { Intl, ...builtins } = javascript.builtins as Record<string, Identifier>
  const owners = [
    ...below(api),
    ...below(builtins),
    ...below(Intl ?? {}).map(([name, feature]) => [`Intl.${name}`, feature] as const),
  ]
  const members = owners.flatMap(([owner, feature]) =>
    below(feature)
      // Parts of a behaviour are written with underscores: `worker_support`, `options_parameter`.
      .filter(([key]) => /^[A-Za-z]+(?:_static)?$/.test(key))
      .map(([key, member]) => ({ owner, key, isOld: isOld(member) })),
  )
  /** A name that an older interface has, too, tells nothing. */
  const oldNames = new Set(members.filter((member) => member.isOld).map(({ key }) => key))
  const globals = owners
    .filter(([, feature]) => feature.__compat && !isOld(feature))
    .map(([name]) => ({
      name,
      use: new RegExp(String.raw`(?<![\w$.-])${escaped(name)}(?![\w$:-])`),
    }))
  const statics = members
    .filter(({ key, isOld }) => key.endsWith('_static') && !isOld)
    .map(({ owner, key }) => {
      const name = `${owner}.${key.replace('_static', '')}`
      return {
        name,
        use: new RegExp(
          String.raw`\b${escaped(name).replace(/\\\.(\w+)$/, String.raw`\??\.$1`)}\b`,
        ),
      }
    })
  const methods = members
    .filter(
      ({ owner, key, isOld }) =>
        !isOld &&
        /^[a-z]+$/i.test(key) &&
        key !== owner &&
        !oldNames.has(key) &&
        (INTERFACES.has(owner) || owner in builtins),
    )
    .map(({ owner, key }) => ({
      name: `${owner}.${key}`,
      // A member of the window is used by its name alone, too.
      use:
        owner === 'Window'
          ? new RegExp(String.raw`\.${key}\b|(?<![\w$-])${key}\??[.(]`)
          : new RegExp(String.raw`\.${key}\b`),
    }))
  return [...globals, ...statics, ...methods]
}

/** Every property, selector, at-rule and function of style sheets that is newer than the floor. */
export function newerStyleFeatures(): NewerFeature[] {
  const newer = (group: Identifier | undefined) =>
    below(group ?? {}).filter(([, one]) => !isOld(one))
  const properties = newer(css.properties).map(([name]) => ({
    name,
    use: new RegExp(String.raw`(?<![\w-])${name}\s*:`),
  }))
  const selectors = newer(css.selectors).map(([name]) => ({
    name: `:${name}`,
    use: new RegExp(String.raw`:${name}(?![\w-])`),
  }))
  const rules = newer(css['at-rules']).map(([name]) => ({
    name: `@${name}`,
    use: new RegExp(`@${name}(?![\\w-])`),
  }))
  const functions = below(css.types ?? {})
    .flatMap(([name, type]) => [[name, type] as const, ...below(type)])
    .filter(([name, one]) => one.__compat && !isOld(one) && /^[a-z-]+$/.test(name))
    .map(([name]) => ({ name: `${name}()`, use: new RegExp(String.raw`(?<![\w-])${name}\(`) }))
  return [...properties, ...selectors, ...rules, ...functions]
}
