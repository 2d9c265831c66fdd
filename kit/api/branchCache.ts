import type { CallContract } from '#contract/call.ts'

/** Milliseconds until a repeated request is answered (docs/specification.md, "Limits and constants"). */
const DELAY_MS = 500

/** The answer of the call `branches`, which the server is asked for once in the life of the page. */
interface BranchCache {
  /** The stored answer, with code 00, after 500 ms; undefined: there is none, the call is sent. */
  answer: (contract: CallContract) => Promise<unknown> | undefined
  /** Stores an answer whose code was 00. */
  store: (contract: CallContract, answer: { responseHeader: object }) => void
}

export function createBranchCache(): BranchCache {
  let stored: object | undefined
  const isBranches = ({ name }: CallContract) => name === 'branches'
  return {
    answer: (contract) => {
      if (!isBranches(contract) || !stored) return undefined
      return new Promise((resolve) => setTimeout(resolve, DELAY_MS, stored))
    },
    store: (contract, answer) => {
      // The reference lists of the first answer may be outdated by now.
      const responseHeader = { ...answer.responseHeader, updatedData: null }
      if (isBranches(contract)) stored ??= { ...answer, responseHeader }
    },
  }
}
