import { Text } from '#kit/display/Text.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AWAITING, type RequestFilter } from '#shared/approvals/useRequestFilter.ts'

interface Props {
  filter: RequestFilter
  /** In one line, for one list among several. */
  few: boolean
}

/** A list of requests without any, by what was asked for. */
export function NoRequests({ filter: { state, search }, few }: Props) {
  if (few)
    return (
      <Text kind="soft">
        {search ? 'Ninguna coincide con tu búsqueda.' : 'Ninguna espera tu decisión.'}
      </Text>
    )
  if (search)
    return (
      <EmptyState picture="signpost" title={`Nada con «${search}»`}>
        Buscá por nombre, documento, matrícula o referencia, o mirá en otro estado.
      </EmptyState>
    )
  if (state === AWAITING)
    return (
      <EmptyState picture="receipt" title="Estás al día">
        Ninguna solicitud espera tu decisión.
      </EmptyState>
    )
  return (
    <EmptyState picture="signpost" title="Sin solicitudes">
      No hay ninguna así por ahora.
    </EmptyState>
  )
}
