import { type Mutation, rewriting, withoutLocks } from '#lab/mutation.ts'

const READS_PROPOSAL = /^select .* from "proposal"/
/** Another administrator than the one who proposed it. */
const OTHER_PROPOSER = `(select person_id from person_role where role_code = '1' and person_id <> "proposal"."proposed_by" order by 1 limit 1)`
export const CONSOLE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de filas',
    rewrite: withoutLocks,
    expects: ['L3', 'L5', 'L9', 'P6', 'A4', 'A6', 'A8'],
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
]
