import type { ReactNode } from 'react'
import { PointsLifetime } from '#app/features/loyalty/ProgrammeBenefits.tsx'
import { RETAINED_MONTHS } from '#contract/entities/loyalty.ts'
import { Card } from '#kit/display/Card.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
import { ArticleLayout } from '#kit/layout/ArticleLayout.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'

/** Terms and conditions and the use of personal data (Ley 18.331), public. */
export default function TermandCondition() {
  return (
    <ArticleLayout
      title="Términos y condiciones"
      lead="Lo que aceptás al crear tu cuenta, y qué hacemos con tus datos."
    >
      <Card title="En pocas palabras">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-pretty">
          <li>La cuenta es gratis, y tuya sola.</li>
          <li>Tu tarjeta la escribís en GEOPay: sus datos nunca pasan por Surtidor.</li>
          <li>
            Usamos tus datos para lo que hace la app. No los vendemos, y por correo no mandamos
            publicidad.
          </li>
          <li>Podés ver todo lo que guardamos de vos, corregirlo y borrar la cuenta.</li>
        </ul>
      </Card>
      <Card>
        <div className="flex flex-col gap-8">{CLAUSES}</div>
      </Card>
      <AuthLinks>
        <ButtonLink to="/">Ir a Surtidor</ButtonLink>
        <TextLink to="/faq">Preguntas frecuentes</TextLink>
        <a href="/licencias.html" className={linkClasses}>
          Licencias de terceros
        </a>
      </AuthLinks>
    </ArticleLayout>
  )
}

const CLAUSES = (
  <>
    <Clause title="Quiénes somos">
      <p>
        Surtidor es una red de estaciones inventada para mostrar este producto. Sus estaciones, sus
        programas, sus precios y su gente son de muestra: acá no se vende nafta ni se cobra plata de
        verdad. Por eso, no escribas en la demostración datos que no quieras dejar en ella.
      </p>
      <p>
        Quien la instale para personas de verdad es el responsable de sus datos: antes de abrirla
        pone en este lugar su nombre, su RUT y su domicilio, e inscribe la base ante la Unidad
        Reguladora y de Control de Datos Personales (URCDP).
      </p>
    </Clause>
    <Clause title="Tu cuenta">
      <p>
        Hay una por persona: una por correo y una por cédula. Tenés que tener 16 años o más, y que
        los datos que ponés sean los tuyos. Confirmás el correo con un código antes de entrar.
      </p>
      <p>
        Tu contraseña es solo tuya: nadie de la red te la va a pedir. Si creés que alguien la sabe,
        elegí otra: se cierran las demás sesiones y te lo avisamos por correo.
      </p>
    </Clause>
    <Clause title="Afiliaciones y puntos">
      <p>
        Entrar a un programa se pide, y lo aprueba la red; si el programa tiene auspiciante, el
        auspiciante decide antes. Los puntos los da cada programa según sus reglas. Si las cambia,
        valen para las compras de ahí en adelante: lo que ya sumaste sigue como estaba, con el mismo
        vencimiento.{' '}
        <PointsLifetime instead="Cuánto duran los puntos lo dice cada programa.">
          {(lifetime) => `Hoy los puntos duran ${lifetime} desde que los sumás.`}
        </PointsLifetime>
      </p>
      <p>
        Si dejás un programa, tus puntos te esperan {RETAINED_MONTHS} meses y vuelven si entrás de
        nuevo al mismo. Si un pago se anula o se devuelve entero, se restan los puntos que había
        dado. El saldo nunca queda por debajo de cero, y cada suma y cada resta se ve en tu estado
        de cuenta.
      </p>
    </Clause>
    <Clause title="Pagos con tarjeta">
      <p>
        Para pagar hay que tener 18 años. Antes te mostramos el total, las cuotas posibles y la
        devolución de impuestos que se espera; la que vale es la que aplica la red de tarjetas.
      </p>
      <p>
        La tarjeta se escribe en la página de GEOPay, la pasarela, que para cobrar recibe de
        nosotros tu nombre, tu correo, tu celular, tu dirección, qué comprás, el importe con sus
        impuestos, el número de la factura y si va con RUT. A nosotros nos queda la marca, los
        últimos cuatro números y el código de autorización. En la demostración GEOPay es un
        simulador: usá sus tarjetas de prueba.
      </p>
      <p>
        Mientras un pago se está confirmando, esa deuda no se puede pagar otra vez. Un segundo cobro
        de lo mismo se devuelve. El comprobante fiscal es el CFE que te da la estación.
      </p>
    </Clause>
    <Clause title="Correos y avisos">
      <p>
        Te escribimos solo por tu cuenta: los códigos que pedís, si cambió tu contraseña o tu
        correo, si alguien quiso registrarse con tu correo o tu cédula, y lo que pasa con tus
        mensajes. De tus pagos y de tus solicitudes te avisamos adentro de la app, donde también
        puede haber promociones de la red.
      </p>
    </Clause>
    <Clause title="Qué guardamos de vos, y para qué">
      <ul>
        <li>
          Tu nombre, cédula, fecha de nacimiento, sexo, correo, celular y dirección: para saber que
          sos vos, cuántos años tenés y cómo encontrarte.
        </li>
        <li>
          Tus afiliaciones y solicitudes: el vehículo, y si los diste, el RUT, el número de tarjeta
          del programa y la cuenta de banco.
        </li>
        <li>Tus compras, puntos, deudas y pagos: son lo que la app te muestra.</li>
        <li>
          Lo que la caja de la estación nos informa de cada compra, con la matrícula, la tarjeta del
          programa o el código que le diste: para que los puntos sean tuyos.
        </li>
        <li>Los mensajes que mandás y los avisos que te damos.</li>
        <li>
          De tu contraseña, una huella que no se puede deshacer. De tus llaves de acceso, su parte
          pública, el nombre y cuándo las usaste; tu huella o tu cara no salen del dispositivo. De
          tus sesiones, desde qué tipo de dispositivo, cuándo empezaron, cuándo las usaste por
          última vez y cuándo vencen.
        </li>
        <li>
          En tu navegador: la sesión con sus cookies, la afiliación y los colores que elegiste, y
          por un año una cookie que reconoce que ya ingresaste desde ahí. Y hasta que cierres la
          pestaña, el registro o la solicitud que dejaste a medio escribir, sin contraseña ni cuenta
          bancaria. Nada es para publicidad.
        </li>
      </ul>
      <p>Tu ubicación la pedimos cuando tocás el botón que la usa, y no sale de tu dispositivo.</p>
    </Clause>
    <Clause title="Quién más los ve">
      <p>
        La red ve las solicitudes y afiliaciones que le toca decidir. El auspiciante de un programa
        ve las de ese programa, sin la cuenta de banco. Quien administra ve todas, y lee los
        mensajes que se mandan. GEOPay recibe lo que dice «Pagos con tarjeta», y quien lleva el
        correo, tu dirección y la carta. Nadie más.
      </p>
    </Clause>
    <Clause title="Tu consentimiento y tus derechos">
      <p>
        Usamos tus datos porque lo aceptás al registrarte, como pide la Ley 18.331, y guardamos el
        momento en que lo aceptaste. Podés:
      </p>
      <ul>
        <li>
          <strong>Verlos</strong> todos. En Mis Datos los descargás al momento; la ley da cinco días
          hábiles.
        </li>
        <li>
          <strong>Corregirlos.</strong> En Mis Datos cambiás tu nombre, fecha de nacimiento, sexo,
          correo, celular y dirección. Si está mal la cédula, o la fecha de nacimiento cambia si
          podés pagar, escribinos en Comentarios.
        </li>
        <li>
          <strong>Borrarlos.</strong> En Mis Datos, con tu contraseña, borrás la cuenta: se quita lo
          que te nombra, salvo en lo que las cajas firmaron, y con eso retirás tu consentimiento. No
          tiene vuelta atrás.
        </li>
      </ul>
      <p>Si algo no se respeta, podés reclamar ante la URCDP.</p>
    </Clause>
    <Clause title="Por cuánto tiempo los guardamos">
      <ul>
        <li>Los códigos que mandamos: diez minutos.</li>
        <li>
          Las sesiones: vencen a los 30 días sin uso y a los 90 de haber ingresado, y se borran un
          día después.
        </li>
        <li>
          Las contraseñas equivocadas que se contaron, y las respuestas por si se repite un pedido:
          un día.
        </li>
        <li>Los mensajes que nos mandás: dos años después de contestarlos o cerrarlos.</li>
        <li>La foto de tu cédula: hasta que decidimos, y como mucho 30 días.</li>
        <li>
          Los correos: el texto se borra al enviarlos, y que se enviaron, a los 30 días; los que no
          se pudieron entregar, a los 90.
        </li>
        <li>
          La matrícula, la tarjeta o el código de una compra que no encontramos de quién es: 90
          días.
        </li>
        <li>
          Los mensajes firmados de las cajas, con las matrículas y tarjetas que traen: 400 días,
          también si borrás la cuenta. Son la prueba si una estación y la red no se ponen de
          acuerdo, y nadie los puede cambiar.
        </li>
        <li>Tus datos, mensajes y avisos: mientras tengas la cuenta.</li>
        <li>
          Las compras, los puntos, las deudas, los pagos y el registro de las decisiones quedan,
          porque son también los libros de otros. Si borrás la cuenta, quedan sin tu nombre.
        </li>
        <li>
          Las copias de respaldo que haga quien instala Surtidor duran lo que diga quien las hace.
        </li>
      </ul>
      <p>
        Un registro que nunca se confirmó queda hasta que alguien vuelva a registrarse con ese
        correo o esa cédula.
      </p>
    </Clause>
    <Clause title="Contacto y cambios">
      <p>
        Una red inventada no tiene oficina ni teléfono. Los mensajes que mandás desde Comentarios
        los lee y los contesta quien administra: te avisamos por correo que llegaron, y la respuesta
        la ves ahí mismo.
      </p>
      <p>
        Este texto es de noviembre de 2026. Si cambia, cambia también esa fecha, y tu aceptación
        sigue siendo la del texto que leíste.
      </p>
    </Clause>
  </>
)

function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 text-pretty [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5">
      <h2 className="text-lg font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}
