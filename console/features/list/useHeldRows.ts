import { useState } from 'react'
import type { ObjectRow } from '#contract/console/objectPage.ts'

interface Answer {
  rows: readonly ObjectRow[]
  next: string
}

interface Held extends Answer {
  key: string
  updatedAt: number
  /** The next answer replaces the rows: the operator has changed something. */
  isOutdated: boolean
}

/**
 * The rows that a list draws. An answer that comes by itself moves none of them: it changes their cells in
 * place and adds what comes after the last one; what is new above them, and what has left the list, waits
 * until the operator asks for it.
 * @param key of what is asked for
 * @param answer the newest one for it; undefined: that of another key is still drawn
 * @param updatedAt when it came
 */
export function useHeldRows(key: string, answer: Answer | undefined, updatedAt: number) {
  const [held, hold] = useState<Held>()
  if (answer && (held?.key !== key || held.updatedAt !== updatedAt)) {
    const kept = held?.key === key && !held.isOutdated ? keptOf(held, answer) : answer
    hold({ ...kept, key, updatedAt, isOutdated: false })
  }
  const current = held?.key === key ? answer : undefined
  const shown = new Set(held?.rows.map(({ id }) => id))
  const isNew = ({ id }: ObjectRow) => !shown.has(id)
  const added = current?.rows.filter(isNew).length ?? 0
  return {
    rows: held?.rows ?? [],
    next: held?.next ?? '',
    added,
    /** All of a page that has others behind it: there may be more new ones. */
    isMore: added > 0 && added === current?.rows.length && current.next !== '',
    left: current && held ? leftOf(held.rows, current) : 0,
    /** Draws the newest answer, and the next one as it comes. */
    showNew: (isOutdated: boolean) => {
      if (held) hold({ ...held, ...current, isOutdated })
    },
  }
}

/** The rows that are drawn, as the answer has them, and those that it has after the last of them. */
function keptOf({ rows, next }: Answer, answer: Answer): Answer {
  if (rows.length === 0) return answer
  const fresh = new Map(answer.rows.map((row) => [row.id, row]))
  const known = new Set(rows.map(({ id }) => id))
  const last = answer.rows.findLastIndex(({ id }) => known.has(id))
  const below = last === -1 ? [] : answer.rows.slice(last + 1)
  const isEnd = rows.at(-1)?.id === answer.rows[last]?.id
  return {
    rows: [...rows.map((row) => fresh.get(row.id) ?? row), ...(isEnd ? below : [])],
    next: isEnd ? answer.next : next,
  }
}

/** How many of the rows the answer should have and has not: those before one that it has, or all at its end. */
function leftOf(rows: readonly ObjectRow[], { rows: fresh, next }: Answer): number {
  const ids = new Set(fresh.map(({ id }) => id))
  const last = next === '' ? rows.length : rows.findLastIndex(({ id }) => ids.has(id))
  return rows.slice(0, Math.max(0, last)).filter(({ id }) => !ids.has(id)).length
}
