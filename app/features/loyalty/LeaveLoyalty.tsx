import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { type Loyalty, pointsRetainedUntil } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TextArea } from '#kit/form/TextArea.tsx'
import { longDate } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Leaving a loyalty: the question tells its points and until when they are kept. */
export function LeaveLoyalty({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName } = loyalty
  const now = useNow()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const leaving = useCallMutation(removeMembership, {
    invalidates: [loyalties, membershipRequestList],
  })
  const leave = () =>
    leaving.mutate(
      { loyaltyCode, observations: reason },
      {
        onSuccess: ({ retainedPoints, retainedUntil }) =>
          void navigate({
            to: '/listLoyalty',
            replace: true,
            state: { left: { programmeName, retainedPoints, retainedUntil } },
          }),
        onError: () => setAsking(false),
      },
    )
  return (
    <Section title="Dejar el programa">
      <Text kind="soft">
        Tus puntos quedan guardados doce meses: si volvés a {programmeName} en ese tiempo, te los
        devolvemos.
      </Text>
      <SubmitError action="dejar la afiliación" error={leaving.error} />
      <div>
        <Button kind="plain" onClick={() => setAsking(true)}>
          Dejar {programmeName}
        </Button>
      </div>
      <LazyConfirmDialog
        open={asking}
        title={`¿Dejar ${programmeName}?`}
        danger
        busy={leaving.isPending}
        onOk={leave}
        onCancel={() => setAsking(false)}
      >
        <div className="flex flex-col gap-4">
          <p>
            {leavingText(loyalty)}{' '}
            {loyalty.points > 0 && (
              <>
                Si volvés hasta el <strong>{longDate(pointsRetainedUntil(now))}</strong>, te los
                devolvemos.
              </>
            )}
          </p>
          <div className="text-ink">
            <TextArea
              label="¿Por qué te vas?"
              optional
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        </div>
      </LazyConfirmDialog>
    </Section>
  )
}

function leavingText({ points: held }: Loyalty): string {
  const stops = 'Tus cargas dejan de sumar y el código deja de servir en la caja.'
  if (held === 0) return `${stops} No tenés puntos para guardar.`
  return `${stops} Tenés ${points(held)} ${held === 1 ? 'punto' : 'puntos'}: quedan guardados.`
}
