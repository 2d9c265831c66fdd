import { describe, expect, test } from 'vitest'
import { movements } from '#contract/financial/movements.ts'
import { ApiError, transportError } from '#kit/api/apiError.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { stubCalls } from '#testing/browser/stubCalls.ts'
import { aMovement } from '#testing/fixtures/entities.ts'

const fields = { loyaltyCode: 'CLUB', dateFrom: '20260101000000', dateTo: '20261231235959' }
const fetchWith = (reply: unknown) => {
  const { call, sentCalls } = stubCalls({ movements: reply })
  return { sentCalls, pages: fetchAllPages(new CallQueryClient(call), movements, fields) }
}

describe('fetchAllPages', () => {
  test('follows the cursor to the last page', async () => {
    const { sentCalls, pages } = fetchWith(({ after = '' }: { after?: string }) => ({
      movements: [aMovement({ rrn: `of ${after}` })],
      next: { '': 'one', one: 'two', two: '' }[after],
    }))
    expect((await pages).flatMap((page) => page.movements.map(({ rrn }) => rrn))).toEqual([
      'of ',
      'of one',
      'of two',
    ])
    expect(sentCalls.map(({ params }) => params.after)).toEqual([undefined, 'one', 'two'])
  })

  test('fails when a page fails', async () => {
    const { pages } = fetchWith(({ after = '' }) =>
      after === '' ? { movements: [], next: 'one' } : transportError(0),
    )
    await expect(pages).rejects.toBeInstanceOf(ApiError)
  })
})
