import { useSession } from '#app/context.ts'
import { PointsQuestions } from '#app/features/loyalty/PointsQuestions.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { RETAINED_MONTHS } from '#contract/entities/loyalty.ts'
import { TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
import { ArticleLayout } from '#kit/layout/ArticleLayout.tsx'
import { ListSection } from '#kit/layout/Section.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'

const TITLE = 'Preguntas frecuentes'

export default function Faq() {
  const terms = <TextLink to="/termandCondition">Términos y condiciones</TextLink>
  if (useSession())
    return (
      <AppScreen title={TITLE}>
        {QUESTIONS}
        <div>{terms}</div>
      </AppScreen>
    )
  return (
    <ArticleLayout title={TITLE} lead="Lo que más nos preguntan, sin vueltas.">
      {QUESTIONS}
      <AuthLinks>
        <ButtonLink to="/">Ir a Surtidor</ButtonLink>
        {terms}
      </AuthLinks>
    </ArticleLayout>
  )
}

const QUESTIONS = (
  <>
    <PointsQuestions />
    <ListSection title="Pagar con tarjeta">
      <Disclosure title="¿Es seguro escribir mi tarjeta?">
        <p>
          La escribís en la página de GEOPay, la pasarela de pagos, y nunca en Surtidor. Nos queda
          la marca, los últimos cuatro números y el código de autorización.
        </p>
        <p>
          En esta demostración GEOPay es un simulador: usá las tarjetas de prueba que muestra su
          página, no la tuya.
        </p>
      </Disclosure>
      <Disclosure title="¿Puedo pagar en la estación con la app?">
        <p>
          Sí, cuando la caja te muestra un QR: escanealo en «Escanear y pagar», o escribí ahí el
          código de la caja y el importe. Antes de pagar ves la compra y los puntos que te da.
        </p>
        <p>El QR vale 10 minutos. Cuando pagás, la caja se entera sola.</p>
      </Disclosure>
      <Disclosure title="¿Cuánto tiempo tengo para pagar?">
        <p>
          Diez minutos desde que se abre la página de GEOPay. Si se te pasan, volvé a la deuda y
          empezá de nuevo: la página vieja ya no cobra.
        </p>
      </Disclosure>
      <Disclosure title="¿Puedo pagar en cuotas? ¿Y dejar propina?">
        <p>
          Antes de pagar te decimos en cuántas cuotas se puede; las elegís al escribir la tarjeta.
          La propina es opcional, y aparece solo en las deudas que la ofrecen.
        </p>
      </Disclosure>
      <Disclosure title="¿Qué quiere decir «Estamos confirmando tu pago»?">
        <p>
          Que la red de tarjetas todavía no nos dijo cómo terminó. Seguimos preguntando solos,
          aunque cierres la app, y te avisamos. No pagues esa deuda de nuevo.
        </p>
        <p>Si después de un día nadie sabe decirlo, lo anulamos y podés pagarla otra vez.</p>
      </Disclosure>
      <Disclosure title="¿Me pueden cobrar dos veces lo mismo?">
        <p>
          De cada deuda hay un solo pago abierto por vez, aunque toques el botón muchas veces o
          tengas dos ventanas. Si igual entrara un segundo cobro, lo devolvemos: todas las noches
          comparamos nuestros pagos con los de la pasarela.
        </p>
      </Disclosure>
      <Disclosure title="¿Qué pasa con un pago anulado o devuelto?">
        <p>
          Si se anuló, tu tarjeta no lo paga. Si se devolvió, el importe vuelve a tu tarjeta, y el
          emisor puede demorar unos días en mostrarlo. Un pago anulado, o devuelto entero, deja la
          deuda otra vez para pagar y resta los puntos que dio.
        </p>
      </Disclosure>
      <Disclosure title="¿Me devuelven impuestos?">
        <p>Depende de la compra y de la tarjeta, y te decimos qué esperar antes de pagar.</p>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>
            <strong>Ley {TAX_LAWS[6]?.law}</strong>, inclusión financiera: una parte del monto
            gravado si pagás con débito. Con crédito no hay devolución.
          </li>
          <li>
            <strong>Ley {TAX_LAWS[1]?.law}</strong>, gastronomía y turismo: una parte del monto
            gravado, con débito o con crédito.
          </li>
        </ul>
        <p>
          El monto gravado es lo que paga IVA, sin el IVA. La nafta no lleva IVA: por estas leyes no
          tiene qué devolver, y cerca de la frontera tiene la del IMESI, la Ley {TAX_LAWS[2]?.law}.
          Las tasas cambian por decreto, y la del IMESI también según el lado de la frontera: la que
          vale para tu compra está antes de pagar, si la conocemos.
        </p>
        <p>
          Son para el consumidor final: una compra facturada con RUT no tiene devolución. La que
          mostramos es la esperada; la confirma la red de tarjetas al cobrar y queda en Mis pagos.
        </p>
      </Disclosure>
      <Disclosure title="¿La constancia de pago sirve como factura?">
        <p>No. Es una constancia tuya: el comprobante fiscal es el CFE que te da la estación.</p>
      </Disclosure>
      <Disclosure title="¿Desde qué edad puedo pagar?">
        <p>Desde los 18 años. Para tener una cuenta alcanza con 16.</p>
      </Disclosure>
    </ListSection>
    <ListSection title="Afiliaciones">
      <Disclosure title="¿Quién aprueba mi solicitud?">
        <p>
          Si el programa tiene auspiciante, como Surtidor Uber, primero decide el auspiciante y
          después la red. Si no tiene, como Surtidor Club, decide la red sola. Te avisamos en cada
          paso, con lo que te hayan dejado dicho.
        </p>
        <p>Cuando la red dice que sí, la afiliación queda lista y sumás desde tu próxima carga.</p>
      </Disclosure>
      <Disclosure title="¿Puedo arrepentirme, o pedirla otra vez?">
        <p>
          Mientras nadie la decidió, una solicitud se puede retirar: en Afiliaciones, abrila y tocá
          «Retirar la solicitud». Si la retirás o te la rechazan, podés pedirla de nuevo.
        </p>
      </Disclosure>
      <Disclosure title="¿Qué pasa con mis puntos si dejo un programa?">
        <p>
          Te los guardamos {RETAINED_MONTHS} meses. Si en ese tiempo volvés a entrar al mismo
          programa, los tenés de nuevo cuando la red te aprueba; si no, se pierden. Sacar un
          vehículo no termina la afiliación.
        </p>
      </Disclosure>
      <Disclosure title="Ya me aprobaron. ¿Por qué no veo mis puntos?">
        <p>
          Una afiliación nueva empieza en cero y suma desde tu próxima carga: lo que compraste antes
          no cuenta. Si tenés más de una, en Consumo elegís cuál mirar.
        </p>
      </Disclosure>
    </ListSection>
    <ListSection title="Tu cuenta">
      <Disclosure title="El código del correo no me sirve">
        <p>
          Vale diez minutos y una sola vez, y si lo escribís mal cinco veces deja de servir. Pedí
          otro: con el nuevo, el anterior ya no vale. Si pediste varios seguidos, el próximo sale
          recién cuando se venció el último.
        </p>
        <p>
          Las mayúsculas, los espacios y los guiones dan lo mismo. Si no llega, mirá en el correo no
          deseado, y fijate que la dirección sea la de tu cuenta.
        </p>
      </Disclosure>
      <Disclosure title="Olvidé mi contraseña">
        <p>
          En la pantalla de ingreso tocá «Olvidé mi contraseña»: te mandamos un código y un enlace
          para elegir otra. Al cambiarla se cierran todas tus sesiones.
        </p>
        <p>
          Después de varias contraseñas equivocadas hay que esperar un poco entre una y otra, un
          minuto como mucho. La cuenta no se bloquea.
        </p>
      </Disclosure>
      <Disclosure title="¿Qué es una llave de acceso?">
        <p>
          Una forma de ingresar con la huella, la cara o el PIN de tu dispositivo, sin escribir la
          contraseña. La agregás en Mis Datos, y una página falsa no puede robártela. Tu contraseña
          sigue sirviendo.
        </p>
        <p>
          Si perdés el dispositivo, ingresá con tu contraseña y quitá esa llave. Si elegís una
          contraseña nueva con «Olvidé mi contraseña», se quitan todas.
        </p>
      </Disclosure>
      <Disclosure title="¿Por qué se venció mi sesión?">
        <p>
          Dura 30 días desde la última vez que la usaste, y 90 desde que ingresaste. También termina
          si cambiás la contraseña desde otro dispositivo, si elegís otra con «Olvidé mi
          contraseña», o si ingresás otra vez en el mismo navegador.
        </p>
        <p>Si no marcaste «Recordarme en este dispositivo», termina cuando cerrás la pestaña.</p>
      </Disclosure>
      <Disclosure title="¿Cómo me llevo mis datos, o borro mi cuenta?">
        <p>
          Son dos derechos tuyos, y los dos están en Mis Datos: ahí descargás todo lo que guardamos
          de vos, y con tu contraseña podés borrar la cuenta.
        </p>
        <p>
          Borrarla no tiene vuelta atrás: se va todo lo que te nombra. Tus compras y tus pagos
          quedan sin nombre, porque también son las cuentas de otros. Si tenés un pago en curso,
          primero hay que esperar que termine.
        </p>
      </Disclosure>
    </ListSection>
  </>
)
