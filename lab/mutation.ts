import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { KindName } from '#contract/console/objectKinds.ts'
import type { Message } from '#lab/tills/model.ts'

/** A defence that is removed where the server meets other programs: its own code is unchanged. */
export interface Mutation {
  name: string
  /** In the report. */
  description: string
  /** Changes the text of each statement. */
  rewrite?: (text: string) => string
  /** SQL that removes the second defence, in the schema, which would hide the mutation. */
  schemaChange?: string
  /** Changes what the server calls. @returns undoes it */
  patch?: () => () => void
  /** False: pending payments are not polled. */
  isPolled?: false
  /** What operators decide about, where the mutation concerns one kind. */
  kinds?: readonly KindName[]
  /** The names of the calls that are drawn, where the mutation concerns these; of the console, those of drivers. */
  calls?: readonly string[]
  /** What tills do, where the mutation concerns a part of it. */
  steps?: readonly Message['kind'][]
  /** The share of the steps that meet a fault, where the mutation needs one. */
  faultRate?: number
  /** The run has to report one of these invariants. */
  expects: readonly string[]
}

const LOCKS = / for (no key )?update( of [\w", ]+)?( skip locked)?/g
const TRANSACTION = /^(begin|commit|rollback|savepoint|release)\b/

/** Rows are read without a lock. */
export const withoutLocks = (text: string): string => text.replaceAll(LOCKS, '')

/** Each statement is a transaction of its own. */
export const withoutTransactions = (text: string): string =>
  TRANSACTION.test(text) ? 'select 1' : text

/** Replaces a part of the statements that match. */
export const rewriting =
  (statement: RegExp, part: string | RegExp, by: string) =>
  (text: string): string =>
    statement.test(text) ? text.replace(part, () => by) : text

/** Every signature is valid. @returns undoes it */
export function withoutSignatures(): () => void {
  const { verify } = crypto
  crypto.verify = () => true
  syncBuiltinESMExports()
  return () => {
    crypto.verify = verify
    syncBuiltinESMExports()
  }
}
