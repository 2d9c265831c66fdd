import { createHash } from 'node:crypto'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'

/**
 * What makes a call the same call when it comes again, also after a crash that forgot its answer:
 * its session and its audit number.
 */
export const idempotencyKey = ({ sessionHash, header }: AuthenticatedCaller): Buffer =>
  createHash('sha256').update(sessionHash).update(header.auditNumber).digest()
