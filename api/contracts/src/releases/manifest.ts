import * as z from "zod";

/** The French translation of the text beside it; without one, the English text is shown. */
const french = z.string().optional();

/** A screen's place in the top bar; `key` after `g` is its keyboard shortcut. */
const NavigationPlace = z.object({
  order: z.number(),
  icon: z.string(),
  key: z.string().optional(),
  /** Whether it stands in the menu "More" of the top bar, however much room there is. */
  more: z.boolean().optional(),
  /** Its heading in the overflow menu of the top bar. */
  group: z.string().optional(),
  french,
});

const Screen = z.object({
  /** Such as `/deals/:dealId`; a segment that begins with a colon is a parameter. */
  path: z.string(),
  /** The document's title while the screen is shown. */
  title: z.string(),
  french,
  access: z.string(),
  skeleton: z.string(),
  navigation: NavigationPlace.optional(),
});

const ActionEntry = z.object({
  label: z.string(),
  french,
  order: z.number(),
  icon: z.string(),
  /** The path of one of the remote's screens; without it, the entry shows that it is not available yet. */
  to: z.string().optional(),
});

/**
 * A remote's manifest as browsers read it from the registry: not strict, because a new value must not break pages that are
 * already open. `remote-manifest.ts` has the strict check before a release goes live.
 */
export const Manifest = z.object({
  /** The remote's paths, with all paths below them. */
  owns: z.array(z.string()),
  screens: z.array(Screen),
  /** Entries of the user menu. */
  menu: z.array(ActionEntry).optional(),
  /** Buttons on the dashboard. */
  quickActions: z.array(ActionEntry).optional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type Screen = Manifest["screens"][number];
/** A link to a screen outside of the navigation. */
export type ActionEntry = NonNullable<Manifest["menu"]>[number];
