import { type Column, columnOf, columnsOf, unchosenContacts } from "./columns.ts";

const known = (...titles: string[]) => titles.map((title) => [title, columnOf(title)]);
const all = (column: Column | undefined, titles: readonly string[]) => titles.map((title) => [title, column]);

/** The titles of exports that programs write, by what they are. */
const programs: Record<string, Partial<Record<Column | "none", string>>> = {
  "Outlook, French": {
    firstName: "Prénom",
    lastName: "Nom",
    company: "Société",
    numbers:
      "Téléphone (bureau)|Téléphone 2 (bureau)|Téléphone (voiture)|Téléphone société|Téléphone (domicile)|Téléphone 2 (domicile)|Tél. mobile|Téléphone (autre)|Téléphone principal|Téléphone professionnel|Téléphone personnel|Tél. voiture",
    emails: "Adresse de messagerie|Adresse de messagerie 2|Adresse de messagerie 3",
    tags: "Catégories|Mots clés",
    notes: "Notes",
    none: "Titre|Deuxième prénom|Suffixe|Surnom|Service|Rue (bureau)|Rue (bureau) 2|Ville (bureau)|Code postal (domicile)|Pays/Région (autre)|Téléphone de l'assistant(e)|Télécopie (bureau)|Télécopie (domicile)|Rappel|RNIS|Récepteur de radiomessagerie|Téléphone TDD/TTY|Télex|Type de messagerie|Nom complet de l'adresse de messagerie|Nom complet de l'adresse de messagerie 2|Anniversaire|Nom de l'assistant(e)|Numéro d'identification de l'organisation|Bureau|Page Web",
  },
  "Outlook, English": {
    firstName: "First Name",
    lastName: "Last Name",
    company: "Company",
    numbers:
      "Home Phone|Home Phone 2|Business Phone|Business Phone 2|Mobile Phone|Car Phone|Other Phone|Primary Phone|Company Main Phone",
    emails: "E-mail Address|E-mail 2 Address|E-mail 3 Address",
    tags: "Categories|Keywords",
    notes: "Notes",
    none: "Title|Middle Name|Suffix|Nickname|Business Fax|Home Fax|Other Fax|Pager|Callback|Telex|Assistant's Phone|TTY/TDD Phone|IMAddress|Job Title|Department|Business Street|Business Address|Home Postal Code|E-mail Type|E-mail Display Name|E-mail 2 Display Name|Organizational ID Number|Web Page",
  },
  Google: {
    name: "Name|File As",
    firstName: "First Name|Given Name",
    lastName: "Last Name|Family Name",
    company: "Organization Name|Organization 1 - Name",
    numbers: "Phone 1 - Value|Phone 2 - Value",
    emails: "E-mail 1 - Value|E-mail 2 - Value",
    tags: "Labels|Group Membership",
    notes: "Notes",
    none: "Phone 1 - Type|Phone 1 - Label|E-mail 1 - Type|E-mail 1 - Label|Phonetic First Name|Yomi Name|Additional Name|Organization Title|Organization 1 - Title|Address 1 - Street|Website 1 - Value|Birthday|Photo",
  },
  Apple: {
    firstName: "Prénom|First name",
    lastName: "Nom de famille|Last name",
    company: "Société|Organization|Entreprise",
    numbers:
      "Tél. : mobile|Téléphone : domicile|Téléphone : travail|Téléphone iPhone|iPhone|Phone : Mobile|Phone (Work)|Phone - iPhone|Mobile|Tél. principal",
    emails: "E-mail : domicile|E-mail : travail|Email (Home)|Adresse e-mail|Email : iCloud",
    notes: "Note|Remarque",
    none: "Phonetic first name|Fax : travail|Date de naissance|Adresse : domicile|URL",
  },
  "Thunderbird, French": {
    name: "Nom à afficher",
    firstName: "Prénom",
    lastName: "Nom de famille",
    company: "Société|Organisation",
    numbers: "Tél. professionnel|Tél. personnel|Portable|Numéro de portable",
    emails: "Première adresse électronique|Deuxième adresse électronique|Adresse électronique secondaire",
    notes: "Notes",
    none: "Surnom|Nom à l'écran|Fax|Numéro de fax|Pager|Adresse privée|Adresse professionnelle|Ville|Profession|Page Web 1|Divers 1",
  },
  "Thunderbird, English": {
    name: "Display Name",
    firstName: "First Name",
    lastName: "Last Name",
    company: "Organization",
    numbers: "Work Phone|Home Phone|Mobile Number",
    emails: "Primary Email|Secondary Email",
    notes: "Notes",
    none: "Nickname|Screen Name|Fax Number|Pager Number|Home Address|Work Address|Job Title|Custom 1|Birth Year",
  },
  HubSpot: {
    firstName: "First Name|Prénom",
    lastName: "Last Name|Nom de famille",
    company: "Company Name|Associated Company|Nom de l'entreprise|Entreprise associée",
    numbers:
      "Phone Number|Mobile Phone Number|Numéro de téléphone|Numéro de téléphone mobile|Numéro de téléphone portable",
    emails: "Email|Work email|Additional email addresses|E-mail|Adresse e-mail",
    none: "Record ID|ID d'enregistrement|Contact owner|Propriétaire du contact|Lead Status|Email Domain|Marketing emails opted out|Associated Company IDs|Number of Form Submissions|Fax Number|Create Date",
  },
  Pipedrive: {
    name: "Person - Name|Personne - Nom",
    firstName: "Person - First name|Personne - Prénom",
    lastName: "Person - Last name|Personne - Nom de famille",
    company: "Person - Organization|Personne - Organisation",
    numbers:
      "Person - Phone|Person - Phone - Work|Person - Phone - Home|Person - Phone - Mobile|Person - Phone - Other|Personne - Téléphone - Travail|Personne - Téléphone - Autre",
    emails: "Person - Email|Person - Email - Work|Person - Email - Home|Personne - E-mail - Travail",
    tags: "Person - Labels|Person - Label|Personne - Étiquettes|Personne - Étiquette(s)",
    none: "Person - ID|Person - Owner|Person - Closed deals|Person - Email messages count|Personne - Propriétaire|Organization - Name",
  },
  "other programs, and people": {
    name: "Nom et prénom|Nom complet|Full name|Contact",
    numbers:
      "N° de tél.|Nº de portable|Tel.|Téléphone du contact|Tél portable pro|Cell|GSM|Ligne directe|Téléphone fixe|Tel 1|Mobile perso|Work number|Numéro|WhatsApp",
    emails: "Mail|Courriel|E-mail du contact|Mél pro|Adresse mail perso|Mail 2",
    none: "Numéro client|Numéro de SIRET|Number of employees|Numéro de rue|Adresse|Mailing list|Emailing|Opt-in e-mail|Date du téléphone|Nom du mobile|Type de téléphone|E-mail envoyé le",
  },
};

test.each(Object.entries(programs))("the columns of exports are known: %s", (_program, columns) => {
  for (const [column, titles = ""] of Object.entries(columns)) {
    const wanted = column === "none" ? undefined : (column as Column);
    const listed = titles.split("|");
    // Beside a first name, a French "Nom" is the last one.
    const expected = all(wanted, listed).map((one) => (one[0] === "Nom" ? ["Nom", "name"] : one));
    expect(known(...listed)).toEqual(expected);
  }
});

test("of two columns of which a customer has one, the more exact title is chosen; of two alike, both are told", () => {
  expect(columnsOf(["Compte", "Société", "Nom"])).toEqual([undefined, "company", "name"]);
  expect(columnsOf(["Company Name", "Associated Company"])).toEqual(["company", undefined]);
  expect(columnsOf(["Name", "File As", "Phone 1 - Value", "Phone 2 - Value"])).toEqual([
    "name",
    undefined,
    "numbers",
    "numbers",
  ]);
  expect(columnsOf(["Nom", "Nom"])).toEqual(["name", "name"]);
});

test.each([
  ["all that look like contacts are chosen", ["name", "numbers", "emails"], []],
  ["one is not", ["name", "numbers", undefined], ["Extra"]],
  ["none is", ["name", undefined, undefined], ["Poste", "Extra"]],
  ["one is a note", ["name", "notes", "emails"], []],
] as const)("columns that look like contacts are named where %s", (_what, columns, expected) => {
  const titles = ["Nom", "Poste", "Extra"];
  const rows = [
    ["Ana", "06 12 34 56 78", ""],
    ["Bruno", "", "bruno@example.com"],
    ["Chloé", "+33 1 42 34 56 78", "Chloé <chloe@example.com>"],
  ].map((fields) => ({ fields }));
  expect(unchosenContacts({ titles, rows }, columns)).toEqual(expected);
});

test("a fax, a date and a column with a rare number do not look like contacts", () => {
  const titles = ["Télécopie", "Depuis", "Remarque libre", ""];
  const rows = [
    ["01 42 34 56 78", "01.02.2024", "rien", "x"],
    ["01 42 34 56 79", "01.02.2024", "06 12 34 56 78", ""],
    ["01 42 34 56 79", "01.02.2024", "plus tard", "06 12 34 56 78"],
    ["01 42 34 56 79", "01.02.2024", "non", "06 12 34 56 78"],
  ].map((fields) => ({ fields }));
  expect(unchosenContacts({ titles, rows }, [undefined, undefined, undefined, undefined])).toEqual(["4"]);
});
