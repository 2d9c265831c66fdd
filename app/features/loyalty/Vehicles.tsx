import { Car, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { VehicleFields } from '#app/features/loyalty/VehicleFields.tsx'
import { type Loyalty, MAX_VEHICLES, type Vehicle } from '#contract/entities/loyalty.ts'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { Form, SubmitError } from '#kit/form/Form.tsx'
import { useMutationForm } from '#kit/form/MutationForm.tsx'
import { makeName, plateText, vehicleName } from '#kit/format/vehicle.ts'
import { Section } from '#kit/layout/Section.tsx'

export function Vehicles({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, vehicles } = loyalty
  const removal = useConfirmedCall(removeMembership, {
    invalidates: [loyalties],
    question: (vehicle: Vehicle) => ({
      title: `¿Sacar el ${vehicleName(vehicle)}?`,
      verb: 'Sacar el vehículo',
      text: 'Si la caja te reconocía por su matrícula, deja de hacerlo. La afiliación y tus puntos siguen como están, y lo podés volver a agregar.',
      danger: true,
    }),
    request: ({ vehicleId }) => ({ loyaltyCode, vehicleId }),
    onSuccess: (_answer, vehicle) => showToast(`Sacaste el ${vehicleName(vehicle)}.`),
  })
  return (
    <Section title="Vehículos">
      {vehicles.length === 0 ? (
        <p className="text-soft">
          No tenés ninguno. Mostrá tu código en la caja y tus cargas suman igual.
        </p>
      ) : (
        <ul
          aria-label="Vehículos"
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
        >
          {vehicles.map((vehicle) => (
            <li
              key={vehicle.vehicleId}
              className="flex min-h-18 items-center gap-3.5 py-3 pr-2 pl-4"
            >
              <IconCircle icon={Car} />
              <span className="min-w-0 flex-1">
                <span className="figures block font-medium">{plateText(vehicle.plate)}</span>
                <span className="block text-sm wrap-anywhere text-soft">
                  {makeName(vehicle.mark)} · {productName(vehicle.fuel)}
                </span>
              </span>
              <IconButton
                label={`Sacar el ${vehicleName(vehicle)}`}
                icon={<X aria-hidden="true" size={20} />}
                onClick={() => removal.ask(vehicle)}
              />
            </li>
          ))}
        </ul>
      )}
      <SubmitError action="quitar el vehículo" mutation={removal} />
      {vehicles.length < MAX_VEHICLES && <AddVehicle loyaltyCode={loyaltyCode} />}
      {removal.dialog}
    </Section>
  )
}

function AddVehicle({ loyaltyCode }: { loyaltyCode: string }) {
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
  const form = useMutationForm({
    mutation: useCallMutation(addVehicle, { invalidates: [loyalties] }),
    schema: VehicleDraft,
    request: (vehicle) => ({ loyaltyCode, vehicle }),
    onSuccess: (_answer, vehicle) => {
      showToast(`Agregaste el ${vehicleName(vehicle)}.`)
      onClose()
    },
  })
  useEffect(() => form.ref.current?.querySelector('select')?.focus(), [form.ref])
  return (
    <div>
      <Card title="Otro vehículo">
        <Form form={form} onSubmit={form.submit}>
          <p className="text-sm text-soft">
            Cuando cargues con él, mostrá tu código en la caja: por la matrícula sola te reconoce
            únicamente con el vehículo que aprobamos con tu solicitud.
          </p>
          <VehicleFields />
          <SubmitError action="agregar el vehículo" mutation={form} />
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <Button type="submit" busy={form.isPending}>
              Agregarlo
            </Button>
            <Button kind="plain" onClick={onClose}>
              Cancelar
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  )
}
