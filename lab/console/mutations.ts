import { type Mutation, rewriting, withoutLocks } from '#lab/mutation.ts'

const READS_PROPOSAL = /^select .* from "proposal"/
/** Another administrator than the one who proposed it. */
const OTHER_PROPOSER = `(select person_id from person_role where role_code = '1' and person_id <> "proposal"."proposed_by" order by 1 limit 1)`
const READS_CLAIM = /^select .* from "purchase_claim" where "purchase_claim"."id" = \$1 for update/
const OPEN_CLAIMS = /^select .* from "purchase_claim" where \("purchase_claim"."identity" = \$1/
const LOCKS_PERSON = /^select .* from "person" where .* for no key update$/
const LOCKS_CLAIMANT = /^select .* inner join "person" .* for share of "loyalty"$/
const COMPARES_REPLICA = /pg_last_wal_replay_lsn/
const READS_IMPORT = /^select .* from "import" where "import"."number" = \$1/

export const CONSOLE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de filas',
    calls: ['takeReward', 'returnVoucher', 'spendingCode'],
    rewrite: withoutLocks,
    expects: ['L3', 'L5', 'L9', 'P6', 'A4', 'A6', 'A8', 'X1'],
  },
  {
    name: 'decided-again',
    description: 'una propuesta decidida se decide otra vez',
    kinds: ['driver'],
    rewrite: rewriting(READS_PROPOSAL, /("proposal"\.)?"state"/, `'waiting'`),
    expects: ['L15'],
  },
  {
    name: 'own-decision',
    description: 'quien propuso decide',
    kinds: ['driver'],
    rewrite: rewriting(READS_PROPOSAL, /("proposal"\.)?"proposed_by"/, OTHER_PROPOSER),
    schemaChange: 'alter table proposal drop constraint proposal_second',
    expects: ['L15'],
  },
  {
    name: 'claim-decided-again',
    description: 'un reclamo decidido se decide otra vez',
    kinds: ['exception'],
    calls: ['claimPurchase'],
    rewrite: rewriting(READS_CLAIM, '"state"', `'waiting'`),
    expects: ['A10'],
  },
  {
    name: 'claimed-twice',
    description: 'dos personas reclaman el mismo comprobante',
    calls: ['claimPurchase'],
    rewrite: rewriting(OPEN_CLAIMS, ' where (', ' where (false and '),
    expects: ['T9'],
  },
  {
    name: 'undone-again',
    description: 'una importación deshecha se deshace otra vez',
    kinds: ['import'],
    rewrite: rewriting(READS_IMPORT, '"undone_at"', 'null'),
    expects: ['A10'],
  },
  {
    name: 'imports-at-once',
    description: 'dos importaciones comparan sus filas al mismo tiempo',
    kinds: ['import'],
    rewrite: (text) => text.replace('pg_advisory_xact_lock(7201860)', '1'),
    expects: ['T10', 'A10'],
  },
  {
    name: 'stale-replica',
    description: 'la réplica contesta sin lo que la persona cambió',
    rewrite: rewriting(COMPARES_REPLICA, ' = $2::text', ` <> $2::text || '-'`),
    expects: ['X7'],
  },
  {
    name: 'person-key-locked',
    description: 'quien cambia una cuenta bloquea también la clave de la persona',
    calls: ['takeReward', 'updateUser'],
    rewrite: rewriting(LOCKS_PERSON, 'no key update', 'update'),
    expects: ['deadlock'],
  },
  {
    name: 'person-after-loyalty',
    description: 'un reclamo bloquea la afiliación y después a la persona',
    calls: ['claimPurchase', 'updateUser'],
    rewrite: rewriting(LOCKS_CLAIMANT, ' of "loyalty"', ''),
    expects: ['deadlock'],
  },
]
