import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The previous version of the server serves while the next one migrates (docs/operations.md). */

/** Changes that may break the previous version's statements, or fail on its rows. */
const UNSAFE: [what: string, pattern: RegExp][] = [
  // Without a constraint what was true remains so, and no statement names one.
  ['drops', /\bdrop (?!not null|constraint "\w+_pk")/i],
  ['renames', /\brename\b/i],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/i],
  ['refuses NULL', /\bset not null\b/i],
  ['deletes rows', /(?:^|; |\b(?:begin|then|as \S+) )(?:truncate|delete from) /i],
]

/** The name of the table of a statement, without schema and quotes. */
const tableIn = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]?.replaceAll('"', '')

/**
 * Statements of a migration that are unsafe while the previous version serves.
 * @param statements of the migration, in order
 * @returns one line for each, with the beginning of the statement
 */
function unsafeStatements(statements: string[]): string[] {
  const created = new Set<string>()
  return statements.flatMap((statement) => {
    const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
    const table = tableIn(/^create table (?:if not exists )?(?:"?public"?\.)?(\S+)/i, text)
    if (table) created.add(table)
    const altered = tableIn(/\balter table (?:only )?(?:"?public"?\.)?(\S+)/i, text)
    const indexed = tableIn(/\bcreate unique index .*? on (?:"?public"?\.)?(\S+)/i, text)
    const isOld = (name: string | undefined) => name !== undefined && !created.has(name)
    const found = UNSAFE.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
    if (isOld(altered) && /\badd column\b.*\bnot null\b/i.test(text) && !/\bdefault\b/i.test(text))
      found.push('adds a column that must be given')
    if (isOld(altered) && /\badd constraint\b/i.test(text)) found.push('constrains an old table')
    const revoked = [...text.matchAll(/\brevoke [^;]*? on (?:table )?"?(\w+)"? from/gi)]
    if (revoked.some(([, name]) => isOld(name))) found.push('takes rights away')
    if (isOld(indexed)) found.push('makes an old table unique')
    return found.map((what) => `${what}: ${text.slice(0, 100)}`)
  })
}

const folder = join(import.meta.dirname, 'migrations')
const [, ...later] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()

describe('the migrations after the first', () => {
  test('do nothing that breaks the previous version or fails on its rows', () => {
    const found = later.flatMap((file) =>
      unsafeStatements(
        readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint'),
      ).map((what) => `${file} ${what}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    ['alter table "debt" add column "note" text not null', 'adds a column that must be given'],
    ['alter table "debt" drop column "note"', 'drops'],
    ['alter table "answered" rename to "idempotent_request"', 'renames'],
    ['alter table debt alter column note type integer', 'changes the type of a column'],
    ['alter table debt alter column note set not null', 'refuses NULL'],
    ['alter table "debt" add constraint "positive" check (amount > 0)', 'constrains an old table'],
    ['create unique index "once" on "vehicle" ("plate")', 'makes an old table unique'],
    ['delete from debt where state = 1', 'deletes rows'],
    ['revoke select on debt from surtidor_app', 'takes rights away'],
  ])('the check finds: %s', (statement, what) => {
    expect(unsafeStatements([statement])).toEqual([expect.stringContaining(what)])
  })

  test('the check leaves additions alone', () => {
    const additions = [
      'create table "new" ("id" uuid not null)',
      'create unique index "once" on "new" ("id")',
      'alter table "new" add constraint "fk" foreign key ("id") references "debt"("id")',
      'alter table "debt" add column "note" text',
      'alter table "debt" drop constraint "debt_reference_pk"',
      'alter table "debt" add column "seen" boolean default false not null',
      'create index "debt_note" on "debt" ("note")',
      'grant select on "new" to surtidor_app',
    ]
    expect(unsafeStatements(additions)).toEqual([])
  })
})
