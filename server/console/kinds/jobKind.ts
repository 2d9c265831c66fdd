import { JOB_STATES, QUEUE_LABELS } from '#contract/console/jobKind.ts'
import { jobRank, jobsLike, type StoredJob } from '#db/console/jobs.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { isUuid } from '#db/core/uuid.ts'
import type { QueueName } from '#db/jobs/queueDefinitions.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { badge, group, link } from '#server/console/shownValues.ts'
import { refuse } from '#server/http/errors.ts'
import { nextRun } from '#server/jobs/nextRun.ts'

const LABELS: Record<QueueName, string> = QUEUE_LABELS
const badgeOf = ({ state }: StoredJob) => badge(JOB_STATES, state)
const timeOf = (at: number | null) => (at === null ? null : new Date(at))
/** The number of the try: of one that has not begun it is the next. */
const triesOf = ({ retries, retryLimit }: StoredJob) => `${retries + 1} de ${retryLimit + 1}`

/** Characters of a result in the list. */
const MAX_OUTPUT = 60

/** When a job runs next, or its queue by the schedule; null for one that has ended. */
function nextOf({ state, startAfter, cron }: StoredJob, now: Date): Date | null {
  if (state === 'created' || state === 'retry') return timeOf(startAfter)
  return cron === null ? null : nextRun(cron, now)
}

/** The background jobs, each with its tries and what came of it. */
export const jobKind = consoleKind('job', {
  // The rank of its state comes before its id.
  cursorId: /^[0-2]-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,

  list: (db, filter, { after, ...page }) =>
    jobsLike(db, filter, {
      ...page,
      ...(after && { after: { ...after, rank: Number(after.id[0]), id: after.id.slice(2) } }),
    }),
  rowAt: ({ id, state, createdAt }) => ({
    id,
    at: new Date(Math.floor(createdAt)),
    place: `${jobRank(state)}-${id}`,
  }),
  columns: {
    Trabajo: ['title', ({ queue }) => LABELS[queue]],
    Intentos: ['note', triesOf],
    Creado: ({ createdAt }) => timeOf(createdAt),
    'Última vez': ['detail', ({ completedAt, startedAt }) => timeOf(completedAt ?? startedAt)],
    'Próxima vez': ['detail', (job, { now }) => nextOf(job, now)],
    Resultado: (job) => outputText(job).slice(0, MAX_OUTPUT),
    Estado: ['below', badgeOf],
  },

  read: async (db, id) =>
    isUuid(id) ? (await jobsLike(db, { id }, { count: 1 }).read())[0] : null,

  async page(db, job, { now }) {
    const { id, sourceQueue, sourceId } = job
    return {
      title: LABELS[job.queue],
      badges: [badgeOf(job)],
      groups: [
        group('', {
          Intento: triesOf(job),
          Creado: timeOf(job.createdAt),
          'Próxima vez': nextOf(job, now) ?? undefined,
          Empezó: timeOf(job.startedAt),
          Terminó: timeOf(job.completedAt),
          Resultado: outputText(job),
          'Lo abandonado':
            sourceQueue && sourceId ? link('job', sourceId, LABELS[sourceQueue]) : undefined,
        }),
      ],
      timeline: await historyOf(db, { kind: 'job', id }),
    }
  },
  states: JOB_STATES,
  stateOf: ({ state }) => state,
  when: (job) => ({ retry: isFree(job), cancel: isFree(job) }),

  actions: {
    retry: action({
      label: 'Intentar de nuevo',
      question: 'El trabajo vuelve a la cola y corre enseguida.',
      forRows: true,
      audit: 'retryJob',
      run: async (acting) => await change(acting, 'retry', 'Volvió a la cola.'),
    }),
    cancel: action({
      label: 'Cancelar',
      question: 'El trabajo no corre. No se puede deshacer.',
      danger: true,
      forRows: true,
      audit: 'cancelJob',
      run: async (acting) => await change(acting, 'cancel', 'El trabajo quedó cancelado.'),
    }),
    note: noteAction('job'),
  },
})

/** An email is never cancelled, and one that was given up has lost its text: nothing would be sent. */
const isFree = ({ queue }: StoredJob) => queue !== 'mail' && queue !== 'given_up'

/** Failures and results as programs write them: names and numbers, no personal data. */
const outputText = ({ output }: StoredJob): string =>
  Object.entries(output ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')

async function change(
  { context: { db: tx, jobs }, id }: Acting,
  step: 'retry' | 'cancel',
  outcome: string,
) {
  const [job] = await jobsLike(tx, { id }, { count: 1, locked: true }).read()
  const allowed: readonly string[] = (job && isFree(job) && JOB_STATES[job.state][2]) || []
  if (!job || !allowed.includes(step))
    throw refuse('El trabajo ya no está así: actualizá la página.', 'action_gone')
  await jobs[`${step}Job`](tx, job.queue, id).catch((error: unknown) => {
    // Some queues hold one job at a time.
    if (sqlState(error) !== '23505') throw error
    throw refuse('Ya hay otro igual en cola: ese hace lo mismo.', 'action_gone')
  })
  return { outcome, detail: { queue: job.queue } }
}
