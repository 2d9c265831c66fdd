import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unsafeStatements } from '#testing/operations/unsafeMigration.ts'

/** The last migration of the previous version; see `db/upgrade.test.ts`. */
const PREVIOUS = 14

/**
 * Statements of newer migrations that look unsafe and are not: a part of the reported line, and why the
 * previous version and its rows agree with it.
 */
const ALLOWED: Record<string, string> = {
  'card_once.sql makes an old table unique':
    'twins get new numbers before it, and the previous version looks for a card under a lock before it gives it',
  'push_ends_with_session.sql deletes rows':
    'only of a table that the previous version does not know, when it ends a session',
  'app_login.sql takes rights away':
    'in both versions only the owner writes the list of migrations',
}

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
const unsafeIn = (file: string) =>
  unsafeStatements(readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')).map(
    (line) => `${file} ${line}`,
  )

describe('the migrations after the previous version', () => {
  test('do nothing that breaks it or fails on its rows', () => {
    const found = files.filter((file) => Number(file.slice(0, 4)) > PREVIOUS).flatMap(unsafeIn)
    const reasons = Object.keys(ALLOWED)
    expect(found.filter((line) => !reasons.some((part) => line.includes(part)))).toEqual([])
    expect(reasons.filter((part) => !found.some((line) => line.includes(part)))).toEqual([])
  })

  test('the check finds what older migrations did', () => {
    expect(unsafeIn('0011_plain_table_names.sql').length).toBeGreaterThan(3)
    expect(unsafeIn('0013_vehicle_plates.sql')).toEqual([
      expect.stringContaining('makes an old table unique'),
    ])
    expect(unsafeIn('0014_contact_message_answers.sql')).toHaveLength(2)
  })

  test.each([
    ['alter table "debt" add column "note" text not null', 'adds a column that must be given'],
    ['alter table "debt" drop column "note"', 'drops'],
    ['alter table debt alter column note type integer', 'changes the type of a column'],
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
      'alter table "debt" add column "seen" boolean default false not null',
      'create index "debt_note" on "debt" ("note")',
      'grant select on "new" to surtidor_app',
    ]
    expect(unsafeStatements(additions)).toEqual([])
  })
})
