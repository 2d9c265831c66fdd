import type { Service } from '#contract/service.ts'

/** Milliseconds until a repeated request is answered (docs/specification.md, "Limits and constants"). */
const DELAY_MS = 500

/** The answer of the call `branches`, which the server is asked for once in the life of the page. */
interface BranchCache {
  /** The stored answer, with code 00, after 500 ms; undefined: there is none, the call is sent. */
  answer: (service: Service) => Promise<unknown> | undefined
  /** Stores an answer whose code was 00. */
  store: (service: Service, answer: { responseHeader: object }) => void
}

export function createBranchCache(): BranchCache {
  let stored: object | undefined
  const isBranches = ({ name }: Service) => name === 'branches'
  return {
    answer: (service) => {
      if (!isBranches(service) || !stored) return undefined
      return new Promise((resolve) => setTimeout(resolve, DELAY_MS, stored))
    },
    store: (service, answer) => {
      // The reference lists of the first answer may be outdated by now.
      const responseHeader = { ...answer.responseHeader, updatedData: null }
      if (isBranches(service)) stored ??= { ...answer, responseHeader }
    },
  }
}
