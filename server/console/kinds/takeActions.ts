import { kindOf } from '#contract/console/objectKinds.ts'
import {
  assignException,
  releaseException,
  takeException,
  takerOf,
} from '#db/console/exceptionTakers.ts'
import { operatorsSeeing } from '#db/console/operators.ts'
import { invalid, row } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { sourceId } from '#server/console/exceptionActions.ts'
import { branchOfException, readException } from '#server/console/kinds/exceptionPages.ts'
import { refuse } from '#server/http/errors.ts'

const { roles } = kindOf('exception')
const CHOOSE = 'Elegí quién la mira.'

/** The refusal that names the operator who was first. */
async function goneRefusal({ context: { db }, id }: Acting) {
  const taker = await takerOf(db, id)
  return refuse(
    taker ? `Esa excepción la tiene ${taker.name}.` : 'Esa excepción ya no la tiene nadie.',
    'action_gone',
  )
}
const rowOf = ({ id }: Acting, personId: string, takenAt: Date) => ({ id, personId, takenAt })

/** How operators share exceptions of all reasons. */
export const takeActions = {
  take: action({
    roles,
    label: 'Tomar',
    question: 'Los demás ven que la estás mirando.',
    forRows: true,
    audit: 'takeException',
    async run(acting) {
      const { personId, now } = acting.viewer
      if (!(await takeException(acting.context.db, rowOf(acting, personId, now))))
        throw await goneRefusal(acting)
      return { outcome: 'La excepción quedó a tu nombre.', subject: sourceId(acting) }
    },
  }),
  assign: action({
    roles,
    label: 'Asignar',
    question: 'Queda entre las suyas. Las demás personas que la ven también la pueden resolver.',
    fields: { operator: row({ label: 'A quién', missing: CHOOSE }) },
    audit: 'assignException',
    async run(acting) {
      const { context, viewer, id, values } = acting
      const found = await readException(context.db, id, viewer)
      const known = found ? await operatorsSeeing(context.db, branchOfException(found)) : []
      const assignee = known.find(({ value }) => value === values.operator)
      if (!assignee) throw invalid(CHOOSE)
      const { value: person, label } = assignee
      await assignException(context.db, rowOf(acting, person, viewer.now))
      return {
        outcome: `La excepción quedó a nombre de ${label}.`,
        subject: sourceId(acting),
        detail: person === viewer.personId ? {} : { person },
      }
    },
  }),
  release: action({
    roles,
    label: 'Soltar',
    question: 'Vuelve a estar sin asignar.',
    forRows: true,
    audit: 'releaseException',
    async run(acting) {
      if (!(await releaseException(acting.context.db, acting.id))) throw await goneRefusal(acting)
      return { outcome: 'La excepción quedó sin asignar.', subject: sourceId(acting) }
    },
  }),
}
