import { describe, expect, test } from 'vitest'
import { objects } from '#contract/operator/objects.ts'
import { saveView } from '#contract/operator/saveView.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const view = {
  kind: 'payment',
  name: 'Sin terminar',
  search: { state: 'EXPIRED', first: 'oldest' },
} as const
const viewsOf = async (who: Person, kind: 'payment' | 'sale' = 'payment') =>
  accepted(await who.call(objects, { kind })).views.map(({ name, search, shared, own }) => ({
    name,
    search,
    shared,
    own,
  }))

describe('saveView', () => {
  test('stores a view of the operator, and shows one that is shared to the others', async () => {
    const [elena, diego] = [await server.as('elena'), await server.as('diego')]
    accepted(await elena.call(saveView, view))
    const { name, search } = view
    expect(await viewsOf(elena)).toEqual([{ name, search, shared: false, own: true }])
    expect(await viewsOf(diego)).toEqual([])
    const { id } = accepted(await elena.call(saveView, { ...view, shared: true }))
    expect(await viewsOf(elena)).toEqual([{ name, search, shared: true, own: true }])
    expect(await viewsOf(diego)).toEqual([{ name, search, shared: true, own: false }])
    expect(await viewsOf(diego, 'sale')).toEqual([])
    expect(id).toMatch(/^[\da-f-]{36}$/)
  })

  test('refuses a kind that the role does not see, an unknown filter, and a view too many', async () => {
    const [carla, diego] = [await server.as('carla'), await server.as('diego')]
    const reasonOf = async (who: Person, fields: object) =>
      (await who.call(saveView, { ...view, ...fields })).responseHeader.reason
    expect(await reasonOf(carla, {})).toBe('role_missing')
    expect(await reasonOf(diego, { search: { colour: 'red' } })).toBe('invalid_request')
    expect(await reasonOf(diego, { search: { state: '\u0000' } })).toBe('invalid_request')
    for (let number = 1; number <= 20; number += 1)
      expect(await reasonOf(diego, { name: `Vista ${number}` })).toBeUndefined()
    expect(await reasonOf(diego, { name: 'Una más' })).toBe('too_many_views')
    expect(await reasonOf(diego, { name: 'Vista 20', shared: true })).toBeUndefined()
  })
})
