import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { VehicleFields } from '#app/features/loyalty/VehicleFields.tsx'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Form } from '#kit/form/Form.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useFormValidation } from '#kit/form/useFormValidation.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { Stack } from '#kit/layout/Stack.tsx'

/** A button that opens the form of another vehicle. */
export function AddVehicle({ loyaltyCode }: { loyaltyCode: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  if (open) return <VehicleForm loyaltyCode={loyaltyCode} onClose={() => setOpen(false)} />
  return (
    <div>
      <Button ref={button} kind="quiet" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" size={18} /> Agregar un vehículo
      </Button>
    </div>
  )
}

function VehicleForm({ loyaltyCode, onClose }: { loyaltyCode: string; onClose: () => void }) {
  const { errors, validate } = useFormValidation()
  const addition = useCallMutation(addVehicle, { invalidates: [loyalties] })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const vehicle = validate(event.currentTarget, VehicleDraft)
    if (!vehicle) return
    addition.mutate(
      { loyaltyCode, vehicle },
      {
        onSuccess: () => {
          showToast(`Agregaste el ${vehicleName(vehicle)}.`)
          onClose()
        },
      },
    )
  }
  return (
    <div ref={form}>
      <Card title="Otro vehículo">
        <Form onSubmit={submit}>
          <VehicleFields draft={{}} errors={errors} />
          <SubmitError action="agregar el vehículo" error={addition.error} />
          <Stack row gap="small">
            <Button type="submit" busy={addition.isPending}>
              Agregarlo
            </Button>
            <Button kind="plain" onClick={onClose}>
              Cancelar
            </Button>
          </Stack>
        </Form>
      </Card>
    </div>
  )
}
