import type { KindName } from '#contract/console/objectKinds.ts'

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
  /** The share of the steps that meet a fault, where the mutation needs one. */
  faultRate?: number
  /** The run has to report one of these invariants. */
  expects: readonly string[]
}
