const MINUTE_MS = 60_000

/**
 * When a schedule adds its next job.
 * @param cron with a part for the minutes alone, as all of `schedule` have: `7 * * * *`, `4-59/10 * * * *`
 * @returns null for another one
 */
export function nextRun(cron: string, now: Date): Date | null {
  // Stryker disable next-line StringLiteral, ArrayDeclaration: a text that is no number names no minute either.
  const [, from = '', until, step = '1'] =
    /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?(?: \*){4}$/.exec(cron) ?? []
  if (from === '') return null
  const first = from === '*' ? 0 : Number(from)
  const isSingle = from !== '*' && until === undefined
  const last = isSingle ? first : Number(until ?? 59)
  const start = Math.floor(now.getTime() / MINUTE_MS) + 1
  // Stryker disable next-line EqualityOperator: the minutes after an hour are those of the hour again.
  for (let ahead = 0; ahead < 60; ahead += 1) {
    const minute = (start + ahead) % 60
    if (minute >= first && minute <= last && (minute - first) % Number(step) === 0)
      return new Date((start + ahead) * MINUTE_MS)
  }
  return null
}
