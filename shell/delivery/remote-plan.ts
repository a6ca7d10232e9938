import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { type Manifest, manifestsOf, type Registry, RemoteName, screensOf } from "@souffleur/contracts";
import { manifestConflicts, manifestProblems } from "@souffleur/contracts/remote-manifest";

/** What a new remote's name determines. */
export interface RemotePlan {
  name: string;
  /** `sales-coaching`, `SalesCoaching`, `Sales Coaching` */
  words: { slug: string; identifier: string; title: string };
  manifest: Manifest;
  /** The key after `g`; undefined if no letter is free. */
  key: string | undefined;
  port: number;
}

/** Words of letters and digits, which become parts of files and identifiers. */
const namePattern = /^mfe-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const orderStep = 10;
const firstPort = 4100;

/**
 * Chooses an unused path, title, navigation entry and port for a new remote.
 * @param others the other remotes with their manifests
 * @param ports of the others' development servers
 * @throws StepError if the name is invalid, or its path or title is in use
 */
export function planRemote(name: string, others: Registry, ports: readonly number[]): RemotePlan {
  if (!namePattern.test(name) || !RemoteName.safeParse(name).success) {
    throw new StepError(
      `"${name}" can't be a remote's name: it is mfe-, then words of small letters and digits with hyphens between them, such as mfe-coaching.`,
    );
  }
  const slug = name.slice("mfe-".length);
  const capitalized = slug.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const words = { slug, identifier: capitalized.join(""), title: capitalized.join(" ") };
  const screens = screensOf(manifestsOf(others));
  const places = screens.flatMap(({ navigation = [] }) => navigation);
  const taken = places.map((place) => place.key);
  const key = [...slug, ..."abcdefghijklmnopqrstuvwxyz"].find(
    (letter) => /[a-z]/.test(letter) && !taken.includes(letter),
  );
  const order = Math.max(...places.map((place) => place.order)) + orderStep;
  const path = `/${slug}`;
  const navigation = { order, icon: "meeting", ...(key !== undefined && { key }) };
  // The French title is left to the remote's team.
  const screen = {
    path,
    title: words.title,
    french: words.title,
    access: "session",
    skeleton: "table",
    navigation,
  };
  const manifest = { owns: [path], screens: [screen] };
  const same = screens.find(({ title }) => title.toLowerCase() === words.title.toLowerCase());
  const problems = [
    ...manifestProblems(manifest),
    ...manifestConflicts(name, manifest, others),
    ...(same ? [`The title ${same.title} is that of ${same.path}, a screen of ${same.remote}.`] : []),
  ];
  if (problems.length > 0)
    throw new StepError([`${name} was not made; choose another name.`, ...problems].join("\n- "));
  return { name, words, manifest, key, port: Math.max(firstPort - 1, ...ports) + 1 };
}
