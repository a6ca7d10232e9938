import * as z from "zod";

/** The French of the text beside it; that is shown in English where it has none. */
const french = z.string().optional();

/** Where a screen stands in the top bar; `key` follows `g` on the keyboard. */
const NavigationPlace = z.object({
  order: z.number(),
  icon: z.string(),
  key: z.string().optional(),
  /** The heading above it in the menu of what the bar has no room for. */
  group: z.string().optional(),
  french,
});

const Screen = z.object({
  /** `/deals/:dealId`: a segment that begins with a colon stands for any one. */
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
  /** One of the remote's screens; without it the entry says that there is nothing behind it yet. */
  to: z.string().optional(),
});

/**
 * What a remote brings, as browsers read it in the registry: a word that is newer than an open page must not cost it
 * all remotes. What a release may say is checked before it is live (`remote-manifest.ts`).
 */
export const Manifest = z.object({
  /** The remote's paths, and all below them. */
  owns: z.array(z.string()),
  screens: z.array(Screen),
  /** In the user menu. */
  menu: z.array(ActionEntry).optional(),
  /** On the dashboard. */
  quickActions: z.array(ActionEntry).optional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type Screen = Manifest["screens"][number];
/** A way to a screen from elsewhere than the navigation. */
export type ActionEntry = NonNullable<Manifest["menu"]>[number];
