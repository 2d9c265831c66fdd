import { KIND_NAMES, type KindName, kindOf } from '#contract/console/objectKinds.ts'

const PAGE = 50

export const kindIn = (pathname: string): KindName | undefined =>
  KIND_NAMES.find((name) => kindOf(name).path === `/${pathname.split('/')[1]}`)

/** What a list asks for: filters, order and cursor are in the address; a filter that is not set is an empty text. */
export function listRequest(kind: KindName, search: Readonly<Record<string, string>>) {
  const filters = Object.fromEntries(
    Object.keys(kindOf(kind).filters).map((name) => [name, search[name] ?? '']),
  )
  const first = search.first === 'oldest' ? ('oldest' as const) : ('newest' as const)
  return { kind, filters, first, after: search.after ?? '', count: PAGE }
}

/** What the page of an object asks for. @param shown whether personal data are shown, which is recorded */
export const objectRequest = (kind: KindName, objectId: string, tab = '', shown = false) => ({
  kind,
  objectId,
  tab,
  shown,
})
