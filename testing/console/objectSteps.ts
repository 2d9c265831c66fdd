import type { KindName } from '#contract/console/objectKinds.ts'
import type { ObjectPage } from '#contract/console/objectPage.ts'
import { actOnObject, type SentFile } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { accepted, type TestClient, type TestWire } from '#testing/harness/testClient.ts'

/** The steps of an operator with the objects of a kind. */
export const objectSteps = (operator: TestClient, kind: KindName) => ({
  list: async (filters: Record<string, string> = {}) =>
    accepted(await operator.call(objects, { kind, filters, count: 200 })).rows,
  /** The ids of all pages of so many rows. */
  async paged(count: number, filters: Record<string, string> = {}) {
    const ids: string[] = []
    let after = ''
    do {
      const page = accepted(await operator.call(objects, { kind, filters, count, after }))
      ids.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== '')
    return ids
  },
  page: async (objectId: string, shown = false, tab = ''): Promise<ObjectPage> =>
    accepted(await operator.call(object, { kind, objectId, shown, tab })).page,
  reasonOf: async (objectId: string) =>
    (await operator.call(object, { kind, objectId })).responseHeader.reason,
  found: async (text: string) =>
    accepted(await operator.call(search, { text }))
      .hits.filter((hit) => hit.kind === kind)
      .map(({ id }) => id),
  act: (
    objectId: string,
    action: string,
    fields: Record<string, string> = {},
    { file, ...more }: TestWire & { file?: SentFile | undefined } = {},
  ) => operator.call(actOnObject, { kind, objectId, action, fields, ...(file && { file }) }, more),
})

export const factOf = (page: ObjectPage, name: string) =>
  page.groups.flatMap(({ facts }) => facts).find((fact) => fact.name === name)?.value
export const rowsOf = (page: ObjectPage, title: string) =>
  page.tables.find((table) => table.title === title)?.rows ?? []
