import { CLAIMS_TITLE } from '#app/features/loyalty/claimsTitle.ts'
import {
  BenefitSentences,
  BenefitsView,
  PointsLifetime,
} from '#app/features/loyalty/ProgrammeBenefits.tsx'
import { RETAINED_MONTHS } from '#contract/entities/loyalty.ts'
import { CLAIM_DAYS } from '#contract/entities/purchaseClaim.ts'
import { SPENDING_WINDOW_SECONDS } from '#contract/entities/spendingCode.ts'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { ListSection } from '#kit/layout/Section.tsx'

const TO_CONSUMPTION = (
  <div>
    <TextLink to="/listLoyaltyMovements">Ir a Consumo</TextLink>
  </div>
)

/** The frequent questions about points and purchases. */
export const PointsQuestions = () => (
  <ListSection title="Puntos y consumo">
    <Disclosure title="¿Cómo sumo puntos?">
      <p>
        Con cada compra de una afiliación tuya: por litro o por cada cien pesos, según lo que
        compres.
      </p>
      <BenefitsView instead={<p>Cuántos, lo dice tu programa.</p>}>
        {(all) =>
          all.map((programme) => (
            <div key={programme.code}>
              <p className="font-semibold">{programme.name}</p>
              <BenefitSentences programme={programme} />
            </div>
          ))
        }
      </BenefitsView>
      <p>
        Algunas deudas también suman cuando las pagás con tarjeta. Te lo decimos antes de pagar, y
        los puntos aparecen cuando el pago se confirma.
      </p>
    </Disclosure>
    <Disclosure title="¿Para qué sirven?">
      <p>
        Se canjean por lo que ofrezca tu programa, como un lavado o un café con bizcochos. El canje
        queda restado en tu estado de cuenta.
      </p>
    </Disclosure>
    <Disclosure title="¿Dónde veo lo que cargué y cómo llegué a este saldo?">
      <p>
        En Consumo. En «Movimientos» está cada compra con su estación, sus litros, lo que pagaste y
        lo que sumaste. En «Estado de cuenta», el saldo con que empezó el período, cada suma y cada
        resta, y el saldo con que terminó.
      </p>
      <p>
        Si no elegís otra cosa, ves los últimos 90 días de una sola afiliación: arriba podés cambiar
        las dos cosas.
      </p>
      {TO_CONSUMPTION}
    </Disclosure>
    <Disclosure title="¿Por qué me restaron puntos?">
      <p>Si no los usaste en un canje, por una de estas causas:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          <strong>Se vencieron.</strong>{' '}
          <PointsLifetime instead="Antes de que venzan te avisamos.">
            {(lifetime) =>
              `Duran ${lifetime} desde que los sumás, y antes de que venzan te avisamos.`
            }
          </PointsLifetime>
        </li>
        <li>
          <strong>Se anuló o se devolvió</strong> la compra o el pago que los había dado. Si ya los
          habías usado, los descontamos de tus próximas cargas.
        </li>
        <li>
          <strong>Dejaste el programa</strong> y pasaron {RETAINED_MONTHS} meses sin que volvieras.
        </li>
        <li>
          <strong>Los corrigió la red.</strong> Te avisamos cuando pasa.
        </li>
      </ul>
      <p>
        Cada resta tiene su línea en el estado de cuenta, y el saldo nunca queda por debajo de cero.
      </p>
      {TO_CONSUMPTION}
    </Disclosure>
    <Disclosure title="¿Cómo canjeo mis puntos?">
      <p>
        En Afiliaciones, abrí la tuya y elegí un premio: te queda un vale con su QR, que la caja
        toma una sola vez. Si se vence sin que lo uses, te devolvemos los puntos.
      </p>
      <p>
        También podés gastarlos en la caja: mostrá el código que está junto a tu tarjeta. Cambia
        cada {SPENDING_WINDOW_SECONDS} segundos y sirve una vez, así que nadie gasta tus puntos sin
        tu teléfono.
      </p>
      <div>
        <TextLink to="/listLoyalty">Ir a Afiliaciones</TextLink>
      </div>
    </Disclosure>
    <Disclosure title={CLAIMS_TITLE}>
      <p>
        En Consumo, tocá «{CLAIMS_TITLE}» y escaneá el QR de tu e-ticket, o escribí sus datos. Tenés{' '}
        {CLAIM_DAYS} días desde la compra.
      </p>
      <p>
        Si la estación ya la informó, la sumamos en el momento. Si no, la seguimos y te avisamos
        cómo terminó.
      </p>
      <div>
        <TextLink to="/movements" search={{ claims: 'all' }}>
          {CLAIMS_TITLE}
        </TextLink>
      </div>
    </Disclosure>
  </ListSection>
)
