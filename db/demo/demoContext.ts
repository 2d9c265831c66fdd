import type { AuditBuilder } from '#db/demo/auditBuilder.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import type { Rule } from '#db/demo/programmes.ts'
import type { Station } from '#db/demo/stations.ts'

/** What every part of the town is told. */
export interface DemoContext {
  seed: number
  calendar: RelativeDates
  stations: readonly Station[]
  rules: readonly Rule[]
  /** Everybody's password, hashed once. */
  passwordHash: string
  /** The next identifier: the same one for the same place in the same town. */
  nextId(): string
  nextRrn(): string
  audit: AuditBuilder
}

/** Who decides on requests: the same two people in every town. */
export const SPONSOR_ID = '5d0ca5e0-0000-8000-a000-000000000003'
export const NETWORK_ID = '5d0ca5e0-0000-8000-a000-000000000004'

/** UUIDs of version 8 that count: in order, so that a million of them fill an index page by page. */
export function sequentialIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `5d0ca5e0-0000-8000-8000-${count.toString(16).padStart(12, '0')}`
  }
}

/** A programme's own ledger account. */
export const programmeAccount = (place: number) =>
  `5d0ca5e0-0000-8000-9000-${String(place).padStart(12, '0')}`
