import { USER } from '#contract/roles.ts'
import { cedula, moment, optional, rut, text } from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'

const OF_IMPORT = 'select key from import_row where import = $1 and before is null'

/** Loyalties that a programme brings from elsewhere; their persons have an account already (A4). */
export const loyaltiesKind: ImportKind = {
  name: 'loyalties',
  rows: 'afiliaciones',
  columns: {
    afiliado: text(40),
    programa: text(40),
    documento: cedula,
    tarjeta: text(40),
    rut: optional(rut),
    desde: moment,
  },
  table: 'loyalty',
  key: ['code'],
  fileKey: ['afiliado'],
  values: ['person_id', 'programme', 'client_card_number', 'client_rut', 'since'],
  initial: ['holder'],
  select: `
    select s.line, s.afiliado as code, s.programa as programme, p.id as person_id, s.tarjeta as client_card_number,
      coalesce(s.rut, '') as client_rut, s.desde as since, p.first_name || ' ' || p.first_surname as holder
    from staged s join person p on p.document_number = s.documento`,
  checks: [
    {
      column: 'documento',
      when: 'not exists (select from person p where p.document_number = s.documento and p.confirmed_at is not null)',
      expected: 'la cédula de alguien que ya tiene cuenta en Surtidor',
      remedy: 'Pedile que se registre, o corregí la cédula.',
    },
    {
      column: 'documento',
      when: `exists (select from person p join person_role o on o.person_id = p.id where p.document_number = s.documento and o.role_code <> '${USER}')`,
      expected: 'la cédula de un conductor',
      remedy: 'Es de un operador, que no puede tener una afiliación.',
    },
    {
      column: 'programa',
      when: 'not exists (select from programme g where g.code = s.programa)',
      expected: 'el código de un programa que existe',
      remedy: 'Corregilo.',
    },
    {
      column: 'documento',
      when: 'exists (select from loyalty l join person p on p.id = l.person_id where p.document_number = s.documento and l.programme = s.programa and l.ended_at is null and l.code <> s.afiliado) or exists (select from staged o where o.documento = s.documento and o.programa = s.programa and o.line < s.line)',
      expected: 'una sola afiliación por persona y programa',
      remedy: 'Ya tiene otra en ese programa: sacá la fila.',
    },
    {
      column: 'documento',
      when: `exists (select from membership_request q join person p on p.id = q.person_id where p.document_number = s.documento and q.programme = s.programa and q.state in ('PENDING', 'STATE_UBER_AUTHORIZED'))`,
      expected: 'una persona sin una solicitud abierta en ese programa',
      remedy: 'Decidí antes su solicitud en la consola.',
    },
    {
      column: 'tarjeta',
      when: 'exists (select from loyalty l where l.client_card_number = s.tarjeta and l.code <> s.afiliado) or exists (select from staged o where o.tarjeta = s.tarjeta and o.line < s.line)',
      expected: 'una tarjeta que ninguna otra afiliación tiene o tuvo',
      remedy: 'Corregí el número.',
    },
    {
      column: 'desde',
      when: 's.desde > now()',
      expected: 'un día que ya llegó',
      remedy: 'Corregilo.',
    },
  ],
  updateChecks: [
    {
      column: 'afiliado',
      when: `t.request_reference is not null or t.ended_at is not null`,
      expected: 'una afiliación vigente que vino de un archivo',
      remedy: 'Esa se maneja en la consola: sacá la fila.',
    },
    {
      column: 'documento',
      when: 't.person_id <> i.person_id or t.programme <> i.programme',
      expected: 'la misma persona y el mismo programa que en la ya cargada',
      remedy: 'Una afiliación no cambia de persona ni de programa: usá otro número.',
    },
  ],
  afterInsert: `insert into ledger_account (id, loyalty_code, balance) select gen_random_uuid(), key, 0 from (${OF_IMPORT}) made`,
  beforeUndo: `delete from ledger_account where loyalty_code in (${OF_IMPORT})`,
  obstacles: [
    {
      when: 'exists (select from movement m where m.loyalty_code = t.code)',
      sentence: 'ya tiene compras',
    },
    {
      when: 'exists (select from ledger_account a where a.loyalty_code = t.code and a.last_seq > 0)',
      sentence: 'ya tiene puntos',
    },
    {
      when: 'exists (select from debt d where d.loyalty_code = t.code)',
      sentence: 'ya tiene deudas',
    },
    {
      when: 'exists (select from vehicle v where v.loyalty_code = t.code)',
      sentence: 'ya tiene vehículos',
    },
    { when: 't.ended_at is not null', sentence: 'ya terminó' },
  ],
}
