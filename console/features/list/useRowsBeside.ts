import { useOperatorStorage } from '#console/features/useOperatorStorage.ts'
import type { KindName } from '#contract/console/objectKinds.ts'

/** The rows of the list from which the operator opened an object: the page leads to those beside it. */
export function useRowsBeside(kind: KindName) {
  const [ids, setIds] = useOperatorStorage<string>(`rows of ${kind}`, 'sessionStorage')
  return {
    keep: setIds,
    /** The ids of the rows before and after an object; undefined: it is the first, the last, or not in the list. */
    beside(id: string) {
      const place = ids.indexOf(id)
      return place < 0 ? {} : { before: ids[place - 1], after: ids[place + 1] }
    },
  }
}
