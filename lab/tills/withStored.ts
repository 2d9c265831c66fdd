import { terminalIdOf } from '#lab/tills/model.ts'

/** What a till sent under each reference beside what is stored under it; one of them may be missing. */
export function withStored<
  Sent extends { till: number; reference: string },
  Stored extends { terminalId: string; reference: string },
>(sent: readonly Sent[], stored: readonly Stored[]): { sent?: Sent; stored?: Stored }[] {
  const left = new Map(stored.map((one) => [`${one.terminalId} ${one.reference}`, one]))
  const pairs = sent.map((one) => {
    const key = `${terminalIdOf(one.till)} ${one.reference}`
    const found = left.get(key)
    left.delete(key)
    return { sent: one, ...(found && { stored: found }) }
  })
  return [...pairs, ...Array.from(left.values(), (one) => ({ stored: one }))]
}
