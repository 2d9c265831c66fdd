import type { SQL } from 'drizzle-orm'
import { PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { inAmounts, inSpan, keyset, pageOf } from '#db/core/pagination.ts'

const sale = pgTable('sale', { at: timestamp('at'), id: text('id') })
const written = (query: SQL | undefined) => query && new PgDialect().sqlToQuery(query)
const [from, until] = [new Date('2026-09-01T03:00:00Z'), new Date('2026-10-01T03:00:00Z')]

describe('pageOf', () => {
  const cursorOf = (id: string) => ({ at: from, id })

  test('has a next page where one more row was read, after the last of this one', () => {
    expect(pageOf(['a', 'b', 'c'], 2, cursorOf)).toEqual({
      page: ['a', 'b'],
      next: { at: from, id: 'b' },
    })
  })

  test('has no next page of as many rows as it takes, of fewer and of none', () => {
    expect(pageOf(['a', 'b'], 2, cursorOf)).toEqual({ page: ['a', 'b'], next: null })
    expect(pageOf(['a'], 2, cursorOf)).toEqual({ page: ['a'], next: null })
    expect(pageOf([], 2, cursorOf)).toEqual({ page: [], next: null })
    expect(pageOf(['a'], 0, cursorOf)).toEqual({ page: [], next: null })
  })
})

describe('keyset', () => {
  const parts = { at: sale.at, id: sale.id }
  const last = { id: 'b', at: from }
  const order = (of: { by: SQL; after: (row: typeof last) => SQL | undefined }) => [
    written(of.by)?.sql,
    written(of.after(last))?.sql,
  ]
  const down = ['"sale"."at" desc, "sale"."id" desc', '("sale"."at", "sale"."id") < ($1, $2)']
  const up = ['"sale"."at" asc, "sale"."id" asc', '("sale"."at", "sale"."id") > ($1, $2)']

  test('orders by its columns, and continues behind a row in that order', () => {
    expect(order(keyset(parts))).toEqual(down)
    expect(order(keyset(parts).of({}))).toEqual(down)
    expect(order(keyset(parts, 'oldest'))).toEqual(up)
    expect(order(keyset(parts, 'oldest').of({}))).toEqual(up)
  })

  test('takes the values of the row in the order of the columns', () => {
    expect(written(keyset(parts).after(last))?.params).toEqual([from, 'b'])
  })

  test('begins with the first page', () => {
    expect(keyset(parts).after(null)).toBeUndefined()
    expect(keyset(parts).after(undefined)).toBeUndefined()
  })

  test('turns round', () => {
    expect(order(keyset(parts).of({ isReversed: true }))).toEqual(up)
    expect(order(keyset(parts, 'oldest').of({ isReversed: true }))).toEqual(down)
  })

  test('sorts nothing where any rows do', () => {
    expect(written(keyset(parts).of({ isUnordered: true }).by)?.sql).toBe('null::int')
  })
})

describe('inSpan', () => {
  test('includes the first instant of a period and not its last', () => {
    expect(written(inSpan(sale.at, { from, until }))).toMatchObject({
      sql: '"sale"."at" >= $1::timestamptz and "sale"."at" < $2::timestamptz',
      params: [from, until],
    })
    expect(inSpan(sale.at, undefined)).toBeUndefined()
  })
})

describe('inAmounts', () => {
  test('includes both ends of a range', () => {
    expect(written(inAmounts(sale.id, { from: 1, until: 2 }))).toMatchObject({
      sql: '"sale"."id" between $1 and $2',
      params: [1, 2],
    })
    expect(inAmounts(sale.id, undefined)).toBeUndefined()
  })
})
