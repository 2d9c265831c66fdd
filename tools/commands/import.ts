import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import {
  type Importer,
  type ImportResult,
  importFile,
  recordImport,
} from '#db/imports/importFile.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { IMPORT_KINDS, kindNamed, templateOf } from '#db/imports/importKinds.ts'
import { csvRow } from '#db/imports/staging.ts'
import { undoImport } from '#db/imports/undoImport.ts'
import { readArguments } from '#tools/commands/readArguments.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

const USAGE = `se usa así: npm run import -- debts deudas.csv --preview (muestra qué haría), sin --preview para guardar, --template en lugar del archivo para ver un ejemplo, o --undo 7 para deshacer la importación 7. Los tipos son ${IMPORT_KINDS.map(({ name, label }) => `${name} (${label.toLowerCase()})`).join(', ')}.`

/**
 * `npm run import`: imports a CSV or JSON file of a kind, shows what it would do, prints the kind's
 * template, or undoes an import.
 * @returns 1 when a row was rejected
 */
async function main(): Promise<number> {
  const { kind, path, preview, template, undo } = readRequest()
  if (template && kind) {
    process.stdout.write(templateOf(kind))
    return 0
  }
  if (undo === undefined && path !== undefined) await assertFile(path)
  return await withDatabase({ writes: true }, async ({ db }) => {
    const by = { login: userInfo().username, now: new Date() }
    if (undo === undefined && kind && path)
      return await importPath(db, kind, path, { ...by, preview })
    const undone = await inTransaction(db, (tx) => undoImport(tx, undo ?? 0, by))
    print(
      `La importación ${undo} («${undone.fileName}») quedó deshecha: se borraron ${undone.created} filas y volvieron a lo que eran ${undone.updated}.`,
    )
    return 0
  })
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function importPath(
  db: Db,
  kind: ImportKind,
  path: string,
  by: Importer & { preview: boolean },
): Promise<number> {
  const { dir, name } = parse(path)
  const rejectedPath = `${dir && `${dir}/`}${name}.rechazadas.csv`
  const result = await inTransaction(db, async (tx) => {
    const done = await importFile(tx, {
      ...by,
      kind,
      fileName: basename(path),
      source: createReadStream(path),
      storeRejected: (cells) => pipeline(cells, rejectedFile, createWriteStream(rejectedPath)),
    })
    await recordImport(tx, done, { ...by, kind })
    return done
  })
  report(result, kind, { preview: by.preview, rejectedPath })
  return result.rejected > 0 ? 1 : 0
}

async function* rejectedFile(cells: AsyncIterable<string[]>) {
  yield csvRow(['línea', 'columna', 'encontrado', 'se esperaba', 'qué hacer'])
  for await (const one of cells) yield csvRow(one)
}

function report(
  { layout, sample, groups, ...result }: ImportResult,
  { label }: ImportKind,
  { preview, rejectedPath }: { preview: boolean; rejectedPath: string },
): void {
  const separator = layout.separator === '\t' ? 'tabulador' : `«${layout.separator}»`
  const format = layout.format === 'CSV' ? `CSV separado por ${separator}` : 'JSON'
  print(`Se leyó como ${format}, en ${layout.encoding}. Columnas: ${layout.columns.join(', ')}.`)
  for (const { line, values } of sample)
    print(
      `  línea ${line}: ${Object.entries(values)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · ')}`,
    )
  print(
    `${label.toLowerCase()}: ${result.created} nuevas, ${result.updated} cambiadas, ${result.unchanged} iguales, ${result.rejected} rechazadas.`,
  )
  for (const { column, expected, remedy, count, examples } of groups) {
    const shown = examples.map(({ line, found }) => `línea ${line} «${found}»`).join(', ')
    print(`  ${count} × ${column || 'la fila'}: se esperaba ${expected}. ${remedy} (${shown})`)
  }
  if (result.rejected > 0)
    print(
      `No se guardó nada: corregí las rechazadas, que están en ${rejectedPath}, y probá de nuevo.`,
    )
  else if (preview) print('No se guardó nada: era una vista previa.')
  else if (result.number === null) print('No había nada que guardar.')
  else
    print(
      `Quedó guardado como la importación ${result.number}; se deshace con --undo ${result.number}.`,
    )
}

async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Error(`no existe el archivo ${path}.`)
  if (!found.isFile()) throw new Error(`${path} no es un archivo.`)
}

function readRequest() {
  const { values, positionals } = readArguments(
    {
      preview: { type: 'boolean', default: false },
      template: { type: 'boolean', default: false },
      undo: { type: 'string' },
    },
    USAGE,
  )
  const [name, path, ...more] = positionals
  const kind = kindNamed(name)
  const { preview, template } = values
  const undo = values.undo === undefined ? undefined : Number(values.undo)
  const isUndo = undo !== undefined && Number.isSafeInteger(undo) && positionals.length === 0
  const isKind = undo === undefined && kind && (path === undefined) === template
  if ((isUndo || isKind) && more.length === 0) return { kind, path, preview, template, undo }
  throw new Error(USAGE)
}

runCommand(main)
