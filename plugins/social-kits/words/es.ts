// Spanish texts of post kits: neutral Spanish, usted where needed.
import type { SocialWords } from './shape.ts';

export const spanishSocialWords: SocialWords = {
  title: (platform) => `Kits de publicación para ${platform}`,
  draft: 'Lo que está entre corchetes queda por escribir.',
  zone: (timeZone) => `Las horas son las de ${timeZone}.`,
  anyZone: 'El mercado indicado no permite saber la zona horaria: las horas son las de su reloj.',
  slots: 'Los horarios siguen costumbres razonables, no mediciones, y no se promete ningún resultado.',
  noLink: '[la dirección de su sitio web]',
  space: ' ',
  stop: ': ',
  kit: 'Kit',
  day: 'Día',
  time: 'Hora',
  caption: 'Texto',
  show: 'Mostrar',
  ask: 'Pedir',
  slot: 'Horario',
  link: 'Enlace',
  angles: [
    {
      name: 'Antes de abrir',
      caption: (brand) =>
        `Antes de que llegue el primer cliente, en ${brand} ya ha pasado esto: [qué ocurre a primera hora]. Casi nadie lo ve. Hasta hoy.`,
      show: 'el lugar antes de abrir, con la luz que haya',
    },
    {
      name: 'La pregunta de siempre',
      caption: () =>
        '«[La pregunta que más hacen los clientes]». Nos la hacen cada semana. La respuesta corta: [la respuesta en una frase].',
      show: 'aquello de lo que trata la pregunta, lo bastante cerca para entenderlo',
    },
    {
      name: 'Un detalle',
      caption: (brand) => `Casi nadie se fija en [el detalle]. En ${brand} lleva [cuánto tiempo o trabajo], y gracias a él [qué cambia].`,
      show: 'ese único detalle, sin nada más en la imagen',
    },
    {
      name: 'Cómo empezó',
      caption: (brand) => `${brand} empezó con [dónde, cuándo y con qué]. Desde entonces han cambiado cosas. [Lo que sigue igual], no.`,
      show: 'algo del principio junto a cómo es hoy',
    },
    {
      name: 'Un consejo para guardar',
      caption: () => 'Un pequeño gesto que ahorra [tiempo o molestias]: [el consejo en una o dos frases]. Sin comprar nada.',
      show: 'el consejo en la práctica, paso a paso',
    },
    {
      name: 'Las manos que hay detrás',
      caption: (brand) =>
        `Le presentamos a [nombre], que se encarga de [qué] en ${brand}. Pregúntele por [un tema que le apasione] y tendrá conversación para rato.`,
      show: 'a la persona trabajando, mirando su trabajo y no a la cámara',
    },
    {
      name: 'La primera vez',
      caption: (brand) =>
        `¿Aún no conoce ${brand}? Empiece por [lo adecuado para una primera vez]. Ahí se ve lo que nos importa, sin más compromiso.`,
      show: 'exactamente lo que recibe quien viene por primera vez',
    },
    {
      name: 'Un error frecuente',
      caption: () => 'Mucha gente cree que [el error]. También nosotros, hasta que [qué nos enseñó]. Lo que nos funciona: [qué hacemos].',
      show: 'la manera equivocada y la correcta, una junto a otra',
    },
    {
      name: 'Palabras de un cliente',
      caption: () =>
        '«[Lo que dijo un cliente, con su permiso]». Lo leímos dos veces y lo compartimos con todo el equipo. Gracias, [nombre de pila].',
      show: 'las propias palabras, en grande, sobre un fondo liso',
    },
    {
      name: 'Lo que viene',
      caption: (brand) =>
        `Esta semana, sobre la mesa en ${brand}: [en qué trabajan]. Todavía no está terminado. Por eso nos interesa su opinión.`,
      show: 'el trabajo tal como está, con lo que falta a la vista',
    },
  ],
  shots: [
    'Una fotografía vertical',
    'Un vídeo corto sin palabras, de hasta 15 segundos',
    'Tres imágenes para deslizar',
    'Una fotografía desde arriba',
    'Un vídeo corto con una sola frase en pantalla',
  ],
  asks: {
    awareness: ['¿Cuál de estas cosas no conocía?', '¿En quién ha pensado? Enséñeselo.', 'Síganos si quiere ver más como esto.'],
    traffic: ['El resto, en nuestro sitio web.', 'En el enlace están los detalles.', 'Véalo todo en nuestro sitio web.'],
    leads: [
      'Escríbanos con su pregunta; respondemos en [plazo].',
      'Cuéntenos qué necesita y le diremos si podemos ayudarle.',
      'Envíenos un mensaje con «[palabra clave]».',
    ],
    sales: [
      'Haga su pedido en nuestro sitio web.',
      'Pida que le reservemos uno: está en el enlace.',
      'Elija el suyo en nuestro sitio web.',
    ],
    community: ['¿Y usted, cómo lo hace? Cuéntelo abajo.', '¿Qué habría hecho usted?', 'Enséñenos el suyo; los miramos todos.'],
    event: [
      'Reserve su plaza: el día y la hora están en el enlace.',
      'Apúntelo en su calendario y venga acompañado.',
      '¿Vendrá? Díganoslo abajo.',
    ],
    launch: [
      'Sea de los primeros en probarlo: está en el enlace.',
      'Pregunte abajo lo que quiera saber.',
      'Vea lo nuevo en nuestro sitio web.',
    ],
    hiring: [
      '¿Le gustaría trabajar con nosotros? Escríbanos.',
      '¿Conoce a alguien que encaje? Compártalo.',
      'En el enlace contamos a quién buscamos.',
    ],
  },
  objectives: {
    awareness: 'Darse a conocer',
    traffic: 'Visitas a un sitio web',
    leads: 'Consultas',
    sales: 'Ventas',
    community: 'Conversación',
    event: 'Un evento',
    launch: 'Un lanzamiento',
    hiring: 'Contratación',
  },
  ads: {
    title: 'Ficha para sus anuncios',
    setting: 'Ajuste',
    value: 'Valor',
    platform: 'Plataforma',
    objective: 'Objetivo: el más cercano a',
    market: 'Lugar',
    openMarket: '[el lugar en el que vende]',
    audience: 'Personas',
    openAudience: '[quién debe verlo]',
    budget: 'Presupuesto total',
    noBudget: 'no se indicó: las publicaciones se sostienen sin anuncios',
    daily: 'Como máximo al día',
    from: 'Desde',
    to: 'Hasta',
    link: 'Enlace',
    paid: 'Usted paga a la plataforma, nunca a nosotros. Empiece con un solo kit, mire qué ha hecho a los tres días y decida entonces sobre el siguiente.',
  },
};
