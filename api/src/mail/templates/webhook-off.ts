import { mailTemplate } from "../template.ts";

/** To an administrator: a webhook has failed for three days or its receiver is gone, and nothing is sent to it any more. */
export const webhookOff = mailTemplate<{ name: string; host: string; url: string; isGone?: boolean }>({
  example: {
    name: "Camille",
    host: "crm.lumiere.example",
    url: "https://app.example/admin/settings?tab=integrations",
  },
  en: ({ name, host, url, isGone = false }) => ({
    subject: `The webhook to ${host} was switched off`,
    paragraphs: [
      `Hello ${name},`,
      `${isGone ? `The receiver at ${host} has answered that it no longer exists (410).` : `For three days, no event of your organization was accepted at ${host}.`} Souffleur has switched this webhook off: new events are not sent there.`,
      "When the receiver works again, switch the webhook on. Events of the last 24 hours that still wait are then sent.",
    ],
    action: { label: "Open webhooks", url },
    footnote: "If the receiver is no longer used, delete the webhook.",
  }),
  fr: ({ name, host, url, isGone = false }) => ({
    subject: `Le webhook vers ${host} a été désactivé`,
    paragraphs: [
      `Bonjour ${name},`,
      `${isGone ? `Le destinataire ${host} a répondu qu’il n’existe plus (410).` : `Depuis trois jours, aucun événement de votre organisation n’a été accepté par ${host}.`} Souffleur a désactivé ce webhook : les nouveaux événements n’y sont pas envoyés.`,
      "Quand le destinataire fonctionnera de nouveau, réactivez le webhook. Les événements des dernières 24 heures encore en attente seront alors envoyés.",
    ],
    action: { label: "Ouvrir les webhooks", url },
    footnote: "Si ce destinataire ne sert plus, supprimez le webhook.",
  }),
});
