import { HOUR_MS } from '#contract/dates.ts'
import { beginTelling, type Overdue, overdueOf, overdueRecipients } from '#db/console/overdue.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Context } from '#server/context.ts'
import type { Job } from '#server/jobs/job.ts'
import { OVERDUE } from '#server/mail/overdueEmail.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** Tells operators of what has waited too long: every ten minutes, and a minute after a start. */
export const overdueEmailsJob: Job = {
  queue: 'overdue_emails',
  schedule: { cron: '*/10 * * * *', secondsAfterStart: 60 },
  run: async (context, _data, signal) => await sendOverdueEmails(context, signal),
}

/**
 * Sends each operator who asked for it one email about what became overdue since the last one. Safe to
 * repeat, and with two servers at once: the time until which an operator was told moves on in the
 * transaction of the email, under a lock.
 */
export async function sendOverdueEmails(context: Context, signal?: AbortSignal): Promise<void> {
  for (const personId of await overdueRecipients(context.db)) {
    if (signal?.aborted) return
    await inTransaction(context.db, (tx) => tellOperator(context, tx, personId))
  }
}

async function tellOperator(context: Context, tx: Context['db'], personId: string) {
  const now = context.now()
  const operator = await beginTelling(tx, personId, now)
  if (!operator) return
  const { email, until, roles } = operator
  const { waiting, proposals, tills } = context.config.overdueHours
  const span = (hours: number) => ({
    from: new Date(until.getTime() - hours * HOUR_MS),
    until: new Date(now.getTime() - hours * HOUR_MS),
  })
  const overdue = await overdueOf(
    tx,
    { personId, roles, now },
    { waiting: span(waiting), proposals: span(proposals), tills: span(tills) },
  )
  const facts = factsOf(overdue, context.config.overdueHours)
  if (facts.length === 0) return
  await queueEmail(context, tx, OVERDUE, {
    recipient: email,
    event: `overdue ${personId} ${now.toISOString()}`,
    values: { link: `${context.config.publicUrl}/consola/` },
    facts,
  })
}

const hoursText = (hours: number) => (hours === 1 ? '1 hora' : `${hours} horas`)
function factsOf(
  { exceptions, messages, proposals, tills }: Overdue,
  hours: Context['config']['overdueHours'],
) {
  const all: [string, number][] = [
    [`Excepciones con más de ${hoursText(hours.waiting)}`, exceptions],
    [`Mensajes sin responder con más de ${hoursText(hours.waiting)}`, messages],
    [`Propuestas que esperan a otra persona hace más de ${hoursText(hours.proposals)}`, proposals],
    [`Cajas sin señal hace más de ${hoursText(hours.tills)}`, tills],
  ]
  return all.flatMap(([name, count]) => (count > 0 ? [{ name, value: String(count) }] : []))
}
