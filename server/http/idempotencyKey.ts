import { createHash } from 'node:crypto'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'

/** Identifies a call across its repeats, also after a crash that lost its answer: session and audit number. */
export const idempotencyKey = ({ sessionHash, header }: AuthenticatedCaller): Buffer =>
  createHash('sha256').update(sessionHash).update(header.auditNumber).digest()
