import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { personById } from '#db/accounts/people.ts'
import { jumpsOf } from '#db/imports/changedRows.ts'
import { lockImports } from '#db/imports/importFile.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { fileOf, kindNamed } from '#db/imports/importKinds.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { previewUpload, storeUpload, type Upload } from '#db/imports/uploads.ts'
import { commitOrPropose } from '#db/proposals/importProposals.ts'
import { invalid, optional, row } from '#server/console/actionFields.ts'
import type { Acting } from '#server/console/consoleAction.ts'
import { refuse } from '#server/http/errors.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

/** Prices beyond the share that are named. */
const MAX_NAMED = 5

export async function importerOf({ context: { db }, viewer: { personId, now } }: Acting) {
  const login = (await personById(db, personId))?.email ?? ''
  return { login, actorId: personId, now }
}

/** Does what the importer may refuse as a whole: the refusal has its sentence. */
export async function importing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    throw invalid(error.message.replace(/^./, (first) => first.toUpperCase()))
  }
}

type Jump = Upload['preview']['jumps'][number]
const money = (cents: number) => RECEIPT_FORMATS.money(cents, PESOS)
const percent = (share: number) =>
  `${share < 0 ? '−' : '+'}${Math.round(Math.abs(share) * 100)}\u00a0%`
/** In words: `Super pasa de $ 80,20 a $ 8,02 (−90 %)`. */
export const jumpsText = (jumps: readonly Jump[]): string =>
  [
    ...jumps
      .slice(0, MAX_NAMED)
      .map(
        ({ what, before, after }) =>
          `${what === 'supergas' ? 'Supergás' : productName(what)} pasa de ${money(before)} a ${money(after)} (${percent(after / before - 1)})`,
      ),
    ...(jumps.length > MAX_NAMED ? [`y ${jumps.length - MAX_NAMED} precios más`] : []),
  ].join('; ')

const keyOf = ({ what, before, after }: Jump) => `${what} ${before} ${after}`

/** Confirms that prices change a lot. It has no options, and is left out, when none does. */
export const JUMPS = optional(row({ label: '¿Está bien este precio?', missing: '' }), '')
/** The one choice of `JUMPS`. */
export const SURE = 'sure'

/** @throws the refusal that names the prices that change a lot, unless the operator is sure */
export function assertSure(jumps: readonly Jump[], typed: string): void {
  if (jumps.length > 0 && typed !== SURE)
    throw invalid(`${jumpsText(jumps)}: si está bien, confirmalo en el formulario.`)
}

/**
 * Stores an uploaded file, or proposes it.
 * @returns what it did; a sentence when it waits for another operator
 * @throws a refusal also when prices change a lot that the upload did not name
 */
export async function commit(acting: Acting, upload: Upload) {
  const { context, newId } = acting
  const more = { id: newId(), limits: context.config.importLimits }
  const importer = await importerOf(acting)
  const done = await importing(commitOrPropose(context.db, upload, importer, more))
  if (done === 'waits') throw refuse('Ya espera a otra persona.', 'request_pending')
  if (done === 'proposed') return 'Pasa el límite: espera a que otra persona lo confirme.'
  const kind = kindNamed(upload.kind)
  const jumps = kind && done.number !== null ? await jumpsOf(context.db, kind, done.number) : []
  const named = new Set(upload.preview.jumps.map(keyOf))
  if (jumps.some((jump) => !named.has(keyOf(jump))))
    throw refuse('Desde que lo subiste cambió un precio: subí el archivo de nuevo.', 'action_gone')
  return done
}

interface Edit {
  kind: ImportKind
  fileName: string
  /** Cells by the columns of the kind. */
  rows: Readonly<Record<string, string>>[]
  /** What was typed in `JUMPS`. */
  sure: string
}

/**
 * Imports rows that an operator typed, as a file of the kind would be: with its checks, its audit and its undo.
 * @throws the refusal of a cell, or of what changes nothing
 */
export async function storeEdit(acting: Acting, { kind, fileName, rows, sure }: Edit) {
  const { db } = acting.context
  // The savepoint of the preview would give the lock back.
  await lockImports(db)
  const sent = { kind: kind.name, fileName, content: Buffer.from(fileOf(kind, rows)) }
  const { login, now: at } = await importerOf(acting)
  const preview = await importing(previewUpload(db, sent, at))
  const [wrong] = preview.rejections
  if (wrong) {
    const [, column = '', , expected = '', remedy = ''] = wrong
    throw invalid(`Revisá «${column}»: va ${expected}. ${remedy}`)
  }
  if (preview.created + preview.updated === 0) throw invalid('Ya está así: no cambiaste nada.')
  assertSure(preview.jumps, sure)
  const upload = { ...sent, id: acting.newId(), login, at, preview }
  await storeUpload(db, upload)
  const done = await commit(acting, upload)
  return typeof done === 'string'
    ? { outcome: done }
    : {
        outcome: `Quedó guardado como la importación ${done.number}: ahí se puede deshacer.`,
        detail: { import: done.number ?? 0 },
      }
}
