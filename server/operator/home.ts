import type { AnswerOf } from '#contract/call.ts'
import { KIND_NAMES, kindOf, kindsOf } from '#contract/console/objectKinds.ts'
import { DAY_MS, HOUR_MS, toDate, toStamp } from '#contract/dates.ts'
import { home } from '#contract/operator/home.ts'
import { UBER } from '#contract/roles.ts'
import { healthOf, hoursOf } from '#db/console/home.ts'
import { requestsWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { ADMINISTRATORS, CONSOLE_KINDS, viewerOf } from '#server/console/kinds/kindRegistry.ts'
import { shownActions } from '#server/console/kinds/shownActions.ts'
import type { Viewer } from '#server/console/viewer.ts'
import type { Context } from '#server/context.ts'
import { lastGatewayHealth } from '#server/gateway/gatewayHealthCheck.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'

/** After so long without a sign a till is silent, and an email or a push that waits is late. */
const LATE_MS = HOUR_MS

type Answer = AnswerOf<typeof home>
type Tone = Answer['health'][number]['tone']

export default defineHandler(home, async (context, _fields, caller) => {
  const viewer = await viewerOf(context, caller)
  const seesStations = viewer.roles.some((role) => role !== UBER)
  const [waiting, measures, health] = await Promise.all([
    waitingFor(context.db, viewer),
    seesStations ? measuresOf(context, viewer) : [],
    viewer.isAdministrator ? readHealth(context) : [],
  ])
  const listActions = kindsOf(caller.roles).flatMap((kind) =>
    shownActions(CONSOLE_KINDS[kind].listActions ?? {}, caller.roles).map(({ name, label }) => ({
      kind,
      name,
      label,
    })),
  )
  return { waiting, measures, health, listActions }
})

/** What waits by the kinds that the viewer sees, the longest waiting first. */
export async function waitingFor(db: Db, viewer: Viewer): Promise<Answer['waiting']> {
  const counted = KIND_NAMES.flatMap((kind) => {
    const { waiting } = CONSOLE_KINDS[kind]
    const { title = '', roles = ADMINISTRATORS, state } = waiting ?? {}
    if (!waiting || !roles.some((role) => viewer.roles.includes(role))) return []
    const { path } = kindOf(kind)
    const list = state ? `${path}?state=${state}` : path
    return [
      waiting
        .count(db, viewer)
        .then(({ id, ...found }) => ({ ...found, title, path: id ? `${path}/${id}` : list })),
    ]
  })
  const [requests, ...all] = await Promise.all([requestsWaiting(db, viewer), ...counted])
  return [{ ...requests, title: 'Solicitudes para decidir', path: '/requests' }, ...all]
    .flatMap(({ title, path, count, since }) => (since ? [{ title, path, count, since }] : []))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ since, ...one }) => ({ ...one, oldest: toStamp(since) }))
}

/** Today beside the same weekday a week ago, by the hour. */
async function measuresOf({ db }: Context, viewer: Viewer): Promise<Answer['measures']> {
  const { now } = viewer
  const { from } = spanOfDay(toDate(now))
  // About noon of that day, also when a day between has 23 or 25 hours.
  const weekAgo = spanOfDay(toDate(new Date(from.getTime() - 6.5 * DAY_MS)))
  const { payments, sales } = await hoursOf(db, viewer, { today: { from, until: now }, weekAgo })
  const measure = (title: string, rows: typeof sales, name: string, isMoney = false) => {
    const sum = (of: typeof sales) => of.reduce((all, row) => all + Number(row[name]), 0)
    const ofHour = (hour: number, isToday: boolean) =>
      sum(rows.filter((row) => row.hour === hour && row.isToday === isToday))
    return {
      title,
      isMoney,
      today: sum(rows.filter((row) => row.isToday)),
      weekAgo: sum(rows.filter((row) => !row.isToday && row.isPast)),
      hours: Array.from({ length: 24 }, (_, hour) => ({
        today: ofHour(hour, true),
        weekAgo: ofHour(hour, false),
      })),
    }
  }
  return [
    measure('Ventas informadas', sales, 'sales'),
    measure('Vendido en pesos', sales, 'pesos', true),
    measure('Puntos dados', sales, 'points'),
    measure('Pagos con la app', payments, 'paid'),
    measure('Pagos que no salieron', payments, 'failed'),
  ]
}

async function readHealth({ db, jobs, now }: Context): Promise<Answer['health']> {
  const [gatewayUp, pushOverdue, { terminals, mails }] = await Promise.all([
    lastGatewayHealth(jobs),
    jobs.secondsOverdue('push'),
    healthOf(db, new Date(now().getTime() - LATE_MS)),
  ])
  const { inUse = 0, silent = 0 } = terminals ?? {}
  const { waiting = 0, late = 0, dead = 0 } = mails ?? {}
  const part = (title: string, tone: Tone, text: string) => ({ title, tone, text })
  const gatewayTone = gatewayUp === null ? 'neutral' : gatewayUp ? 'good' : 'bad'
  return [
    part('Pasarela de pagos', gatewayTone, GATEWAY[gatewayTone]),
    part(
      'Cajas',
      inUse === 0 ? 'neutral' : silent === 0 ? 'good' : 'warn',
      inUse === 0
        ? 'Ninguna en uso'
        : silent === 0
          ? `Las ${inUse} en uso dan señal`
          : `${silent} de ${inUse} sin señal en la última hora`,
    ),
    part(
      'Correo',
      dead > 0 ? 'bad' : late > 0 ? 'warn' : 'good',
      dead > 0
        ? `${dead} sin poder mandar en el último día`
        : waiting > 0
          ? `${waiting} en cola`
          : 'Sale al momento',
    ),
    part(
      'Avisos al teléfono',
      pushOverdue * 1000 > LATE_MS ? 'warn' : 'good',
      pushOverdue * 1000 > LATE_MS ? 'Salen con más de una hora de demora' : 'Salen al momento',
    ),
  ]
}
const GATEWAY = {
  good: 'Responde',
  bad: 'No responde',
  neutral: 'Todavía no se sabe',
} as const
