import { setTimeout as sleep } from 'node:timers/promises'

/** One line of `npm run doctor`. Only `refused` means that the start would refuse. */
export interface Finding {
  level: 'good' | 'odd' | 'refused'
  text: string
}

export const good = (text: string): Finding => ({ level: 'good', text })
export const odd = (text: string): Finding => ({ level: 'odd', text })
export const refused = (text: string): Finding => ({ level: 'refused', text })

/** The findings of a check; one line instead when it takes longer or has a defect. */
export async function withDeadline(
  subject: string,
  timeoutMs: number,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => [
    odd(`${subject}: no hubo respuesta en ${timeoutMs / 1000} s`),
  ])
  const failed = (error: unknown) => [odd(`${subject}: ${(error as Error).message.split('\n')[0]}`)]
  return await Promise.race([check().catch(failed), late])
}
