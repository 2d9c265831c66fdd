import { describe, expect, test } from 'vitest'
import { objects } from '#contract/operator/objects.ts'
import { removeView } from '#contract/operator/removeView.ts'
import { saveView } from '#contract/operator/saveView.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('removeView', () => {
  test('removes an own view, and not that of another operator', async () => {
    const [elena, guido] = [await server.as('elena'), await server.as('guido')]
    const view = {
      kind: 'sale',
      name: 'Anuladas',
      search: { state: 'voided' },
      shared: true,
    } as const
    const { id: viewId } = accepted(await elena.call(saveView, view))
    expect((await guido.call(removeView, { viewId })).responseHeader.reason).toBe('not_found')
    expect((await elena.call(removeView, { viewId: 'none' })).responseHeader.reason).toBe(
      'not_found',
    )
    accepted(await elena.call(removeView, { viewId }))
    expect(accepted(await guido.call(objects, { kind: 'sale' })).views).toEqual([])
    expect((await elena.call(removeView, { viewId })).responseHeader.reason).toBe('not_found')
  })
})
