import type { ClusterStack } from '#lab/cluster/clusterStack.ts'

/** @returns what ends the fault */
export type BeginFault = (stack: ClusterStack) => Promise<() => Promise<unknown>>

export interface ClusterFault {
  /** As `--fault` names it. */
  name: string
  /** What the report calls it. */
  title: string
  /** Seconds that it lasts. */
  lasts: number
  begin: BeginFault
  /** Whether the machines need networks of their own. */
  needsNetwork?: boolean
  /** Whether a client may wait for an answer that cannot come: what it called is cut off or frozen. */
  mayHang?: boolean
}

export const fault = (
  name: string,
  lasts: number,
  title: string,
  begin: BeginFault,
  more: { needsNetwork?: boolean; mayHang?: boolean } = {},
): ClusterFault => ({ name, lasts, title, begin, ...more })
