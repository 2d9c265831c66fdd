import type { ObjectAction } from '#contract/console/objectPage.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { ConsoleAction } from '#server/console/consoleAction.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import { ADMINISTRATORS } from '#server/console/kinds/kindRegistry.ts'

/**
 * Actions as `object` and `objects` answer them: those that the caller's roles may do. A choice of
 * nothing is left out.
 * @param options the options of fields by their names, instead of the action's own
 * @param values what fields hold at first, by their names
 * @param questions what actions will do, by their names, instead of their own
 */
export const shownActions = (
  actions: Readonly<Record<string, ConsoleAction>>,
  roles: readonly RoleCode[],
  options: KindPage['options'] = {},
  values: KindPage['values'] = {},
  questions: KindPage['questions'] = {},
): ObjectAction[] =>
  Object.entries(actions)
    .filter(([, { roles: of = ADMINISTRATORS }]) => of.some((role) => roles.includes(role)))
    .map(([name, { label, question, danger, toldOnce, inline, fields }]) => ({
      name,
      label,
      question: questions[name] ?? question,
      danger,
      ...(toldOnce && { toldOnce }),
      ...(inline && { inline }),
      fields: fields
        .map((field) => ({
          ...field,
          ...(values[field.name] && { value: values[field.name] }),
          options: [...(options[field.name] ?? field.options)],
        }))
        .filter((field) => field.type !== 'choice' || field.options.length > 0),
    }))
